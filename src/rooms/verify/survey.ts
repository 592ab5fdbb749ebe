import { hangType, oneLine, silentPart } from '../../languages/reports/report.ts';
import type { Runner } from '../../languages/runner.ts';
import { lastLines, neverEnds, nothingRan } from '../../languages/runs/fitness.ts';
import { hangingIn } from '../../languages/runs/hang.ts';
import { filesIn, readProject } from '../../languages/runs/project.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Survey } from '../../schema/run/view.ts';
import type { Place } from './candidate.ts';
import { ofSubmodules, unseen } from './not-looked.ts';
import { measure } from './standing.ts';
import { howEnded } from './unended.ts';

/** How a tree is tested, proven by running it. `Unfit` says why that is not possible. */
export async function survey(clone: Clone, base: string, place: Place, baselines: Baselines): Promise<Survey> {
  const { target, policy } = place;
  const { runner } = await readProject(clone, base, target, policy);
  const run = await measure(clone, base, place, baselines);
  if (run.outcome !== 'ok')
    throw new Unfit(
      await neverEnds(howEnded(run, hangingIn(run)), run, await filesIn(clone, base, target.scope)),
      'tests_do_not_end',
    );
  if (!runner || run.cases.every(({ status }) => status === 'skipped'))
    throw new Unfit(await nothingRan(runner, run, await filesIn(clone, base, target.scope)), 'no_tests');
  const count = (...kinds: string[]) => run.cases.filter(({ status }) => kinds.includes(status)).length;
  const hanging = hangingIn(run);
  const parts = runner.parts ?? [{ dir: '', runner }];
  return {
    parts: parts.map(({ dir, runner }) => ({ dir: dir === '' ? '.' : dir, ...howRun(runner, policy.tests.build) })),
    total: run.cases.length,
    passed: count('passed'),
    failed: count('failed', 'error') + run.errors.filter(({ type }) => type !== silentPart).length - hanging.length,
    hanging,
    skipped: count('skipped'),
    unseen: [
      ...[...unseen(runner, run, [], () => true), ...ofSubmodules(target.submodules, run)].map(({ text }) => text),
      ...faultsIn(run),
    ],
    duration_ms: Math.round(run.duration_ms),
  };
}

/** What keeps tests from running that no test is named for: files that do not load, a command that says nothing else. */
function faultsIn(run: TestRun): string[] {
  const unloaded = run.errors.filter(({ type, file }) => type !== silentPart && type !== hangType && file !== null);
  const fails = run.evidence === 'exit_code' && run.cases.some(({ status }) => status === 'failed');
  return [
    ...unloaded.slice(0, 3).map(({ file, message }) => `${file} does not load: ${oneLine(message)}`),
    ...(fails ? [`the command fails with exit code ${run.exit_code}: ${lastLines(run)}`] : []),
  ];
}

function howRun({ id, call, command }: Runner, building: string[]): Omit<Survey['parts'][number], 'dir'> {
  const build = [building.join(' '), call?.before ?? ''].filter((line) => line !== '').join(' && ');
  return { runner: id, command: call?.words ?? command(null).argv, build: build === '' ? null : build };
}
