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
