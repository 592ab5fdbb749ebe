import type { Price } from '../../schema/settings/policy.ts';

/**
 * The list price of `provider/model` in USD per million tokens, or null where it is unknown. The data is part of the
 * library and nothing is asked of the network. Surcharges for very long contexts are not in it.
 */
export async function knownPrice(model: string): Promise<Price | null> {
  const slash = model.indexOf('/');
  const providerId = model.slice(0, Math.max(0, slash)).toLowerCase();
  if (providerId === '') return null;
  const { calcPrice } = await import('@pydantic/genai-prices');
  const match = calcPrice({ input_tokens: 1 }, model.slice(slash + 1), { providerId });
  // The library also matches a provider by parts of its name; only the provider itself has its prices.
  if (match?.provider.id !== providerId) return null;
  const { input_mtok, output_mtok, cache_read_mtok } = match.model_price;
  const [input, output, cached] = [base(input_mtok), base(output_mtok), base(cache_read_mtok)];
  if (input === null || output === null) return null;
  return { input, output, ...(cached !== null && { cached }) };
}

function base(price: number | { base: number } | undefined): number | null {
  return typeof price === 'object' ? price.base : (price ?? null);
}
