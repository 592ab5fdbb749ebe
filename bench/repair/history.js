import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const isTest = (path) => /^tests?\//.test(path);
const isCode = (path) => /\.[cm]?js$/.test(path) && !/^(?:dist|scripts|bench\w*|tap-snapshots)\//.test(path);

/**
 * Bug fixes of a checkout that has its dependencies installed, before 2026: the commit's parent with the commit's own
 * tests. Those that were brought to several branches are taken once. A fix is right if every test file that passes with
 * the commit itself passes with it. Old commits need the dependencies of their time: where the checkout has a folder
 * `node_modules@tape@4`, commits that ask for that major version of tape get it in place of `node_modules`.
 */
export function historyOf(checkout) {
  const root = resolve(checkout);
  const git = (...words) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const log = git('log', '--no-merges', '--before=2026-01-01', '--format=%H %s').trim().split('\n');
  const olderModules = readdirSync(root).flatMap((folder) => {
    const [, wanted, major] = /^node_modules@(.+)@(\d+)$/.exec(folder) ?? [];
    return wanted ? [{ folder, wanted, major }] : [];
  });
  // What old commits were tested with is not what is installed now.
  const command = existsSync(join(root, 'node_modules/.bin/tape')) ? ['npx', 'tape', 'test/**/*.js'] : null;
  const known = new Set();
  return log.flatMap((row) => {
    const [, sha, subject] = /^(\S+) (.*)$/.exec(row) ?? [];
    if (!sha || !/\bfix|\bbug|\bcrash/i.test(subject)) return [];
    const changed = git('show', '--numstat', '--format=', sha)
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const code = changed.filter(([, , path]) => path && isCode(path) && !isTest(path));
    const tests = changed.filter(([, , path]) => path && isTest(path)).map(([, , path]) => path);
    const [added, removed] = [0, 1].map((column) => code.reduce((sum, one) => sum + Number(one[column]), 0));
    const key = `${subject.replace(/ \(#\d+\)$/, '')} ${code.map((one) => one[2])}`;
    if (added + removed === 0 || tests.length === 0 || known.has(key)) return [];
    known.add(key);
    const name = `${basename(root)}/${sha.slice(0, 8)}`;
    return [{ name, isOneLine: added <= 1 && removed <= 1, command, setup, judge, tolerated }];

    /** What fails with the fix as well, with what is installed now. */
    function tolerated() {
      const place = mkdtempSync(join(tmpdir(), 'pawl-history-'));
      try {
        at(join(place, 'target'), sha);
        const [program, ...words] = command ?? ['npx', 'tap', '--no-coverage', '--reporter=tap'];
        const { stdout } = spawnSync(program, words, {
          cwd: join(place, 'target'),
          encoding: 'utf8',
          timeout: 300_000,
        });
        return failingIn(stdout).map((name) => `**${name.replace(/[^\w .:=>#-]/g, '?')}`);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    }

    function setup(target) {
      at(target, `${sha}~1`);
      const here = (...words) => execFileSync('git', ['-C', target, ...author, ...words]);
      for (const path of tests) if (exists(sha, path)) here('checkout', '-q', sha, '--', path);
      here('commit', '-q', '--allow-empty', '-m', 'Test what is wrong');
    }

    function judge(target) {
      const right = mkdtempSync(join(tmpdir(), 'pawl-history-'));
      try {
        at(join(right, 'target'), sha);
        const files = git('ls-tree', '-r', '--name-only', sha)
          .split('\n')
          .filter((path) => isTest(path) && isCode(path));
        return files.every((path) => !passes(join(right, 'target'), path) || passes(target, path));
      } finally {
        rmSync(right, { recursive: true, force: true });
      }
    }
  });

  function exists(sha, path) {
    return spawnSync('git', ['-C', root, 'cat-file', '-e', `${sha}:${path}`], { stdio: 'ignore' }).status === 0;
  }

  function modulesFor(commit) {
    const { dependencies, devDependencies } = JSON.parse(git('show', `${commit}:package.json`));
    const ranges = { ...devDependencies, ...dependencies };
    const isMeant = ({ wanted, major }) => /\d+/.exec(ranges[wanted] ?? '')?.[0] === major;
    return olderModules.find(isMeant)?.folder ?? 'node_modules';
  }

  function at(target, commit) {
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', root, target]);
    execFileSync('git', ['-C', target, 'checkout', '-q', '--detach', commit]);
    const modules = join(root, modulesFor(commit));
    if (existsSync(modules)) execFileSync('cp', ['-al', modules, join(target, 'node_modules')]);
  }
}

/** As `heading > check`, with its number where it is not the first of that name: many checks have the same words. */
function failingIn(report) {
  const counts = new Map();
  let heading = '';
  return report.split('\n').flatMap((line) => {
    heading = /^ *# (?:Subtest: )?(.*)$/.exec(line)?.[1] ?? heading;
    const [, not, title] = /^ *(not )?ok \d+ -? ?(.*?)(?: # .*| \{)?$/.exec(line) ?? [];
    if (!title) return [];
    const name = `${heading} > ${title.trim()}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return not ? [count > 1 ? `${name} #${count}` : name] : [];
  });
}

const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
const passes = (dir, path) => spawnSync('node', [path], { cwd: dir, timeout: 60_000, stdio: 'ignore' }).status === 0;
