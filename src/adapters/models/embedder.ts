import { ConfigError } from '../../ports/errors.ts';
import type { Embedder, ProviderAccess } from '../../ports/outside/model.ts';
import { type ExchangeLimits, openExchange } from './exchange.ts';
import { faultOf, withoutKey } from './faults.ts';
import { countOf } from './usage.ts';
import { loadWire } from './wires.ts';

/** A provider's embedding model. Throws `ConfigError` for a provider that has none. */
export async function openEmbedder(
  id: string,
  provider: string,
  access: ProviderAccess,
  limits: ExchangeLimits,
): Promise<Embedder> {
  const wire = await loadWire(provider, access);
  const { embedding } = wire;
  if (!embedding) throw new ConfigError(`embedding: ${access.api} has no embedding models`);
  return {
    id,
    async embed(text, signal) {
      const exchange = openExchange({ ...limits, answer_bytes: Math.min(limits.answer_bytes, answer_bytes) }, signal);
      try {
        const model = embedding(id.slice(provider.length + 1), exchange.fetch);
        const { embeddings, usage } = await model.doEmbed({ values: [text], abortSignal: exchange.signal });
        const vector = embeddings[0] ?? [];
        if (vector.length > 0 && vector.length <= longest && vector.every(Number.isFinite))
          return { ok: true, vector, tokens: countOf(usage?.tokens) || null };
        return { ok: false, fault: { ...empty } };
      } catch (error) {
        return { ok: false, fault: withoutKey(faultOf(error, exchange), wire.secret) };
      } finally {
        exchange.close();
      }
    },
  };
}

/** Numbers of a vector; models have some thousands. */
const longest = 16_384;
/** 4 MB with their framing. */
const answer_bytes = 64 * 1024;

const empty = {
  kind: 'malformed',
  message: 'the provider sent no usable vector',
  retry_after_ms: null,
  charged: 'unknown',
} as const;
