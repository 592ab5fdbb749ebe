import type { ProviderAccess } from '../../ports/outside/model.ts';
import { boundedText } from '../bounded-text.ts';

const addresses: Record<ProviderAccess['api'], string> = {
  openai: 'https://api.openai.com/v1',
  deepseek: 'https://api.deepseek.com',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

const mostBytes = 4_000_000;

/** The models that a provider offers, by name, or why it does not say. It costs nothing. */
export async function offeredModels(
  { api, base_url, api_key }: ProviderAccess,
  timeout_ms = 10_000,
): Promise<{ models: string[] } | { failed: string }> {
  try {
    const response = await fetch(`${(base_url ?? addresses[api]).replace(/\/$/, '')}/models`, {
      headers: headersFor(api, api_key),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { failed: `HTTP ${response.status}` };
    }
    const text = await boundedText(response, mostBytes);
    return text === null ? { failed: 'the answer is too long' } : namesIn(JSON.parse(text));
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { failed: cause?.code ?? message };
  }
}

function headersFor(api: ProviderAccess['api'], key: string | null): Record<string, string> {
  if (key === null) return {};
  if (api === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return api === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function namesIn(body: unknown): { models: string[] } | { failed: string } {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const rows = Array.isArray(data) ? data : Array.isArray(models) ? models : null;
  if (rows === null) return { failed: 'the answer is not a list of models' };
  const names = rows.flatMap((row: { id?: unknown; name?: unknown } | null) => {
    const name = row?.id ?? row?.name;
    return typeof name === 'string' && /^[\x21-\x7e]{1,200}$/.test(name) ? [name.replace(/^models\//, '')] : [];
  });
  return { models: [...new Set(names)].sort() };
}
