import { Unfit } from '../ports/errors.ts';
import type { ProviderAccess } from '../ports/model.ts';
import type { Config } from '../schema/config.ts';
import type { Policy, Price, Tier } from '../schema/policy.ts';
import { defaultPrices } from './defaults.ts';
import { fault } from './fault.ts';
import { assignRoles } from './ladder.ts';
import type { Settings } from './load.ts';
import type { Env } from './paths.ts';

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
  const missing = new Set<string>();
  const tiers: Tier[] = [];

  for (const tier of policy.tiers) {
    if (tier.model === null) {
      tiers.push(tier);
      continue;
    }
    const { name, provider } = providerOf(settings, tier);
    const key = keyOf(provider, env);
    if (key.missing !== null) {
      if (settings.origins.tiers !== 'default') {
        throw new Unfit(`tier ${tier.name} needs ${key.missing}, which is not set`, 'no_credentials');
      }
      missing.add(key.missing);
      notes.push(`tier ${tier.name} skipped: ${key.missing} is not set`);
      continue;
    }
    access[name] = { api: provider.api, base_url: provider.base_url, api_key: key.value };
    tiers.push({ ...tier, price: tier.price ?? (await priceOf(tier, tier.model, provider, knownPrice)) });
  }

  if (tiers.length === 0) {
    const advice = `set ${[...missing].join(' or ')}, or configure tiers in ${settings.user_config}`;
    throw new Unfit(`no tier can be used without a key: ${advice}`, 'no_credentials');
  }
  const kept = Object.entries(policy.roles).filter(([, name]) => tiers.some((tier) => tier.name === name));
  const { roles } = assignRoles(tiers, Object.fromEntries(kept));
  return { access, notes, policy: { ...policy, tiers, roles } };
}

function providerOf(settings: Settings, tier: Tier): { name: string; provider: Provider } {
  const name = tier.model?.split('/')[0] ?? '';
  const provider = Object.hasOwn(settings.values.providers, name) ? settings.values.providers[name] : undefined;
  if (provider) return { name, provider };
  throw fault(`tier ${tier.name}: the provider '${name}' is not configured: add it to ${settings.user_config}`);
}

function keyOf(provider: Provider, env: Env): { value: string | null; missing: string | null } {
  if (provider.api_key_env === null) return { value: null, missing: null };
  const value = env[provider.api_key_env]?.trim();
  return value ? { value, missing: null } : { value: null, missing: provider.api_key_env };
}

/** A model behind a provider's own address has that provider's price, whatever the user calls the provider. */
async function priceOf(
  tier: Tier,
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
  throw fault(`tier ${tier.name}: the price of ${model} is unknown: set \`price: {input, output}\``);
}
