import { ConfigError } from '../../ports/errors.ts';
import type { Missing } from '../../schema/judge/review.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { RoleName } from '../../schema/settings/policy.ts';
import { textOf } from '../advise.ts';
import type { Context } from '../room.ts';
import { agentOf, type Question, type Thinkers, type Thought, think, thinkersFor } from '../think.ts';

type Output = Record<string, unknown>;

export interface Looked {
  /** What was found, also by those who gave an incomplete answer; null where nobody looked. */
  output: Output | null;
  missing: Missing | null;
  /** The cap that keeps everybody from looking. */
  exhausted: EventOf<'budget.exhausted'> | null;
}

const parts = { auditor: 'audit', reviewer: 'review' } as const;

/**
 * Lets an agent do its part of a review: first its own tier, then each other tier with a model, until one answers. Null
 * if no tier has a model or no agent has the role. If one asks for a person, no other is asked.
 */
export async function* look(
  role: keyof typeof parts,
  question: Question,
  /** How often all of them were asked in vain. */
  passes: number,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Looked | null> {
  const part = parts[role];
  if (context.policy.roles[role] === undefined) return null;
  const tiers = thinkersFor(agentOf(role, world), context);
  if (tiers.length === 0) return null;
  const failures: (Missing & Pick<Looked, 'exhausted'>)[] = [];
  const findings = new Map<string, unknown>();
  for (const [index, tier] of tiers.entries()) {
    const request = { ...question, tier, again: passes * context.policy.tiers.length + index };
    const { thought, fault, exhausted } = yield* heard(role, request, context, world);
    const output = wholeOf(part, thought);
    if (output) return { output, missing: null, exhausted: null };
    for (const finding of findingsIn(thought)) findings.set(JSON.stringify(finding), finding);
    failures.push({ part, ...whyNot(thought, fault), exhausted });
    if (failures.at(-1)?.cause === 'escalation') break;
  }
  const { exhausted, ...missing } = gravest(failures);
  return { output: findings.size > 0 ? { findings: [...findings.values()] } : null, missing, exhausted };
}

/** A spent budget is not the end while another tier may still be able to look. */
async function* heard(
  role: RoleName,
  question: Question,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, { thought: Thought | null; fault: string | null } & Pick<Looked, 'exhausted'>> {
  let fault: string | null = null;
  let exhausted: Looked['exhausted'] = null;
  try {
    const thinking = think(role, question, context, world);
    for (;;) {
      const next = await thinking.next();
      if (next.done) return { thought: next.value, fault, exhausted };
      if (next.value.type === 'model.failed') fault = next.value.fault;
      if (next.value.type === 'budget.exhausted') exhausted = next.value;
      else yield next.value;
    }
  } catch (error) {
    if (error instanceof ConfigError) return { thought: null, fault: error.message, exhausted };
    throw error;
  }
}

/** What an agent found, if it answered as its contract asks. */
function wholeOf(part: Missing['part'], thought: Thought | null): Output | null {
  if (thought?.state !== 'done' || typeof thought.output !== 'object' || thought.output === null) return null;
  const output = thought.output as Output;
  const isWhole = Array.isArray(output.findings) && (part === 'audit' || isQuality(output.quality));
  return isWhole ? output : null;
}

/** Findings of an answer that was refused for another of its faults: they count, and it is no review all the same. */
function findingsIn(thought: Thought | null): unknown[] {
  const { findings } = (thought?.output ?? {}) as Output;
  return Array.isArray(findings) ? findings : [];
}

const isQuality = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 30;

function whyNot(thought: Thought | null, fault: string | null): Pick<Missing, 'cause' | 'reason'> {
  const why = textOf(thought?.reason ?? fault) ?? 'no reason was given';
  if (thought?.cause === 'budget') return { cause: 'budget', reason: `could not be asked within the budget: ${why}` };
  if (thought === null || thought.cause === 'fault') {
    if (fault === 'unauthorized') return { cause: 'credentials', reason: `could not be asked: ${why}` };
    if (fault === 'refused') return { cause: 'refusal', reason: `refused to look: ${why}` };
    return { cause: 'fault', reason: `could not be asked: ${why}` };
  }
  if (thought.state === 'escalate' && thought.cause === 'action')
    return { cause: 'escalation', reason: `asks for a person: ${why}` };
  return { cause: 'partial', reason: `gave an incomplete answer: ${why}` };
}

/** A request for a person comes first, then what money could mend; bad credentials count only if all are bad. */
function gravest<T extends Missing>(failures: T[]): T {
  const [first] = failures;
  if (!first) throw new Error('nobody was asked');
  const one = (cause: Missing['cause']) => failures.find((failure) => failure.cause === cause);
  const mild = failures.find(({ cause }) => cause !== 'credentials');
  return one('escalation') ?? one('budget') ?? mild ?? first;
}
