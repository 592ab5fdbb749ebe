import { ConfigError } from '../../ports/errors.ts';
import type { Model, ModelFault, ModelReply, ModelRequest, Models, ProviderAccess } from '../../ports/outside/model.ts';
import type { Price, Tier } from '../../schema/settings/policy.ts';
import { readAnswer } from './answer.ts';
import { openEmbedder } from './embedder.ts';
import { type Exchange, type ExchangeLimits, openExchange } from './exchange.ts';
import { faultOf, withKeyName, withoutKey } from './faults.ts';
import { isWhole } from './in-events.ts';
import { promptOf, toolsOf } from './prompt.ts';
import { replyOf } from './reply.ts';
import { requestBytes } from './request-bytes.ts';
import { loadWire, type Wire } from './wires.ts';

export interface AiModelsOptions {
  providers: Record<string, ProviderAccess>;
  limits?: Partial<ExchangeLimits>;
}

/** Models of the configured providers. A provider's library is loaded when the first of its models is opened. */
export function aiModels(options: AiModelsOptions): Models {
  const limits: ExchangeLimits = {
    first_byte_ms: 60_000,
    idle_ms: 60_000,
    total_ms: 600_000,
    answer_bytes: 2 * 1024 * 1024,
    ...options.limits,
  };
  return {
    async open(tier: Tier): Promise<Model> {
      if (tier.model === null) throw new ConfigError(`tier "${tier.name}" has no model`);
      const first = await openModel(tier.name, tier.model);
      const fallback: { model: Model; price: Price | null }[] = [];
      for (const { model, price } of tier.fallback ?? []) {
        // Whose key is gone since the run began has no access and cannot help.
        const isConfigured = Object.hasOwn(options.providers, model.split('/')[0] ?? '');
        if (isConfigured) fallback.push({ model: await openModel(tier.name, model), price });
      }
      return fallback.length > 0 ? { ...first, fallback } : first;
    },
    async embedder(id) {
      const { provider } = split('embedding', id);
      return openEmbedder(id, provider, accessTo('embedding', provider), limits);
    },
  };

  function accessTo(tier: string, provider: string): ProviderAccess {
    const access = Object.hasOwn(options.providers, provider) ? options.providers[provider] : undefined;
    if (access) return access;
    throw new ConfigError(`tier "${tier}": no provider named "${provider}" is configured`);
  }

  async function openModel(tier: string, id: string): Promise<Model> {
    const { provider, model } = split(tier, id);
    const access = accessTo(tier, provider);
    const wire = await loadWire(provider, access);
    const named = (reply: ModelReply, name: string): ModelReply =>
      reply.ok ? reply : { ...reply, fault: withKeyName(reply.fault, name, access.key_name) };
    let overflow = Number.POSITIVE_INFINITY;
    return {
      id: `${provider}/${model}`,
      requestBytes: (request) => requestBytes(wire.kind, model, request),
      async call(request, signal) {
        const bytes = requestBytes(wire.kind, model, request);
        if (bytes >= overflow && !signal.aborted) return { ok: false, fault: knownOverflow };
        const reply = named(await call(wire, model, request, openExchange(limits, signal)), provider);
        if (!reply.ok && reply.fault.kind === 'context_overflow') overflow = bytes;
        return reply;
      },
    };
  }
}

/** The provider need not be asked what it has said of a shorter request. */
const knownOverflow: ModelFault = {
  kind: 'context_overflow',
  message: 'an even shorter request was already too long',
  retry_after_ms: null,
  charged: 'none',
};

async function call(wire: Wire, model: string, request: ModelRequest, exchange: Exchange): Promise<ModelReply> {
  try {
    const { stream } = await wire.open(model, exchange.fetch).doStream({
      prompt: promptOf(request.messages, wire.kind),
      tools: toolsOf(request.tools, wire.kind),
      maxOutputTokens: request.max_tokens,
      abortSignal: exchange.signal,
      includeRawChunks: true,
      ...wire.options,
    });
    const answer = await readAnswer(stream, exchange);
    const reply = replyOf(answer, exchange.received_bytes);
    if (!reply.ok) return { ok: false, fault: withoutKey(reply.fault, wire.secret) };
    return isWhole(exchange.response?.headers) ? { ...reply, streamed: false } : reply;
  } catch (error) {
    return { ok: false, fault: withoutKey(faultOf(error, exchange), wire.secret) };
  } finally {
    exchange.close();
  }
}

function split(tier: string, id: string): { provider: string; model: string } {
  const [provider = '', ...rest] = id.split('/');
  const model = rest.join('/');
  if (!provider || !model) throw new ConfigError(`tier "${tier}": "${id}" is not provider/model`);
  return { provider, model };
}
