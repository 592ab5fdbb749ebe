import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import type { ProviderAccess } from '../ports/outside/model.ts';
import type { Offer } from '../schema/settings/setup.ts';
import { defaultLadder, defaults } from './defaults.ts';
import { keyOf } from './keys.ts';
import type { Env } from './paths.ts';

/** Where servers for local models listen, unless told otherwise. */
const localServers = [
  { provider: 'ollama', title: 'Ollama', base_url: 'http://127.0.0.1:11434/v1' },
  { provider: 'lmstudio', title: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1' },
  { provider: 'vllm', title: 'vLLM', base_url: 'http://127.0.0.1:8000/v1' },
  { provider: 'llamacpp', title: 'llama.cpp', base_url: 'http://127.0.0.1:8080/v1' },
] as const;

/** How they are asked what they offer: without a key. */
export const localAccess: Record<string, ProviderAccess> = Object.fromEntries(
  localServers.map(({ provider, base_url }) => [provider, { api: 'openai', base_url, api_key: null }]),
);

const free = { input: 0, output: 0 };

/** A ladder of what this machine has: the repairer, then a local model, then those with a key. */
export function proposedConfig(env: Env, local: Offer[]): { text: string; found: string[] } {
  const { providers } = defaults();
  const keyed = Object.entries(providers ?? {}).filter(
    ([, { api_key_env = null }]) => keyOf({ api_key_env }, env).value !== null,
  );
  const names = keyed.map(([name]) => name);
  const { tiers } = defaultLadder((name) => names.includes(name));
  const [repairer, ...paid] = tiers;
  const offers = local.filter(({ models }) => models.length > 0);
  const own = offers.map(({ provider, models }) => ({
    name: provider,
    model: `${provider}/${ablest(models.map(({ name }) => name))}`,
    price: free,
  }));
  const ladder = [repairer, ...own, ...(names.length > 0 ? paid : [])];
  const servers = Object.fromEntries(offers.map(({ provider, base_url }) => [provider, { api: 'openai', base_url }]));
  const values = { ...(offers.length > 0 && { providers: servers }), tiers: ladder };
  const body = stringify(values, { lineWidth: 0, collectionStyle: 'any' });
  return {
    text: `${headOf(body)}${body}`,
    found: [
      ...keyed.map(([name, { api_key_env }]) => `key for ${name}: ${api_key_env}`),
      ...offers.map(
        (offer) => `${titleOf(offer)} at ${offer.base_url}: ${offer.models.map(({ name }) => name).join(', ')}`,
      ),
      ...(keyed.length + offers.length === 0
        ? ['no key and no local server: only the repairer can work (pawl fix)']
        : []),
    ],
  };
}

/** Of local models, one made for code, or else the largest; never one that only embeds, ranks or listens. */
function ablest(names: string[]): string {
  const able = names.filter((name) => !/embed|rerank|whisper|bge-|minilm/i.test(name));
  const size = (name: string): number => Number(/(\d+(?:\.\d+)?)b\b/i.exec(name)?.[1] ?? 0);
  const rank = (name: string): number => (/cod(?:e|er|ing)|devstral/i.test(name) ? 1000 : 0) + size(name);
  return able.sort((a, b) => rank(b) - rank(a))[0] ?? names[0] ?? '';
}

/** The mark tells whether anybody changed what follows it. */
const headOf = (body: string): string => `# Written by pawl setup (${markOf(body)}). Tiers are tried in this order.
# Prices are USD per million tokens.
`;

const markOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

/** Whether a file is as `pawl setup` wrote it. The line for editors is not looked at: it names where Pawl is installed. */
export function isUnchanged(text: string): boolean {
  const own = text.replace(/^# yaml-language-server: .*\n/, '');
  const body = own.replace(/^(?:#.*\n){2}/, '');
  return own === `${headOf(body)}${body}`;
}

const titleOf = ({ provider }: Offer): string =>
  localServers.find((server) => server.provider === provider)?.title ?? provider;
