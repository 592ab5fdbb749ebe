import { join } from 'node:path';
import { redact } from '../../code/redact.ts';
import { redactedRun } from '../../code/redact-run.ts';
import type { Target, Workspace } from '../../ports/outside/repo.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { isManifest } from '../judging/protection/manifests.ts';
import { isProtected } from '../judging/protection/protected.ts';
import { languageOfRunner } from '../registry.ts';
import type { Runner } from '../runner.ts';
import { builtIn, commandIn, dirsOf, givenBuild, needsOf } from './command.ts';
import { type Round, watched } from './hang.ts';
import { withRefusals } from './refused.ts';
import { scopeAt } from './scope.ts';
import { fromScope, joinedParts, onlyIn } from './several.ts';
import { timedApart } from './test-time.ts';

export interface Execution {
  sandbox: Sandbox;
  workspace: Workspace;
  target: Target;
  policy: Policy;
  runner: Runner;
  only: ScopePath[] | null;
  /** Files that judge the code, whatever they are called. */
  judging?: ReadonlySet<RepoPath>;
  /** What base's build has made, for this one to start from. Code under judgement never makes it. */
  built?: string | undefined;
  /** What the candidate's has: only for runs of the candidate, since its own code made it. */
  rebuilt?: string | undefined;
  /** It is base that runs: what it builds is kept. */
  keeps_build?: true;
  /** A folder with other dependencies than the target's. */
  installed?: string;
  timeout_ms: number;
  signal: AbortSignal;
}

/** Builds where the target says so, runs the tests and reads the runner's own report. */
export async function runTests(execution: Execution): Promise<TestRun> {
  const { parts } = execution.runner;
  if (!parts) return runPart(execution, '', execution.runner);
  const runs: { dir: string; run: TestRun }[] = [];
  for (const part of parts) {
    const only = onlyIn(execution.only, part, parts);
    if (only?.length === 0) continue;
    // A build of the whole is made once.
    const policy = runs.length === 0 ? execution.policy : unbuiltPolicy(execution.policy);
    const run = await runPart({ ...execution, runner: part.runner, only, policy }, part.dir, execution.runner);
    runs.push({ dir: part.dir, run: fromScope(run, part.dir) });
    execution.signal.throwIfAborted();
  }
  return runs.length === 0 ? noTests() : joinedParts(runs);
}

const unbuiltPolicy = (policy: Policy): Policy => ({ ...policy, tests: { ...policy.tests, build: [] } });

/** Runs the tests of one folder of the target. */
async function runPart(execution: Execution, dir: string, whole: Runner): Promise<TestRun> {
  const { sandbox, workspace, target, policy, runner, signal } = execution;
  const building_ms = policy.limits.full_seconds * 1000;
  const timeout_ms = runner.compiles ? building_ms + execution.timeout_ms : execution.timeout_ms;
  const base = commandIn(workspace, target, policy, execution.installed, dirsOf(whole));
  let before_ms = 0;
  if (policy.tests.build.length > 0) {
    const about = { kind: 'build' as const, name: policy.tests.build.join(' ') };
    const built = await sandbox.run({ ...base, about, argv: policy.tests.build, timeout_ms: building_ms }, signal);
    if (built.ended !== 'exit' || built.exit_code !== 0)
      return unbuilt(runner, redact(built.stdout + built.stderr), built.duration_ms);
    before_ms = built.duration_ms;
  }
  const before = await workspace.list();
  const start = ({ leftOut, closer, ...stall }: Round) => {
    const { argv, provide, collect, env } = runner.command(execution.only, execution.timeout_ms, leftOut, closer);
    return sandbox.run(
      {
        ...base,
        cwd: join(base.cwd, dir),
        ...needsOf(runner),
        ...builtIn(target, dir, runner),
        ...{ argv, timeout_ms },
        about: { kind: 'tests', name: runner.id, tally: (files) => tallyOf(runner, files, how.mount_at) },
        provide: { ...provide, ...givenBuild(runner, execution.built) },
        collect: [...collect, ...(runner.built && execution.keeps_build ? [runner.built.file] : [])],
        env: { ...base.env, ...env },
        ...stall,
      },
      signal,
    );
  };
  const how = {
    mount_at: join(target.dir, dir),
    only: execution.only,
    seconds: policy.limits.verify_seconds,
    most_ms: policy.limits.full_seconds * 1000,
  };
  const { run, last, started_at } = await watched(runner, how, start);
  const touched = await touchedBy(started_at, workspace, before, { ...execution, runner: whole });
  const built = execution.keeps_build && runner.built ? (last.files[runner.built.file] ?? execution.built) : undefined;
  return redactedRun({
    ...withRefusals(timedApart(run, runner, last, before_ms), how.mount_at),
    ...(touched && { touched }),
    ...(built !== undefined && { built }),
  });
}

const maxTallied = 4_000_000;

/** The tests that have ended, as far as an unfinished report tells. */
function tallyOf(runner: Runner, files: Record<string, string>, mount_at: string): { total: number; failed: number } {
  const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  if (size > maxTallied) return { total: 0, failed: 0 };
  const unfinished = {
    ended: 'timeout',
    exit_code: null,
    signal: null,
    stdout: '',
    stderr: '',
    duration_ms: 0,
  } as const;
  const { cases } = runner.read({ ...unfinished, files }, mount_at);
  const failed = cases.filter(({ status }) => status === 'failed' || status === 'error').length;
  return { total: cases.length, failed };
}

/** The system's clock for files is coarse; no command is under way that soon. */
const tick = 5;

/**
 * The files that judge the code and were written while it ran: code under test runs beside its tests and can reach
 * them. New snapshots are the runner's own.
 */
async function touchedBy(
  started_at: number | undefined,
  workspace: Workspace,
  before: string[],
  { target: { scope }, runner, judging: named }: Pick<Execution, 'target' | 'runner' | 'judging'>,
): Promise<string[] | null> {
  if (started_at === undefined) return null;
  const { nameOf } = scopeAt(scope);
  const isTest = (path: RepoPath) => {
    const name = nameOf(path);
    return name !== null && runner.isTest(name);
  };
  const rule = (path: string, there: boolean) => isProtected(path, isTest, there)?.rule ?? null;
  const earlier = new Set(before);
  const judging = before.filter((path) => named?.has(path) || rule(path, true) !== null || isManifest(path));
  const appeared = (await workspace.list()).filter((path) => {
    const why = earlier.has(path) ? null : rule(path, false);
    return why !== null && why !== 'snapshot';
  });
  return [...(await workspace.changedSince(started_at + tick, judging)), ...appeared];
}

/** Runners that build before they run: another run costs far more than its tests. */
export const buildsFirst = ({ id }: Runner): boolean => languageOfRunner(id)?.runners?.compiler !== undefined;

export const noTests = (): TestRun => ({
  runner: 'none',
  outcome: 'ok',
  evidence: 'exit_code',
  cases: [],
  errors: [],
  duration_ms: 0,
  exit_code: null,
  signal: null,
  output_tail: '',
});

function unbuilt(runner: Runner, output: string, duration_ms: number): TestRun {
  const message = `the build failed: ${output.trim().split('\n').at(-1) ?? ''}`;
  return {
    ...noTests(),
    runner: runner.id,
    outcome: 'no_report',
    errors: [{ type: 'BuildError', message, stack: output.slice(-2000), file: null, line: null }],
    duration_ms,
    output_tail: output.slice(-4000),
  };
}
