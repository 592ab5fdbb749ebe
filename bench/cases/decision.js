import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const attempts = 10_000;
const rounds = 100;
export const name = 'decision';

/** What `decide` takes after the newest of 10,000 failed attempts at one task, in the worst of several histories. */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const { decide, fold, initialState } = await bundled(place);
    const histories = {
      'all different': (at) => `s${at}`,
      'all the same': () => 's',
      'two in turn': (at) => `s${at % 2}`,
      'a long cycle': (at) => `s${at % 4999}`,
    };
    const found = Object.entries(histories).map(([kind, signature]) => {
      const state = stateWith(signature, { fold, initialState });
      const [step] = decide(state, policy, 0);
      if (!step) throw new Error(`nothing is decided: ${kind}`);
      const took = Array.from({ length: rounds }, () => timed(() => decide(state, policy, 0)));
      return { kind, ms: median(took) };
    });
    const worst = found.reduce((one, other) => (other.ms > one.ms ? other : one));
    const each = found.map(({ kind, ms }) => `${kind} ${ms.toFixed(2)} ms`).join(', ');
    return { value: worst.ms, bound: 5, unit: 'ms', detail: `medians of ${rounds} by failures: ${each}` };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function bundled(outDir) {
  const entry = {
    decide: source('core/run/decide.ts'),
    state: source('core/run/initial-state.ts'),
    fold: source('core/run/fold.ts'),
  };
  await build({ config: false, entry, outDir, format: 'esm', platform: 'node', dts: false, logLevel: 'error' });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(outDir, 'node_modules'));
  const load = async (file) => import(pathToFileURL(join(outDir, file)).href);
  return { ...(await load('decide.mjs')), ...(await load('state.mjs')), ...(await load('fold.mjs')) };
}

const tier = (label) => ({ name: label, developer: 'native', model: `x/${label}`, price: null, attempts, command: [] });
const limits = {
  ...{ attempts_per_tier: attempts, attempts_per_task: 10 * attempts, task_minutes: 1e6, run_minutes: null },
  ...{ task_usd: 1, run_usd: 1, day_usd: 1, review_rounds: 3, react_steps: 5, developer_steps: 60, same_failure: 3 },
};
const policy = {
  ...{ plan: 'single', confirm: false, review: 'on', improve: 0, parallel: 1, keep_partial: 'progress' },
  ...{ tiers: [tier('cheap'), tier('smart')], roles: {}, limits, tests: { install: [] }, unlock: [] },
};

/** As the journal of such a run would fold. */
function stateWith(signature, { fold, initialState }) {
  const task = { id: 't1', title: 'x', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 };
  const opening = [
    { type: 'run.started', request: 'x', request_ref: ref, target: '/t', base: 'base', scope: '', policy },
    {
      type: 'baseline.measured',
      tree: 'base',
      runner: 'x',
      total: 5,
      passed: 3,
      failed: 2,
      duration_ms: 1,
      run_ref: ref,
    },
    { type: 'plan.proposed', tasks: [task], forecast_usd: 0, improvement: false },
    { type: 'phase.changed', from: 'decomposing', to: 'executing' },
    {
      ...{ type: 'message.sent', from: 'moderator', to: 'tech_lead', kind: 'TASK_ASSIGNED' },
      ...{ task: 't1', round: 0, ref: null, feedback: [] },
    },
    { type: 'message.received', message: 5, to: 'tech_lead', kind: 'TASK_ASSIGNED', task: 't1' },
  ];
  const tried = Array.from({ length: attempts }, (_, at) => attemptOf(at + 1, signature(at))).flat();
  let seq = 0;
  return [...opening, ...tried].reduce((state, event) => {
    seq += 1;
    return fold(state, { seq, at: new Date(seq).toISOString(), run: 'r', ...event });
  }, initialState);
}

const ref = 'a'.repeat(64);

function attemptOf(attempt, signature) {
  const tests = {
    total: 5,
    passed: 3,
    failed: 2,
    errors: 0,
    skipped: 0,
    fixed: 0,
    broken: 0,
    preexisting: 0,
    flaky: 0,
  };
  const verdict = { status: 'fail', tests, integrity: [], control: 'none', stopped_at: 'tests', warnings: [] };
  const about = { task: 't1', attempt };
  const change = {
    tree: `t${attempt}`,
    files: ['a.js'],
    insertions: 1,
    deletions: 0,
    fingerprint: `f${attempt}`,
    diff_ref: ref,
  };
  return [
    { type: 'attempt.started', ...about, tier: 'cheap', from_tree: 'base', prompt_ref: null },
    { type: 'attempt.finished', ...about, tier: 'cheap', ended: 'finished', summary: '', ...change },
    { type: 'verdict.reached', ...about, verdict, signature, judged_tree: `j${attempt}`, crashed: false, hung: false },
  ].map((event) => JSON.parse(JSON.stringify(event)));
}

function timed(work) {
  const from = performance.now();
  work();
  return performance.now() - from;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
