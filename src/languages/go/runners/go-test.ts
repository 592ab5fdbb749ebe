import { outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { coverageOf } from '../../reports/coverage.ts';
import { hangType, plainError, silentPart, testRun } from '../../reports/report.ts';
import type { Files, Runner, RunnerCommand, Running } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { buildCache, cacheFile, useBuildCache } from './build-cache.ts';
import { readCoverProfile } from './cover-profile.ts';
import { progressOfGo, readGoTest, runningGo } from './go-report.ts';
import { type Module, readModules } from './modules.ts';
import { packageLinks, relatedPackages } from './related.ts';
import { statedTags } from './tags.ts';

const id = 'go';
const reportFile = 'report.ndjson';
const namesFile = 'names.txt';
const profileFile = 'cover.out';
const leftOutFile = 'left-out.txt';
const valued = new Set([
  ...['-run', '-skip', '-tags', '-timeout', '-count', '-p', '-parallel', '-cpu', '-ldflags', '-gcflags', '-mod'],
  ...['-coverprofile', '-coverpkg', '-covermode', '-exec', '-o', '-bench', '-benchtime', '-vet', '-shuffle', '-C'],
  ...['-cpuprofile', '-memprofile', '-blockprofile', '-mutexprofile', '-trace', '-outputdir', '-fuzz', '-fuzztime'],
]);
/** Reporting is ours; coverage, profiles, benchmarks, fuzzing and stopping early are not for a judge. */
const dropped =
  /^--?(?:v|json|x|n|c|o|cover\w*|bench\w*|fuzz\w*|(?:cpu|mem|block|mutex)profile|trace|outputdir|failfast|exec|count|i)(?:=|$)/;

/**
 * `go test`, whose events name packages and functions: which file a function is in is looked up where it runs. A package
 * is the least that can be run.
 */
export async function goTest(call: Invocation, args: string[], files: Files): Promise<Runner> {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const modules = await readModules(files);
  const isTagged = keptFlags.some((flag) => /^--?tags(?:=|$)/.test(flag));
  const tags = isTagged ? [] : await statedTags(files);
  const tagFlags = tags.length > 0 ? [`-tags=${tags.join(',')}`] : [];
  /** `example.com/module/folder/file.go` in the tree of that module. */
  const fileOf = (path: string) => {
    const at = path.lastIndexOf('/');
    const folder = modules.folderOf(path.slice(0, Math.max(0, at)));
    return folder === null ? path : `${folder === '' ? '' : `${folder}/`}${path.slice(at + 1)}`;
  };
  const limited = keptFlags.some((flag) => /^--?(?:test\.)?timeout(?:=|$)/.test(flag));
  const skipped = flags.find(([name = '']) => /^--?skip(?:=|$)/.test(name));
  const listing = [...tagFlags, ...flags.filter(([name = '']) => /^--?(?:tags|mod)(?:=|$)/.test(name)).flat()];
  const command = (only: string[] | null, more: string[] = [], leftOut: readonly Running[] = []): RunnerCommand => {
    const test = ['go', 'test', '-json', '-count=1', ...tagFlags, ...keptFlags, ...more];
    const [several, alone] = partsOf(only, plain, modules.groups, modules.holding);
    const isApart = leftOut.length > 0 && several.length === 0;
    const [parts, packages] = isApart ? [[{ folder: '', packages: alone }], []] : [several, alone];
    const run = leftOut.length > 0 ? apart(leftOut, skipped, listing) : together;
    return {
      argv: prefixed(call.before, ['sh', '-c', script(parts, run), 'sh', ...test, ...packages]),
      provide: { [cacheFile]: buildCache },
      collect: [reportFile, namesFile, leftOutFile],
      // Before modules, packages were known by their folders.
      env: { ...(modules.list.length === 0 && { GO111MODULE: 'off' }), ...call.env },
    };
  };

  return {
    id,
    evidence: 'report',
    compiles: true,
    // Go counts from when a package's tests start. A limit that the project has set is its own affair.
    command: (only, test_ms, leftOut = []) =>
      command(only, test_ms === undefined || limited ? [] : [`-timeout=${Math.ceil(test_ms / 1000)}s`], leftOut),
    watch: {
      progress: (reports) => progressOfGo(reports[reportFile]),
      running: (reports, mount_at) => runningGo(reports[reportFile], reports[namesFile], { mount_at, modules }),
      leavesOut: 'tests',
    },
    read: (result, mount_at) => {
      const { reading, output } = readGoTest(result.files[reportFile], result.files[namesFile], { mount_at, modules });
      const errors = [...reading.errors, ...leftOut(result.files[leftOutFile])];
      const run = testRun({ id, evidence: 'report' }, { ...result, stdout: output }, { ...reading, errors });
      return limited ? { ...run, cases: run.cases.map(ownLimit) } : run;
    },
    isTest: (path) => path.endsWith('_test.go') && !/(?:^|\/)(?:vendor|testdata)\//.test(path),
    related: (changed, tree) => relatedPackages(changed, tree, modules),
    links: (tree, deleted) => packageLinks(tree, deleted, modules),
    coverage: coverageOf(
      profileFile,
      (only) => command(only, [`-coverprofile=${outDir}/${profileFile}`, '-coverpkg=./...']),
      (report) => readCoverProfile(report, fileOf),
    ),
  };
}

/** Where the project sets the limit, its test failed by it. */
const ownLimit = (test: TestCase): TestCase =>
  test.error?.type === hangType ? { ...test, error: { ...test.error, type: 'Timeout' } } : test;

/** What each command tests: folders to start in with their packages, or packages alone where one command does. */
function partsOf(
  only: string[] | null,
  plain: string[],
  groups: readonly (readonly Module[])[],
  holding: (path: string) => Module | null,
): [parts: Part[], packages: string[]] {
  const [first = []] = groups;
  if (only === null && plain.length > 0) return [[], plain];
  if (only === null) {
    if (groups.length <= 1 && first.every(({ folder }) => folder === '')) return [[], ['./...']];
    return [
      groups.map((group) =>
        partOf(
          group,
          group.map(({ folder }) => `./${folder}...`),
        ),
      ),
      [],
    ];
  }
  const chosen = groups.flatMap((group) => {
    const paths = only.filter((path) => group.includes(holding(path) ?? { path: '', folder: '' }));
    return paths.length > 0 ? [partOf(group, packagesOf(paths))] : [];
  });
  const [part] = chosen;
  if (part === undefined) return [[], packagesOf(only)];
  return chosen.length === 1 && part.folder === '' ? [[], part.packages] : [chosen, []];
}

/** Modules whose dependencies are not there. */
const leftOut = (list: string | undefined): TestError[] =>
  (list ?? '')
    .split('\n')
    .filter((folder) => folder !== '')
    .map((folder) =>
      plainError(
        silentPart,
        'its dependencies are missing, so its tests did not run: run go mod download there',
        folder.replace(/\/$/, ''),
      ),
    );

interface Part {
  folder: string;
  packages: string[];
}

/** A module by itself is tested from its own folder. */
function partOf(group: readonly Module[], packages: string[]): Part {
  const [first] = group;
  if (group.length > 1 || first === undefined || first.folder === '') return { folder: '', packages };
  return {
    folder: first.folder,
    packages: packages.map((name) => `./${`${name.slice(2)}/`.slice(first.folder.length)}`.replace(/(?<=.)\/$/, '')),
  };
}

function packagesOf(paths: string[]): string[] {
  return [...new Set(paths.map((path) => `./${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`))];
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Events go to a file: a suite's output is soon larger than what is kept of a command's. A module below the top whose
 * dependencies are not there is left out, as the top's own command would, and that is told.
 */
function script(parts: Part[], run: (packages: string[]) => string): string {
  const names = `${useBuildCache}grep -rnE '^func (Test|Fuzz|Example|Benchmark)' --include='*_test.go' . > ${outDir}/${namesFile} 2>/dev/null; `;
  if (parts.length === 0) return `${names}exec "$@" > ${outDir}/${reportFile}`;
  const runs = parts.map(({ folder, packages }) => {
    const inner = run(packages);
    if (folder === '') return inner;
    const leaveOut = `echo ${quoted(folder)} >> ${outDir}/${leftOutFile}`;
    return `cd ${quoted(folder)} && if go list -deps -test ./... > /dev/null 2>&1; then ${inner}; else ${leaveOut}; fi; cd "$top"`;
  });
  const profile = `${outDir}/${profileFile}`;
  const append = `if [ -f ${profile} ]; then cat ${profile} >> ${profile}.all; rm ${profile}; fi`;
  const whole = `if [ -f ${profile}.all ]; then mv ${profile}.all ${profile}; fi`;
  return `${names}top=$PWD; code=0; ${runs.map((one) => `${one}; ${append}`).join('; ')}; ${whole}; exit "$code"`;
}

const testing = (words: string) => `"$@" ${words} >> ${outDir}/${reportFile} || code=$?`;
const together = (packages: string[]) => testing(packages.map(quoted).join(' '));

/** Packages with tests to leave out by themselves, since a name that is skipped is skipped in every package; then the rest. */
function apart(leftOut: readonly Running[], own: string[] | undefined, listing: string[]) {
  const keys = leftOut.map(({ key = '' }) => key.split(' '));
  const theirs = own === undefined ? [] : [own[1] ?? own[0]?.replace(/^[^=]*=/, '') ?? ''];
  const hung = [...new Set(keys.map(([name = '']) => name))].map((name) => {
    const patterns = keys.filter(([of]) => of === name).map(([, test = '']) => test.split('/').map(exact).join('/'));
    const run = testing(`-skip=${quoted([...theirs, ...patterns].join('|'))} ${quoted(name)}`);
    return { name, run: `if echo "$all" | grep -qxF ${quoted(name)}; then ${run}; fi` };
  });
  return (packages: string[]): string => {
    const all = `all=$(go list -e ${[...listing, ...packages].map(quoted).join(' ')} 2>/dev/null)`;
    const rest = `rest=$(echo "$all" | grep -vxF ${hung.map(({ name }) => `-e ${quoted(name)}`).join(' ')})`;
    return [all, rest, ...hung.map(({ run }) => run), `if [ -n "$rest" ]; then ${testing('$rest')}; fi`].join('; ');
  };
}

const exact = (part: string) => `^${part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
