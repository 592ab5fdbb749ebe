import { redactedRun } from '../../code/redact-run.ts';
import type { Probes, Survey } from '../../languages/repair/warm.ts';
import type { LineHits, Runner, RunnerCommand } from '../../languages/runner.ts';
import { needsOf } from '../../languages/runs/command.ts';
import { watched } from '../../languages/runs/hang.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { TestsPolicy } from '../../schema/settings/policy.ts';
import type { Candidate } from '../candidate.ts';
import { type Batch, batchFile, driver, driverCommand, driverFile, type Tried } from './driver.ts';
import type { Trial, TrialTime } from './trial.ts';
import { probed, surveyed, tried } from './warm.ts';

/** Where candidates are tried. */
export interface Bench {
  /** The tests of these files, or all, on the tree as it is; null where that could not be found out. */
  run(only: string[] | null, time_ms: number): Promise<TestRun | null>;
  /** The same with the lines that they execute, where the project can tell them. */
  measure(only: string[], time_ms: number): Promise<{ run: TestRun | null; hits: LineHits }>;
  /** One run a candidate, in their order; null for one that was not tried or has no report. */
  tryOut(candidates: Candidate[], only: string[], time: TrialTime): Promise<(TestRun | null)[]>;
  /** What the tests do from inside of a warm worker; null where there is none, or it could not load them. */
  survey(only: string[], time: TrialTime): Promise<Survey | null>;
  /** The same in one warm worker, `more` of them behind the first that makes all pass. */
  tryWarm(
    candidates: Candidate[],
    only: string[],
    time: TrialTime & { base: Survey; more: number },
  ): Promise<(Trial | null)[]>;
  /** What candidates do with inputs like those of the tests; null where no worker can tell. */
  probe(candidates: Candidate[], only: string[], time: TrialTime & { base: Survey }): Promise<Probes | null>;
}

export interface BenchParts {
  sandbox: Sandbox;
  shell: Omit<SandboxCommand, 'argv' | 'timeout_ms'>;
  runner: Runner;
  tests: TestsPolicy;
  /** For how long a test may be silent, where one of them does not end; null where all do. */
  silent_seconds: number | null;
  signal: AbortSignal;
}

type Started = RunnerCommand & Pick<SandboxCommand, 'stall'>;

const unbuilt: SandboxResult = {
  ended: 'cancel',
  exit_code: null,
  signal: null,
  stdout: '',
  stderr: '',
  files: {},
  duration_ms: 0,
};

/** The driver's own start and end. */
const slack = 5000;

export function openBench({ sandbox, shell, runner, tests, silent_seconds, signal }: BenchParts): Bench {
  const mount_at = shell.cwd === '' ? shell.mount_at : `${shell.mount_at}/${shell.cwd}`;
  const build = tests.build.length > 0 ? [tests.build] : [];

  const start = async (command: Started, timeout_ms: number): Promise<SandboxResult> => {
    const env = { ...shell.env, ...command.env };
    const result = await sandbox.run(
      { ...shell, about: { kind: 'tests', name: runner.id }, ...needsOf(runner), ...command, env, timeout_ms },
      signal,
    );
    signal.throwIfAborted(); // What was cut short tells nothing.
    return result;
  };
  const plain = async (command: Started, time_ms: number): Promise<SandboxResult | null> => {
    for (const argv of build) {
      const built = await start({ argv, provide: {}, collect: [], env: {} }, time_ms);
      if (built.ended !== 'exit' || built.exit_code !== 0) return null;
    }
    return start(command, time_ms);
  };
  /** With the names of tests as the baseline has them. */
  const finished = (run: TestRun): TestRun | null => (run.outcome === 'ok' ? redactedRun(run) : null);
  const read = (result: SandboxResult | null): TestRun | null => result && finished(runner.read(result, mount_at));

  const run = async (only: string[] | null, time_ms: number): Promise<TestRun | null> => {
    if (silent_seconds === null) return read(await plain(runner.command(only), time_ms));
    const whole = await watched(
      runner,
      { mount_at, only, seconds: silent_seconds, most_ms: Math.max(time_ms, 8 * silent_seconds * 1000) },
      async ({ leftOut, closer, ...stall }) => {
        const command = runner.command(only, undefined, leftOut, closer);
        return (await plain({ ...command, ...stall }, time_ms)) ?? unbuilt;
      },
    );
    return finished(whole.run);
  };

  return {
    run,
    async measure(only, time_ms) {
      if (runner.coverage && silent_seconds === null) {
        const result = await plain(runner.coverage.command(only), time_ms);
        const run = read(result);
        if (run && result) return { run, hits: runner.coverage.read(result, mount_at) };
      }
      return { run: await run(only, time_ms), hits: new Map() };
    },
    async survey(only, { each_ms, all_ms }) {
      // What is built before it is tested is not what a worker could exchange.
      const command = build.length > 0 ? undefined : runner.warm?.(only);
      return command ? surveyed(command, { each_ms, all_ms }, (one) => start(one, all_ms + slack)) : null;
    },
    async tryWarm(candidates, only, time) {
      const command = runner.warm?.(only);
      if (!command) return candidates.map(() => null);
      return tried(command, candidates, time, (one) => start(one, time.all_ms + slack));
    },
    async probe(candidates, only, time) {
      const command = runner.warm?.(only);
      return command ? probed(command, candidates, time, (one) => start(one, time.all_ms + slack)) : null;
    },
    async tryOut(candidates, only, { each_ms, all_ms }) {
      const command = runner.command(only);
      const batch: Batch = {
        candidates: candidates.map(({ path, edits }) => ({ path, edits })),
        commands: [...build, command.argv],
        collect: command.collect,
        each_ms,
        all_ms,
      };
      const names = ['json', 'out', 'err', ...command.collect];
      const result = await start(
        {
          argv: driverCommand,
          provide: { ...command.provide, [driverFile]: driver, [batchFile]: JSON.stringify(batch) },
          collect: candidates.flatMap((_, at) => names.map((name) => `${at}.${name}`)),
          env: command.env,
        },
        all_ms + slack,
      );
      return candidates.map((_, at) => read(resultOf(result, at, command.collect)));
    },
  };
}

/** The run of one candidate, as if it had been alone. */
function resultOf({ files }: SandboxResult, at: number, collect: string[]): SandboxResult | null {
  const text = files[`${at}.json`];
  if (text === undefined) return null;
  const { exit_code, signal, timed_out, duration_ms } = JSON.parse(text) as Tried;
  const own = collect.flatMap((name) => {
    const content = files[`${at}.${name}`];
    return content === undefined ? [] : [[name, content] as const];
  });
  return {
    ended: timed_out ? 'timeout' : exit_code === null ? 'crash' : 'exit',
    exit_code,
    signal,
    stdout: files[`${at}.out`] ?? '',
    stderr: files[`${at}.err`] ?? '',
    files: Object.fromEntries(own),
    duration_ms,
  };
}
