import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const atOnce = Number(process.env.PAWL_REPAIR_JOBS ?? 1);

/**
 * Each case is `{ name, files, judge }`: a repository with failing tests, and a function that is given the folder with
 * the commit in it and says whether that is right. `setup` in place of `files` makes the repository itself, `command`
 * tests it. Prints a line a case.
 */
export async function measured(title, cases) {
  const [queue, rows] = [[...cases], []];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const row = await repaired(next);
      rows.push(row);
      console.log(rowLine(row));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return summary(title, rows);
}

async function repaired({ name, files, setup = commitOf(files), command = null, judge, tolerated = () => [] }) {
  const place = mkdtempSync(join(tmpdir(), 'pawl-repair-'));
  try {
    const target = join(place, 'target');
    setup(target);
    const git = (...words) => execFileSync('git', words, { cwd: target, encoding: 'utf8' });
    const events = await fixed(target, place, { ...(command && { command }), tolerate: tolerated() });
    const finished = events.findLast(({ type }) => type === 'run.finished') ?? {
      commits: [],
      exit_code: null,
      seconds: 0,
    };
    const steps = events.filter(({ type }) => type === 'agent.step');
    const end = steps.findLast(({ action }) => action === 'finish' || action === 'hand_over');
    const [commit] = finished.commits ?? [];
    const row = {
      name,
      committed: commit !== undefined,
      seconds: finished.seconds,
      shown: finished.exit_code !== 2 && end !== undefined && !/no test fails/.test(end?.observation ?? ''),
      ...{ candidates: 0, plausible: 0, ...end?.action_input },
      tried_seconds: end?.action_input?.seconds ?? 0,
      command_seconds: (events.find(({ type }) => type === 'baseline.measured')?.duration_ms ?? 0) / 1000,
      text: end?.observation ?? finished.reason ?? 'no event',
    };
    row.seconds = finished.seconds;
    if (commit) {
      git('checkout', '-q', commit);
      row.correct = judge(target);
      row.diff = git('diff', '-U0', 'HEAD~1', 'HEAD')
        .split('\n')
        .filter((line) => /^[-+](?![-+])/.test(line))
        .join(' ⏎ ');
    }
    return row;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function commitOf(files) {
  return (target) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      writeFileSync(join(target, path), text);
    }
    const git = (...words) =>
      execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test', ...words], { cwd: target });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'base');
  };
}

function fixed(target, place, tests) {
  const env = { ...process.env, HOME: place, XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: place };
  const words = ['fix', '--tiers', 'repair', '--yes', '--json', '--target', target];
  writeFileSync(join(place, 'pawl.yaml'), `tests: ${JSON.stringify(tests)}\n`);
  words.push('--config', join(place, 'pawl.yaml'));
  const child = spawn(process.execPath, [pawl, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  return new Promise((resolve) => {
    child.once('close', () =>
      resolve(
        out
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ),
    );
  });
}

function rowLine({ name, committed, correct, seconds, candidates, plausible, tried_seconds, text, diff }) {
  const word = committed ? (correct ? 'correct' : 'WRONG  ') : 'left   ';
  const speed = tried_seconds > 0 ? `${(candidates / tried_seconds).toFixed(0)}/s` : '';
  return `${word} ${seconds.toFixed(1).padStart(6)} s ${String(candidates).padStart(5)} candidates ${speed} ${plausible} plausible  ${name}: ${committed && !correct ? diff : text}`;
}

function summary(title, rows) {
  const shown = rows.filter((row) => row.shown);
  const committed = rows.filter((row) => row.committed);
  const correct = committed.filter((row) => row.correct);
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const total = (values) => values.reduce((all, one) => all + one, 0);
  const tried = total(rows.map(({ candidates }) => candidates));
  const seconds = total(rows.map(({ tried_seconds }) => tried_seconds));
  const many = rows.filter(({ candidates, tried_seconds }) => candidates >= 20 && tried_seconds > 0);
  const times = median(many.map((row) => (row.candidates / row.tried_seconds) * row.command_seconds));
  const line = [
    `${title}: ${shown.length} of ${rows.length} cases show a failing test`,
    `${rows.filter(({ plausible }) => plausible > 0).length} plausible, ${committed.length} committed, ${correct.length} correct`,
    `precision ${((100 * correct.length) / Math.max(1, committed.length)).toFixed(0)}%`,
    `median ${median(committed.map((row) => row.seconds)).toFixed(1)} s of those committed, ${median(shown.map((row) => row.seconds)).toFixed(1)} s of all, ${total(rows.map((row) => row.seconds)).toFixed(0)} s in all`,
    `${tried} candidates, ${(tried / Math.max(0.001, seconds)).toFixed(0)} a second: in the median ${times.toFixed(0)} in the time of one test command`,
  ].join('; ');
  return { line, committed: committed.length, correct: correct.length };
}
