import { clip } from '../../../core/clip.ts';
import { parentOf, type TaskState } from '../../../core/run/run-state.ts';
import { isFollowed } from '../../../core/task/task-table.ts';
import type { EventOf, PawlEvent } from '../../../schema/run/event.ts';
import { advise, outputOf, textOf } from '../../advise.ts';
import type { Context } from '../../room.ts';
import { shownChange } from '../../shown-change.ts';
import type { Thinkers } from '../../think.ts';
import type { Analysis } from './analyse.ts';

/**
 * The first failure's analysis with the cause that the analyst finds. Where it is not worth asking, or does not
 * deliver, what the evidence says stays.
 */
export async function* askAnalyst(
  analysis: Analysis,
  judged: EventOf<'verdict.reached'>,
  task: TaskState,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Analysis> {
  const { state, policy, target } = context;
  if (!isForAnalyst(judged.verdict) || !isFollowed(task, judged, policy, task.baseline ?? state.baseline))
    return analysis;
  const clone = await world.repo.clone(state.run, target);
  const { patch } = await clone.diff(await clone.treeOf(parentOf(task)), judged.judged_tree);
  const diff = shownChange(patch, target.scope, world.sight);
  if (diff === null) return analysis;
  const { test, error_type, error_message, stack_trace_snippet } = analysis;
  const error = world.sight.strict(`${error_type}: ${error_message}`);
  const input = { test, error, stack: world.sight.strict(stack_trace_snippet), diff };
  const question = { input, commit: judged.judged_tree, task: task.task.id, round: judged.attempt };
  const output = outputOf(yield* advise('analyst', question, context, world));
  const [root_cause, fix_strategy] = [textOf(output?.root_cause), textOf(output?.fix_strategy)];
  if (root_cause === null || fix_strategy === null) return analysis;
  const sure = typeof output?.confidence === 'number' ? Math.min(1, Math.max(0, output.confidence)) : 0;
  return {
    ...analysis,
    root_cause: clip(root_cause, 1200),
    fix_strategy: clip(fix_strategy, 1200),
    confidence: sure,
  };
}

/** What ran and failed. A file that does not parse and a forbidden change explain themselves. */
function isForAnalyst({ stopped_at, syntax_errors, test_failures, runtime_errors }: Judged['verdict']): boolean {
  const plain = stopped_at === 'integrity' || stopped_at === 'dependencies' || syntax_errors.length > 0;
  return !plain && test_failures.length + runtime_errors.length > 0;
}

type Judged = EventOf<'verdict.reached'>;
