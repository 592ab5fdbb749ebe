import { ConfigError } from '../../ports/errors.ts';
import type { Model, ModelReply, ModelRequest, Models, ProviderAccess } from '../../ports/model.ts';
import type { Tier } from '../../schema/policy.ts';
import { readAnswer } from './answer.ts';
import { type Exchange, type ExchangeLimits, openExchange } from './exchange.ts';
import { faultOf, redact } from './faults.ts';
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
      const { provider, model } = split(tier);
      const access = Object.hasOwn(options.providers, provider) ? options.providers[provider] : undefined;
      if (!access) throw new ConfigError(`tier "${tier.name}": no provider named "${provider}" is configured`);
      const wire = await loadWire(provider, access);
      return {
        id: `${provider}/${model}`,
        requestBytes: (request) => requestBytes(wire.kind, model, request),
        call: (request, signal) => call(wire, model, request, openExchange(limits, signal)),
      };
    },
  };
}

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
    const reply = replyOf(answer, requestBytes(wire.kind, model, request), exchange.received_bytes);
    return reply.ok ? reply : { ok: false, fault: redact(reply.fault, wire.secret) };
  } catch (error) {
    return { ok: false, fault: redact(faultOf(error, exchange), wire.secret) };
  } finally {
    exchange.close();
  }
}

function split(tier: Tier): { provider: string; model: string } {
  const [provider = '', ...rest] = (tier.model ?? '').split('/');
  const model = rest.join('/');
  if (tier.model === null) throw new ConfigError(`tier "${tier.name}" has no model`);
  if (!provider || !model) throw new ConfigError(`tier "${tier.name}": "${tier.model}" is not provider/model`);
  return { provider, model };
}
