import { normaliseMessage } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import type { AttemptState, TaskState } from '../../core/task/task-state.ts';
import { readProject } from '../../languages/runs/project.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { World } from '../../ports/world.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import { hiddenIn } from '../hidden.ts';
import { noting } from '../noting.ts';
import { type Context, type Room, taskIn } from '../room.ts';
import { type Proof, proofIn } from './proof.ts';

/**
 * A failure that a later attempt got past is a lesson: the kind of error, how to fix it, and the change that proved it.
 * The memory has it before the journal says so, so that a run that is killed between the two learns it again, which
 * counts once.
 */
export const learn: Room<'learn', 'memory' | 'repo' | 'sight'> = async function* (step, context, world) {
  const { memory } = world;
  const { run } = context.state;
  const task = taskIn(context.state, step.task);
  const passed = task.attempts.find((attempt) => attempt.attempt === step.attempt);
  if (task.recalled.some(({ attempt }) => attempt === step.attempt))
    yield* noting(step.task, () => memory.credit({ run, task: step.task, attempt: step.attempt }, true));
  if (passed) yield* lessonOf(task, passed, context, world);
};

async function* lessonOf(
  task: TaskState,
  passed: AttemptState,
  context: Context,
  world: Pick<World, 'memory' | 'repo' | 'sight'>,
): AsyncGenerator<PawlEvent, void> {
  const failed = task.attempts.findLast(
    (attempt) => attempt.attempt < passed.attempt && attempt.judged !== null && attempt.judged.signature !== null,
  );
  const failure = failed?.analyses.find(isTeaching);
  if (!failed || !failure?.signature || !failure.pattern) return;
  const proof = await proofOf(task, failed, passed, context, world);
  if (proof === null) return;
  const { test, error_type, error_message, signature, pattern } = failure;
  const learned = {
    ...{ task: task.task.id, signature, pattern },
    fix: clip(fixOf(failure, proof), 1200),
    files: proof.files.slice(0, 20).map((path) => clip(path, 120)),
    tier: passed.tier,
  };
  yield* noting(task.task.id, () =>
    world.memory.learn({
      ...learned,
      ...{ run: context.state.run, test, error_type, diff: proof.diff },
      error_message: clip(normaliseMessage(error_message), 600),
    }),
  );
  yield { type: 'lesson.learned', ...learned, error: clip(pattern, 600) };
}

const isTeaching = ({ noise, signature }: EventOf<'failure.analysed'>): boolean => !noise && signature !== undefined;

/** What the analyst advised, where a change that passed has borne it out; else the smallest edit of that change. */
function fixOf({ by, confidence, fix_strategy }: EventOf<'failure.analysed'>, { edit }: Proof): string {
  return by === 'analyst' && confidence >= 0.5 && fix_strategy !== '' ? fix_strategy : edit;
}

/** From the tree that failed to the one that passed: product files alone. Null where those are the same. */
async function proofOf(
  task: TaskState,
  failed: AttemptState,
  passed: AttemptState,
  { state, policy, target }: Context,
  { repo, sight }: Pick<World, 'repo' | 'sight'>,
): Promise<Proof | null> {
  const [from, to] = [failed.judged?.judged_tree, passed.judged?.judged_tree];
  if (!from || !to || task.parent === null) return null;
  const clone = await repo.clone(state.run, target);
  const { patch } = await clone.diff(from, to);
  const { isTest } = await readProject(clone, await clone.treeOf(task.parent), target, policy);
  const isHidden = await hiddenIn(clone, await clone.treeOf(state.base), target.scope);
  const { nameOf } = scopeAt(target.scope);
  const isSeen = (path: string) => !isHidden(nameOf(path) ?? path);
  return proofIn(patch, (path) => !isTest(path) && isSeen(path), sight.strict);
}
