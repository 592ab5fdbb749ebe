import { clip } from '../../core/clip.ts';
import { billOf, boundOf, stopOf } from '../../core/money/budget.ts';
import { conversationKey, type RunState, stoppedTier, type TaskState } from '../../core/run/run-state.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Models } from '../../ports/model.ts';
import type { PawlEvent } from '../../schema/event.ts';
import { messageSchema } from '../../schema/message.ts';
import type { Policy } from '../../schema/policy.ts';

interface Parts {
  models: Models;
  ledger: Ledger;
  blobs: Blobs;
}

interface Change {
  task: TaskState;
  attempt: number;
  tier: string;
  patch: string;
}

/** What an attempt's end says of its embedding. */
type Likeness = { embedding_ref?: string; alike?: number };

const role = 'embedder';
const tierName = 'embedding';
const longest = 24_000;

/**
 * Where an embedding model is configured: the change as it sees it, and how like the tier's change before. It is asked
 * once, and whatever goes wrong only leaves the answer out: the structural comparison stands.
 */
export async function* likenessOf(
  change: Change,
  state: RunState,
  policy: Policy,
  parts: Parts,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Likeness> {
  const { task, attempt, tier, patch } = change;
  if (!policy.embedding || patch === '' || stoppedTier(state.stopped, tierName) !== null) return {};
  const known = state.conversations[conversationKey(role, task.task.id, attempt)]?.entries.at(-1)?.ref;
  const embedding_ref = known ?? (yield* embed(change, state.run, policy.embedding, policy, parts, signal));
  if (embedding_ref === null) return {};
  const before = task.attempts.findLast((one) => one.tier === tier && one.attempt < attempt && one.finished);
  const other = before?.finished?.embedding_ref;
  if (other === undefined) return { embedding_ref };
  const alike = cosine(await vectorIn(parts.blobs, other), await vectorIn(parts.blobs, embedding_ref));
  return alike === null ? { embedding_ref } : { embedding_ref, alike };
}

async function* embed(
  { task, attempt, patch }: Change,
  run: string,
  { model, price }: NonNullable<Policy['embedding']>,
  policy: Policy,
  { models, ledger, blobs }: Parts,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, string | null> {
  const text = clip(patch, longest);
  const paid = price ?? { input: 0, output: 0 };
  const bound = boundOf(paid, Buffer.byteLength(text), 0);
  const worst_usd = bound.usd;
  const held = await ledger.reserve({ run, task: task.task.id, tier: tierName, worst_usd, caps: policy.limits });
  if (!held.ok) return null;
  const reply = await (await models.embedder(model)).embed(text, signal);
  const about = { tier: tierName, role, model, task: task.task.id };
  if (!reply.ok) {
    const { kind, message, charged } = reply.fault;
    if (charged === 'none') await ledger.settle(held.id, 0);
    signal.throwIfAborted();
    const usd = charged === 'none' ? 0 : worst_usd;
    yield { type: 'model.failed', ...about, fault: kind, message: clip(message, 600), usd, retry_in_ms: null };
    return null;
  }
  const counted = reply.tokens === null ? null : { input_tokens: reply.tokens, cached_tokens: 0, output_tokens: 0 };
  const { above, ...bill } = billOf(paid, bound, counted);
  await ledger.settle(held.id, bill.usd);
  if (above) yield stopOf(about, bound, bill);
  const prompt_ref = await blobs.put(JSON.stringify([{ role: 'user', text }]));
  const rounded = reply.vector.map((value) => Math.round(value * 1e5) / 1e5);
  const message_ref = await blobs.put(JSON.stringify({ role: 'assistant', text: JSON.stringify(rounded), calls: [] }));
  yield { type: 'model.called', ...about, ...bill, attempt, prompt_ref, message_ref };
  return message_ref;
}

async function vectorIn(blobs: Blobs, ref: string): Promise<number[]> {
  const { text } = messageSchema.parse(JSON.parse(await blobs.text(ref)));
  return JSON.parse(text);
}

/** Null for vectors that cannot be compared: another model made one of them, or one points nowhere. */
function cosine(one: number[], other: number[]): number | null {
  if (one.length !== other.length) return null;
  const dot = (a: number[], b: number[]): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const length = Math.sqrt(dot(one, one) * dot(other, other));
  return length === 0 ? null : Math.max(0, Math.min(1, dot(one, other) / length));
}
