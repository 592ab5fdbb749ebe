import { NoModel, Unfit } from '../../ports/errors.ts';
import type { ProviderAccess } from '../../ports/outside/model.ts';
import type { Config } from '../../schema/settings/config.ts';
import type { Policy, Price, Tier } from '../../schema/settings/policy.ts';
import { defaultPrices } from '../defaults.ts';
import { fault } from '../fault.ts';
import { keyOf } from '../keys.ts';
import type { Settings } from '../load.ts';
import type { Env } from '../paths.ts';
import { assignRoles } from './ladder.ts';

type Provider = Config['providers'][string];

/**
 * The endpoints and keys that a policy's tiers need, and the policy with the tiers that can be used, each priced.
 * A tier of the default ladder whose key is missing is left out with a note; one that the user configured is a fault.
 */
export async function providerAccess(
  settings: Settings,
  policy: Policy,
  env: Env,
  knownPrice: (model: string) => Promise<Price | null>,
): Promise<{ access: Record<string, ProviderAccess>; notes: string[]; policy: Policy }> {
  const access: Record<string, ProviderAccess> = {};
  const notes: string[] = [];
  const tiers: Tier[] = [];

  const reach = async (tier: string, model: string, price: Price | null) => {
    const { name, provider } = providerOf(settings, tier, model);
    const key = keyOf(provider, env);
    if (key.missing !== null) return { missing: key.missing };
    // Node refuses such a header, and its error would repeat the key.
    if (key.value !== null && /[^\x21-\x7e]/.test(key.value))
      throw new Unfit(
        `${provider.api_key_env} contains a space or a line break, so it is not a valid key`,
        'no_credentials',
      );
    const key_name = key.value !== null && provider.api_key_env ? { key_name: provider.api_key_env } : {};
    access[name] = { api: provider.api, base_url: provider.base_url, api_key: key.value, ...key_name };
    return { missing: null, price: price ?? (await priceOf(tier, model, provider, knownPrice)) };
  };

  const reachEmbedding = async ({ model, price }: NonNullable<Policy['embedding']>) => {
    const { api } = providerOf(settings, 'embedding', model).provider;
    if (api === 'openai' || api === 'google') return reach('embedding', model, price);
    throw fault(`embedding: ${api} has no embedding models`);
  };

  for (const tier of policy.tiers) {
    if (tier.model === null) {
      tiers.push(tier);
      continue;
    }
    const { name } = tier;
    const reached = await reach(name, tier.model, tier.price);
    if (reached.missing !== null) {
      if (settings.origins.tiers !== 'default') {
        throw new Unfit(`tier ${name} needs ${reached.missing}, which is not set`, 'no_credentials');
      }
      notes.push(`tier ${name} skipped: ${reached.missing} is not set`);
      continue;
    }
    const fallback: NonNullable<Tier['fallback']> = [];
    for (const { model, price } of tier.fallback ?? []) {
      const other = await reach(name, model, price);
      if (other.missing === null) fallback.push({ model, price: other.price });
      else notes.push(`tier ${name}: ${model} cannot be used as a fallback: ${other.missing} is not set`);
    }
    tiers.push({ ...tier, price: reached.price, ...(tier.fallback && { fallback }) });
  }

  const thinks = (tier: Tier) => tier.developer !== 'repair';
  if (!tiers.some(thinks) && policy.tiers.some(thinks)) {
    const keys = Object.values(settings.values.providers).flatMap(({ api_key_env }) => api_key_env ?? []);
    const advice = `set one of ${keys.join(', ')}, or start a local model server and run pawl setup`;
    if (tiers.length === 0) throw new Unfit(`no tier can be used without a key: ${advice}`, 'no_credentials');
    if (!settings.flags.fix)
      throw new NoModel(`no tier can be used without a key: ${advice}; pawl fix works without either`);
    notes.push(`only the repairer is tried, which uses no model; to go on after it, ${advice}`);
  }
  const embedding = policy.embedding && (await reachEmbedding(policy.embedding));
  if (embedding && embedding.missing !== null)
    throw new Unfit(`the embedding model needs ${embedding.missing}, which is not set`, 'no_credentials');
  const entries = Object.entries(policy.roles).filter(([, name]) => tiers.some((tier) => tier.name === name));
  const { roles } = assignRoles(tiers, Object.fromEntries(entries));
  const priced = policy.embedding && embedding ? { embedding: { ...policy.embedding, price: embedding.price } } : {};
  return { access, notes, policy: { ...policy, tiers, roles, ...priced } };
}

function providerOf(settings: Settings, tier: string, model: string): { name: string; provider: Provider } {
  const name = model.split('/')[0] ?? '';
  const provider = Object.hasOwn(settings.values.providers, name) ? settings.values.providers[name] : undefined;
  if (provider) return { name, provider };
  throw fault(`tier ${tier}: the provider '${name}' is not configured: add it to ${settings.user_config}`);
}

/** A model behind a provider's own address has that provider's price, whatever the user calls the provider. */
async function priceOf(
  tier: string,
  model: string,
  provider: Provider,
  knownPrice: (model: string) => Promise<Price | null>,
): Promise<Price> {
  const ids = [model];
  if (provider.base_url === null) ids.push(`${provider.api}${model.slice(model.indexOf('/'))}`);
  for (const id of ids) {
    const price = defaultPrices.get(id) ?? (await knownPrice(id));
    if (price) return price;
  }
  throw fault(`tier ${tier}: the price of ${model} is unknown: set \`price: {input, output}\``);
}
