import type { Usage } from '../../ports/model.ts';
import type { Answer } from './answer.ts';

/** What the provider counted; where it is silent or says nothing was used, a quarter of the bytes. */
export function usageOf({ usage, bytes }: Answer, request_bytes: number): Usage {
  const input = whole(usage?.inputTokens.total);
  const output = whole(usage?.outputTokens.total);
  const raw = usage?.raw as { prompt_cache_hit_tokens?: number } | undefined; // DeepSeek's own name for it.
  const cached = whole(usage?.inputTokens.cacheRead) || whole(raw?.prompt_cache_hit_tokens);
  const input_tokens = input || Math.ceil(request_bytes / 4);
  return {
    input_tokens,
    cached_tokens: Math.min(cached, input_tokens),
    written_tokens: Math.min(whole(usage?.inputTokens.cacheWrite), input_tokens - Math.min(cached, input_tokens)),
    output_tokens: output || Math.ceil(bytes / 4),
    estimated: input === 0 || output === 0,
  };
}

/** 0 for what is no count: negative, endless, or more than any model takes. */
export function whole(count: number | null | undefined): number {
  return Number.isFinite(count) && Number(count) < 1e9 ? Math.max(0, Math.ceil(Number(count))) : 0;
}
