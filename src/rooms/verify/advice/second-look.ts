import { clip } from '../../../core/clip.ts';
import { sentenceOf } from '../../../core/judge/findings.ts';
import { parentOf, type TaskState } from '../../../core/task/task-state.ts';
import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { PawlEvent } from '../../../schema/run/event.ts';
import type { Context } from '../../room.ts';
import { shownChange } from '../../shown-change.ts';
import { askedOf } from '../../task-brief.ts';
import { type Thinkers, think } from '../../think.ts';
import type { Judgement } from '../judge.ts';

/**
 * The tester, where a person gave that role to a model: it may warn about a pass or veto it, and it can never make a
 * failure pass. One that does not deliver changes nothing.
 */
export async function* secondLook(
  { verdict, judged_tree }: Judgement,
  task: TaskState,
  attempt: number,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, BareVerdict> {
  const { patch } = await patchOf(judged_tree, task, context, world);
  const change = shownChange(patch, context.target.scope, world.sight);
  const saying = (...texts: string[]): BareVerdict => ({
    ...verdict,
    findings: [...verdict.findings, ...texts.map((text) => ({ kind: 'tester' as const, text }))],
  });
  if (change === null) return saying('not asked, because the change contains a secret');
  const brief = await askedOf(task, context.state, world.blobs);
  const prompt = [
    `# Task\n${brief}`,
    `# What the tests said\n${verdict.tests.passed} of ${verdict.tests.total} pass, ${verdict.tests.fixed} fixed. ${verdict.findings.map(sentenceOf).join(' ')}`,
    `# Change\n${clip(change, 12_000)}`,
  ].join('\n\n');
  const outcome = yield* think(
    'tester',
    {
      input: { task: brief, change: clip(change, 12_000) },
      prompt,
      commit: judged_tree,
      task: task.task.id,
      round: attempt,
    },
    context,
    world,
  );
  const answer = outcome.state === 'done' ? answerFrom(outcome.output) : null;
  if (!answer) return saying(`no answer (${clip(outcome.reason, 200)})`);
  const warned = saying(...answer.reasons.map((reason) => clip(reason, 300)));
  if (answer.decision !== 'veto') return warned;
  return {
    ...warned,
    status: 'fail',
    stopped_at: 'tester',
    recommendation: 'fix_required',
    confidence: 0.6,
  };
}

async function patchOf(tree: string, task: TaskState, { state, target }: Context, { repo }: Thinkers) {
  const clone = await repo.clone(state.run, target);
  return clone.diff(await clone.treeOf(parentOf(task)), tree);
}

/** As the contract's schema has checked it; a veto without a reason is none. */
function answerFrom(output: unknown): { decision: string; reasons: string[] } | null {
  if (typeof output !== 'object' || output === null) return null;
  const { decision, reasons } = output as { decision?: unknown; reasons?: unknown };
  const texts = Array.isArray(reasons) ? reasons.filter((reason): reason is string => typeof reason === 'string') : [];
  return { decision: decision === 'veto' && texts.length > 0 ? 'veto' : String(decision), reasons: texts };
}
