import { type ModelCall, payForModel } from '../../agents/pay.ts';
import { clip } from '../../core/clip.ts';
import { capsOf } from '../../core/money/caps.ts';
import { conversationKey, type RunState, stoppedTier } from '../../core/run/run-state.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import type { Models } from '../../ports/outside/model.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Ledger } from '../../ports/state/ledger.ts';
import { messageSchema } from '../../schema/agents/message.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';

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
 * If an embedding model is configured: the embedding of the change, and its similarity to the tier's previous change.
 * It is asked once. If it fails, only the structural comparison is used.
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
  const recorded = state.conversations[conversationKey(role, task.task.id, attempt)]?.entries.at(-1)?.ref;
  const embedding_ref = recorded ?? (yield* embed(change, state, policy.embedding, policy, parts, signal));
  if (embedding_ref === null) return {};
  const before = task.attempts.findLast(
    (candidate) => candidate.tier === tier && candidate.attempt < attempt && candidate.finished,
  );
  const other = before?.finished?.embedding_ref;
  if (other === undefined) return { embedding_ref };
  const alike = cosine(await vectorIn(parts.blobs, other), await vectorIn(parts.blobs, embedding_ref));
  return alike === null ? { embedding_ref } : { embedding_ref, alike };
}

async function* embed(
  { task, attempt, patch }: Change,
  state: RunState,
  { model, price }: NonNullable<Policy['embedding']>,
  policy: Policy,
  { models, ledger, blobs }: Parts,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, string | null> {
  const text = clip(patch, longest);
  const about = { run: state.run, task: task.task.id, attempt, tier: tierName };
  const buyer = { ...about, role, model, caps: capsOf(state, policy) };
  const call: ModelCall<number[]> = {
    price,
    bytes: Buffer.byteLength(text),
    max_tokens: 0,
    async make() {
      const reply = await (await models.embedder(model)).embed(text, signal);
      return reply.ok ? { ok: true, answer: reply.vector, usage: usageOf(reply.tokens) } : reply;
    },
    async keep(vector) {
      const prompt_ref = await blobs.put(JSON.stringify([{ role: 'user', text }]));
      const rounded = JSON.stringify(vector.map((value) => Math.round(value * 1e5) / 1e5));
      const message_ref = await blobs.put(JSON.stringify({ role: 'assistant', text: rounded, calls: [] }));
      return { prompt_ref, message_ref };
    },
    retry: () => null,
  };
  const paid = yield* payForModel(buyer, call, ledger, signal);
  return paid.ok && paid.recorded?.type === 'model.called' ? paid.recorded.message_ref : null;
}

const usageOf = (tokens: number | null) =>
  tokens === null ? null : { input_tokens: tokens, cached_tokens: 0, output_tokens: 0 };

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
