import type { ProviderAccess } from '../../ports/outside/model.ts';
import type { Price } from '../../schema/settings/policy.ts';
import type { Offer } from '../../schema/settings/setup.ts';

type Ask = (access: ProviderAccess, timeout_ms?: number) => Promise<{ models: string[] } | { failed: string }>;

/** What each provider offers, with prices where they are known. All are asked at once. */
export function offersOf(
  providers: Record<string, ProviderAccess>,
  ask: Ask,
  priceOf: (model: string) => Promise<Price | null>,
  timeout_ms?: number,
): Promise<Offer[]> {
  return Promise.all(
    Object.entries(providers).map(async ([provider, access]): Promise<Offer> => {
      const { base_url } = access;
      const answer = await ask(access, timeout_ms);
      if ('failed' in answer) return { provider, base_url, models: [], failed: answer.failed };
      const models = await Promise.all(
        answer.models.map(async (name) => ({ name, price: await priceOf(`${provider}/${name}`) })),
      );
      return { provider, base_url, models, failed: null };
    }),
  );
}
