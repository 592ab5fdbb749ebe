import type { App, AppOptions, RunHandle } from '../../../src/app.ts';
import type { CliIo } from '../../../src/faces/cli/io.ts';
import { runCli } from '../../../src/faces/cli/run-cli.ts';
import { PawlError } from '../../../src/ports/errors.ts';
import type { Pull } from '../../../src/schema/forge/pull.ts';
import type { Recorded } from '../../../src/schema/run/event.ts';
import type { RunEnd, RunView } from '../../../src/schema/run/view.ts';

const samplePull: Pull = {
  ...{
    number: 3,
    url: 'pawl pr show 3',
    title: 'fix: make it add',
    body: 'Why.\n<!-- pawl run=r1 t1 -->\n',
    draft: true,
  },
  ...{ state: 'open', head: 'pawl/make-it-add', head_sha: '1'.repeat(40), base: 'main' },
};

/** An app whose runs are scripted; everything it is told is kept in `calls`. */
export function fakeApp(overrides: Partial<App> = {}): App & { calls: unknown[][] } {
  const calls: unknown[][] = [];
  const told =
    <A extends unknown[], R>(name: string, result: R) =>
    async (...args: A): Promise<R> => {
      calls.push([name, ...args]);
      return result;
    };
  return {
    calls,
    run: told('run', handleFor([], done(0))),
    issue: told('issue', {
      request: 'An issue (issue #7)\n',
      issue: {
        kind: 'github',
        host: 'github.com',
        project: 'acme/adder',
        number: 7,
        url: 'https://github.com/acme/adder/issues/7',
      },
    }),
    pulls: told('pulls', [samplePull]),
    pull: told('pull', samplePull),
    mergePull: told('mergePull', { ...samplePull, state: 'merged' as const }),
    closePull: told('closePull', { ...samplePull, state: 'closed' as const }),
    plan: told('plan', handleFor([], done(0))),
    consult: told('consult', handleFor([], done(0))),
    dryRun: async () => {
      throw new Error('not scripted');
    },
    resume: told('resume', handleFor([], done(0))),
    answer: told('answer', handleFor([], done(0))),
    watch: told('watch', handleFor([], done(0))),
    cancel: told('cancel', 'requested' as const),
    runs: told('runs', []),
    heads: told('heads', []),
    brief: async () => {
      throw new Error('not asked here');
    },
    door: told('door', { token: 'token', port: null }),
    view: async (run = sampleView.run) => {
      calls.push(['view', run]);
      if (!sampleView.run.startsWith(run)) throw new PawlError('no_run', `no run is called ${run}`, 2);
      return sampleView;
    },
    events: () => stream([]),
    metrics: async () => {
      throw new Error('not asked here');
    },
    searchMemory: told('searchMemory', { executions: [], lessons: [] }),
    showMemory: told('showMemory', []),
    exportMemory: () => stream([]),
    importMemory: told('importMemory', { lines: 0, executions: 0, lessons: 0, skipped: 0 }),
    pruneMemory: told('pruneMemory', { executions: 0, lessons: 0 }),
    blob: async (digest) => digest,
    change: told('change', { patch: '', task: null, attempt: null }),
    diff: told('diff', ''),
    report: told('report', ''),
    reportFile: told('reportFile', '/state/reports/r1/report.md'),
    show: told('show', undefined),
    undo: told('undo', {
      run: 'r1abc',
      branch: 'pawl/x',
      sha: 'abc',
      restored: [{ ref: 'pawl/x', sha: null }],
      left: [],
    }),
    verify: async () => {
      throw new Error('not scripted');
    },
    review: async () => {
      throw new Error('not scripted');
    },
    graph: () => 'flowchart LR\n  a --> b\n',
    backtest: () => {
      throw new Error('not asked here');
    },
    agents: told('agents', { agents: [], errors: [] }),
    uncommitted: told('uncommitted', 0),
    checkAgents: told('checkAgents', { checked: 0, errors: [] }),
    settings: async () => ({ values: {}, origins: {}, notes: [] }),
    models: told('models', []),
    setup: told('setup', {
      file: '/c/config.yaml',
      text: 'tiers: []\n',
      found: ['no key'],
      exists: false,
      unchanged: false,
    }),
    userConfig: () => '/c/config.yaml',
    configText: told('configText', 'limits:\n  run_usd: 2\n'),
    configure: told('configure', '/c/config.yaml'),
    writeConfig: told('writeConfig', '/c/config.yaml'),
    doctor: told('doctor', []),
    clean: told('clean', { removed: [], kept: [], bytes: 0 }),
    init: told('init', { created: [], proposal: null, committed: false, config: null, note: null }),
    close: told('close', undefined),
    ...overrides,
  };
}

export const sampleView: RunView = {
  run: 'r1abc',
  request: 'make add right',
  agent: null,
  about: null,
  phase: 'executing',
  status: 'waiting',
  exit_code: null,
  question: 'Which sign?',
  base: '0123456789abcdef0123456789abcdef01234567',
  branch: 'pawl/make-add-right',
  commits: [],
  merged_into: null,
  pushed_to: null,
  undone: false,
  left: [],
  next: null,
  pulls: [],
  unasked: null,
  started_at: '2026-01-02T03:04:05.000Z',
  seconds: 75,
  usd: 0.0125,
  usd_by_tier: { cheap: 0.0025, smart: 0.01 },
  usd_cut_off: 0,
  baseline: { total: 5, failed: 1, failing: [{ test: 'adds', error: 'AssertionError: expected 3, got 4' }] },
  usd_by_role: { developer: 0.0105, reviewer: 0.002 },
  tasks: [
    {
      task: { id: 'T1', title: 'Make add right', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 },
      status: 'active',
      tier: 'smart',
      usd: 0.0105,
      attempts: [
        { attempt: 1, tier: 'cheap', status: 'fail', failing: 2, score: null, reviewed_by: null },
        { attempt: 2, tier: 'smart', status: 'pass', failing: 0, score: 86, reviewed_by: 'models' },
      ],
    },
  ],
};

export const done = (exit_code: number, end: Partial<RunEnd> = {}): RunEnd => ({
  run: 'r1abc',
  exit_code,
  waiting: null,
  interrupted: false,
  note: null,
  ...end,
});

export function handleFor(events: Recorded[], end: RunEnd): RunHandle {
  return { run: end.run, events: stream(events), stop: () => undefined, done: Promise.resolve(end) };
}

export async function* stream<T>(items: T[]): AsyncIterable<T> {
  yield* items;
}

/** One invocation against a fake app. */
export async function pawl(
  argv: string[],
  app: App = fakeApp(),
  io: Partial<CliIo> & { input?: (Uint8Array | string)[] } = {},
): Promise<{ code: number; out: string; err: string; options: AppOptions[] }> {
  let out = '';
  let err = '';
  const options: AppOptions[] = [];
  const { input = [], ...rest } = io;
  const code = await runCli(argv, {
    createApp: async (given = {}) => {
      options.push(given);
      return app;
    },
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    stdin: stream(input),
    env: {},
    isTTY: false,
    ...rest,
  });
  return { code, out, err, options };
}
