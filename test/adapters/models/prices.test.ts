import { afterEach, describe, expect, it } from 'vitest';
import { knownPrice } from '../../../src/adapters/models/prices.ts';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

describe('the known price of a model', () => {
  it('is in USD per million tokens, with that of cached ones, and asks nothing of the network', async () => {
    globalThis.fetch = () => Promise.reject(new Error('the network was asked'));
    expect(await knownPrice('anthropic/claude-opus-4-5')).toEqual({ input: 5, output: 25, cached: 0.5 });
    expect(await knownPrice('deepseek/deepseek-chat')).toMatchObject({ input: expect.any(Number) });
  });

  it('is the base price where long contexts cost more', async () => {
    expect(await knownPrice('anthropic/claude-sonnet-4-5')).toEqual({ input: 3, output: 15, cached: 0.3 });
  });

  it('is found for a model whose own name has slashes', async () => {
    expect(await knownPrice('openrouter/anthropic/claude-sonnet-4.5')).toMatchObject({ input: 3, output: 15 });
  });

  it.each(['local/gpt-4o', 'openai/no-such-model', 'my-openai/gpt-4o', 'gpt-4o', '/gpt-4o', 'openai/', ''])(
    'is null for %j',
    async (model) => {
      expect(await knownPrice(model)).toBeNull();
    },
  );
});
