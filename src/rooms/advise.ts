import { ConfigError } from '../ports/errors.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { RoleName } from '../schema/settings/policy.ts';
import type { Context } from './room.ts';
import { type Question, type Thinkers, type Thought, think } from './think.ts';

/**
 * Asks a role's agent for advice. Null if no agent has the role or none can be asked: a failure costs the advice, never
 * the run.
 */
export async function* advise(
  role: RoleName,
  question: Question,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Thought | null> {
  if (context.policy.roles[role] === undefined) return null;
  try {
    return yield* withoutEnding(think(role, question, context, world));
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** A cap that cannot bear advice costs the advice: it says nothing about whether the work itself can go on. */
async function* withoutEnding(thinking: AsyncGenerator<PawlEvent, Thought>): AsyncGenerator<PawlEvent, Thought> {
  for (;;) {
    const next = await thinking.next();
    if (next.done) return next.value;
    if (next.value.type !== 'budget.exhausted') yield next.value;
  }
}

/** The output of an agent that delivered what its contract asks for; a person's own agent may promise something else. */
export function outputOf(thought: Thought | null): Record<string, unknown> | null {
  if (thought?.state !== 'done') return null;
  const { output } = thought;
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : null;
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
