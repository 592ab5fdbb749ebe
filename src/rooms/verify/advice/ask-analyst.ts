import { clip } from '../../../core/clip.ts';
import { parentOf, type TaskState } from '../../../core/task/task-state.ts';
import { ownFrames, withoutPasses } from '../../../languages/reports/telling.ts';
import { byHand } from '../../../languages/runs/by-hand.ts';
import { readProject } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { EventOf, PawlEvent } from '../../../schema/run/event.ts';
import { advise, outputOf, textOf } from '../../advise.ts';
import { hiddenIn } from '../../hidden.ts';
import type { Context } from '../../room.ts';
import { shownChange } from '../../shown-change.ts';
import { askedOf } from '../../task-brief.ts';
import type { Thinkers } from '../../think.ts';
import { type Analysis, analysisOf, type Failed, type Group } from './analyse.ts';
import { type KnownNames, unknownNames } from './names.ts';

/** So many kinds of failures are put to the analyst, all in one question. */
const mostGroups = 3;
const sourceLines = 40;

/**
 * The kinds of failures with the causes that the analyst finds, in one call. Where it is not worth asking, it does not
 * deliver, or it insists on files and tests that do not exist, what the evidence says stays.
 */
export async function* askAnalyst(
  groups: readonly Group[],
  judged: EventOf<'verdict.reached'>,
  run: TestRun | null,
  task: TaskState,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Analysis[]> {
  const plain = groups.map(analysisOf);
  const openGroups = groups.filter(([first]) => first.real && first.cause === '').slice(0, mostGroups);
  const [leading, ...others] = openGroups;
  if (!leading || !isForAnalyst(judged.verdict)) return plain;
  const { state, policy, target } = context;
  const clone = await world.repo.clone(state.run, target);
  const base = await clone.treeOf(parentOf(task));
  const { patch } = await clone.diff(base, judged.judged_tree);
  const diff = shownChange(patch, target.scope, world.sight);
  if (diff === null || policy.roles.analyst === undefined) return plain;

  const input = {
    ...groupInput(leading),
    ...(await sourceOf(leading[0])),
    ...(others.length > 0 && { others: others.map(groupInput) }),
    task: clip(await askedOf(task, state, world.blobs), 2000),
    diff,
    ...output(),
    ...(await oneTest()),
  };
  const paths = [...(await clone.list(base)), ...(await clone.list(judged.judged_tree))];
  const names: KnownNames = {
    files: scopeAt(target.scope).inside(paths),
    tests: [
      ...(run?.cases ?? []).flatMap(({ id, names }) => [id, names.at(-1) ?? id]),
      ...groups.flat().map(({ test }) => test),
    ],
  };
  let sentBack = false;
  const check = (output: unknown): string[] => {
    const faults = answersIn(output, openGroups).flatMap((answer) => unknownNames(answer, names));
    if (sentBack) return [];
    sentBack = faults.length > 0;
    return faults;
  };
  const question = { input, commit: judged.judged_tree, task: task.task.id, round: judged.attempt, check };
  const answers = answersIn(outputOf(yield* advise('analyst', question, context, world)), openGroups).filter(
    (answer) => unknownNames(answer, names).length === 0,
  );
  return plain.map((analysis) => {
    const answer = answers.find(({ signature }) => signature === analysis.signature);
    if (!answer) return analysis;
    const { cause, strategy, confidence } = answer;
    return {
      ...analysis,
      root_cause: clip(cause, 1200),
      fix_strategy: clip(strategy, 1200),
      confidence,
      by: 'analyst',
    };
  });

  function output(): { output?: string } {
    const printed = withoutPasses(run?.output_tail ?? '').trim();
    return printed === '' ? {} : { output: world.sight.strict(printed).slice(-3000) };
  }

  function groupInput([first, ...more]: Group): Record<string, string> {
    return {
      test: clip(first.test, 300),
      error: world.sight.strict(clip(first.type === '' ? first.message : `${first.type}: ${first.message}`, 2000)),
      stack: world.sight.strict(clip(ownFrames(first.stack), 2000)),
      ...(more.length > 0 && {
        also: more
          .slice(0, 8)
          .map(({ test }) => clip(test, 150))
          .join('\n'),
      }),
    };
  }

  /** The failing test as it stands. */
  async function sourceOf({ test, file }: Failed): Promise<{ source?: string }> {
    const place = run?.cases.find(({ id }) => id === test) ?? { file, line: null };
    const isHidden = await hiddenIn(clone, await clone.treeOf(state.base), target.scope);
    if (place.file === null || isHidden(place.file)) return {};
    const text = await clone.read(judged.judged_tree, scopeAt(target.scope).fromTop(place.file));
    if (text === null) return {};
    const lines = world.sight.strict(text).split('\n');
    const from = place.line === null || lines.length <= sourceLines ? 0 : place.line - 1;
    return { source: clip(`${place.file}:${from + 1}\n${lines.slice(from, from + sourceLines).join('\n')}`, 5000) };
  }

  async function oneTest(): Promise<{ one_test?: string }> {
    const { runner } = await readProject(clone, base, target, policy);
    const [one] = runner ? byHand(runner, policy.tests).one : [];
    const command = one && [one.file, one.test].filter((part) => part !== undefined).join(' ');
    return command ? { one_test: command } : {};
  }
}

interface Answer {
  signature: string;
  cause: string;
  strategy: string;
  confidence: number;
}

/** The cause of the leading kind stands at the top of an answer, those of the others in a list, by their tests. */
function answersIn(output: unknown, [leading, ...others]: readonly Group[]): Answer[] {
  if (typeof output !== 'object' || output === null || !leading) return [];
  const whole = output as Record<string, unknown>;
  const rows = (Array.isArray(whole.others) ? whole.others : []).filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
  return [
    ...answer(leading[0], whole),
    ...rows.flatMap((row) => {
      const group = others.find((each) => each.some(({ test }) => test === row.test || clip(test, 300) === row.test));
      return group ? answer(group[0], row) : [];
    }),
  ];
}

function answer({ signature }: Failed, row: Record<string, unknown>): Answer[] {
  const [cause, strategy] = [textOf(row.root_cause), textOf(row.fix_strategy)];
  if (cause === null || strategy === null) return [];
  const confidence = typeof row.confidence === 'number' ? Math.min(1, Math.max(0, row.confidence)) : 0;
  return [{ signature, cause, strategy, confidence }];
}

/** What ran and failed. A file that does not parse and a forbidden change explain themselves. */
function isForAnalyst({ stopped_at, syntax_errors, test_failures, runtime_errors }: Judged['verdict']): boolean {
  const plain = stopped_at === 'integrity' || stopped_at === 'dependencies' || syntax_errors.length > 0;
  return !plain && test_failures.length + runtime_errors.length > 0;
}

type Judged = EventOf<'verdict.reached'>;
