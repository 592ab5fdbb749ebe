import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Usage } from '../../ports/outside/model.ts';
import type { Answer } from './answer.ts';

/**
 * What the provider counted. Null where that cannot be believed: nothing was counted, or only before the answer ended; a
 * count is zero, negative or no number; a part is larger than its whole.
 */
export function usageOf({ usage, counted }: Answer): Usage | null {
  if (usage === null || !counted) return null;
  const input_tokens = countOf(usage.inputTokens.total);
  const output_tokens = countOf(usage.outputTokens.total);
  const [cached_tokens, written_tokens, reasoning] = partsOf(usage).map((part) => countOf(part ?? 0));
  if (!input_tokens || !output_tokens || cached_tokens == null || written_tokens == null || reasoning == null)
    return null;
  if (cached_tokens + written_tokens > input_tokens || reasoning > output_tokens) return null;
  return { input_tokens, cached_tokens, written_tokens, output_tokens };
}

/** Read from the cache, written to it, thought. */
function partsOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): unknown[] {
  const hits = raw?.prompt_cache_hit_tokens; // DeepSeek's own name for it.
  return [inputTokens.cacheRead || hits, inputTokens.cacheWrite, outputTokens.reasoning];
}

/** More than any model takes, and little enough to be multiplied by any price. */
const most = 1e9;

/** Null for what is no count of tokens: negative, endless, or not a number. */
export function countOf(count: unknown): number | null {
  if (typeof count !== 'number' || !(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return null;
  return Math.min(Math.ceil(count), most);
}
