import type { ProviderAccess } from '../ports/outside/model.ts';
import type { Config } from '../schema/settings/config.ts';
import type { Env } from './paths.ts';

/** A provider's key, or the variable that should hold one. */
export function keyOf(
  provider: { api_key_env?: string | null },
  env: Env,
): { value: string | null; missing: string | null } {
  if (!provider.api_key_env) return { value: null, missing: null };
  const value = env[provider.api_key_env]?.trim();
  return value ? { value, missing: null } : { value: null, missing: provider.api_key_env };
}

/** The access to each provider that has its key or needs none. */
export function reachable(providers: Config['providers'], env: Env): Record<string, ProviderAccess> {
  const entries = Object.entries(providers).flatMap(([name, { api, base_url, ...provider }]) => {
    const { value, missing } = keyOf(provider, env);
    return missing === null ? [[name, { api, base_url, api_key: value }] as const] : [];
  });
  return Object.fromEntries(entries);
}
