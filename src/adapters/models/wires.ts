import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { ConfigError } from '../../ports/errors.ts';
import type { ProviderAccess } from '../../ports/model.ts';
import { inEvents } from './in-events.ts';

export type WireKind = 'openai' | 'anthropic';

/** One provider's way of being spoken to, its library loaded. */
export interface Wire {
  kind: WireKind;
  secret: string | null;
  open(model: string, fetch: typeof globalThis.fetch): LanguageModelV3;
  options: Pick<LanguageModelV3CallOptions, 'providerOptions'>;
}

const homes = {
  openai: 'https://api.openai.com/v1',
  deepseek: 'https://api.deepseek.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

/** Throws `ConfigError` for an interface that is not spoken or an address that is none. */
export async function loadWire(provider: string, access: ProviderAccess): Promise<Wire> {
  const { api } = access;
  if (api === 'google') {
    throw new ConfigError(`provider "${provider}": api google is not supported; use openai, anthropic or deepseek`);
  }
  const baseURL = access.base_url ?? homes[api];
  if (!URL.canParse(baseURL) || !/^https?:$/.test(new URL(baseURL).protocol)) {
    throw new ConfigError(`provider "${provider}": base_url must be an http or https address`);
  }
  const secret = access.api_key?.trim() || null;
  return api === 'anthropic' ? anthropicWire(baseURL, secret) : openaiWire(provider, baseURL, secret);
}

async function openaiWire(name: string, baseURL: string, secret: string | null): Promise<Wire> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // OpenAI's newer models refuse max_tokens; most other servers know nothing else.
  const atHome = new URL(baseURL).host === new URL(homes.openai).host;
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
        ...(atHome && {
          transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
        }),
      }).chatModel(model),
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
