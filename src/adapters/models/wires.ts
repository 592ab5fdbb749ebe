import type { EmbeddingModelV3, LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { ConfigError } from '../../ports/errors.ts';
import type { ProviderAccess } from '../../ports/outside/model.ts';
import { inEvents } from './in-events.ts';

export type WireKind = 'openai' | 'anthropic' | 'google';

/** One provider's way of being spoken to, its library loaded. */
export interface Wire {
  kind: WireKind;
  secret: string | null;
  open(model: string, fetch: typeof globalThis.fetch): LanguageModelV3;
  /** Absent where the provider has none. */
  embedding?(model: string, fetch: typeof globalThis.fetch): EmbeddingModelV3;
  options: Pick<LanguageModelV3CallOptions, 'providerOptions'>;
}

const homes = {
  openai: 'https://api.openai.com/v1',
  deepseek: 'https://api.deepseek.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** Throws `ConfigError` for an address that is none. */
export async function loadWire(provider: string, access: ProviderAccess): Promise<Wire> {
  const { api } = access;
  const baseURL = access.base_url ?? homes[api];
  if (!URL.canParse(baseURL) || !/^https?:$/.test(new URL(baseURL).protocol)) {
    throw new ConfigError(`provider "${provider}": base_url must be an http or https address`);
  }
  // Node loads its own fetch at the first use of any part of it: not during the first call.
  new Headers();
  const secret = access.api_key?.trim() || null;
  if (api === 'anthropic') return anthropicWire(baseURL, secret);
  if (api === 'google') return googleWire(baseURL, secret);
  const atHome = new URL(baseURL).host === new URL(homes.openai).host;
  return openaiWire(provider, baseURL, secret, api === 'deepseek' ? asDeepseek : atHome ? asOpenai : null);
}

type Body = Record<string, unknown>;

/** OpenAI's newer models refuse max_tokens, and tools beside thinking on this wire; other servers know neither key. */
function asOpenai({ max_tokens, ...body }: Body): Body {
  const unthinking = /^gpt-5\.[4-9]/.test(String(body.model)) && body.tools !== undefined;
  return { ...body, max_completion_tokens: max_tokens, ...(unthinking && { reasoning_effort: 'none' }) };
}

/** DeepSeek thinks unless told otherwise, and then refuses calls that come back without their thoughts. */
function asDeepseek(body: Body): Body {
  return { ...body, thinking: { type: 'disabled' } };
}

async function openaiWire(
  name: string,
  baseURL: string,
  secret: string | null,
  transformRequestBody: ((body: Body) => Body) | null,
): Promise<Wire> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return {
    kind: 'openai',
    secret,
    options: {},
    open: (model, fetch) =>
      createOpenAICompatible({
        name,
        baseURL,
        fetch: async (url, init) => inEvents(await fetch(url, init)),
        includeUsage: true,
        ...(secret !== null && { apiKey: secret }),
        ...(transformRequestBody && { transformRequestBody }),
      }).chatModel(model),
    embedding: (model, fetch) =>
      createOpenAICompatible({ name, baseURL, fetch, ...(secret !== null && { apiKey: secret }) }).embeddingModel(
        model,
      ),
  };
}

async function anthropicWire(baseURL: string, secret: string | null): Promise<Wire> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return {
    kind: 'anthropic',
    secret,
    // Without eager streaming the provider checks the arguments of a call before it sends them.
    options: { providerOptions: { anthropic: { toolStreaming: false } } },
    // An absent key would be read from the environment; an empty one is not.
    open: (model, fetch) => createAnthropic({ baseURL, fetch, apiKey: secret ?? '' })(model),
  };
}

async function googleWire(baseURL: string, secret: string | null): Promise<Wire> {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
  return {
    kind: 'google',
    secret,
    options: {},
    open: (model, fetch) => createGoogleGenerativeAI({ baseURL, fetch, apiKey: secret ?? '' })(model),
    embedding: (model, fetch) =>
      createGoogleGenerativeAI({ baseURL, fetch, apiKey: secret ?? '' }).embeddingModel(model),
  };
}
