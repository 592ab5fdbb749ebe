import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOf, boundOf, costUsd, worstCaseUsd } from '../../../src/core/money/budget.ts';

const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };

describe('the cost of a call', () => {
  it('charges cached tokens at their own price and the rest of the input at the full one', () => {
    const price = { input: 3, output: 15, cached: 0.3 };
    const cost = costUsd(price, { input_tokens: 1_000_000, cached_tokens: 400_000, output_tokens: 10_000 });
    expect(cost).toBe(1.8 + 0.12 + 0.15);
  });

  it('charges cached tokens at the input price where no other is known', () => {
    expect(costUsd({ input: 2, output: 0 }, { ...usage, input_tokens: 500_000, cached_tokens: 500_000 })).toBe(1);
  });

  it('charges a quarter more for tokens written to the cache', () => {
    const written = { ...usage, input_tokens: 1_000_000, written_tokens: 1_000_000 };
    expect(costUsd({ input: 4, output: 0 }, written)).toBe(5);
  });

  it('never counts more cached tokens than there were input tokens', () => {
    expect(costUsd({ input: 2, output: 0, cached: 8 }, { ...usage, input_tokens: 10, cached_tokens: 1000 })).toBe(
      costUsd({ input: 2, output: 0, cached: 8 }, { ...usage, input_tokens: 10, cached_tokens: 10 }),
    );
  });

  it('rounds up to a whole nano-dollar and is exact for prices that binary fractions are not', () => {
    expect(costUsd({ input: 0.0001, output: 0 }, { ...usage, input_tokens: 1 })).toBe(1e-9);
    expect(costUsd({ input: 4.03, output: 0 }, { ...usage, input_tokens: 1_000_000 })).toBe(4.03);
    expect(costUsd({ input: 0.3, output: 1.2 }, { ...usage, input_tokens: 1000, output_tokens: 1000 })).toBe(0.0015);
  });

  it('costs nothing when nothing has a price', () => {
    expect(costUsd({ input: 0, output: 0 }, { ...usage, input_tokens: 99, output_tokens: 99 })).toBe(0);
    expect(worstCaseUsd({ input: 0, output: 0 }, 1000, 1000)).toBe(0);
  });
});

describe('the bill of a call', () => {
  const price = { input: 1, output: 2 };
  const bound = boundOf(price, 1000, 500);

  it('is its bound where nothing was counted, whatever the prices', () => {
    const bill = { input_tokens: 1000, cached_tokens: 0, output_tokens: 500, usd: 0.002, estimated: true };
    expect(billOf(price, bound, null)).toEqual({ ...bill, above: false });
  });

  it('is what was counted up to the bound, and beyond it too, which it says', () => {
    const counted = { input_tokens: 1000, cached_tokens: 0, output_tokens: 500 };
    expect(billOf(price, bound, counted)).toMatchObject({ usd: 0.002, estimated: false, above: false });
    const more = { ...counted, output_tokens: 501 };
    expect(billOf(price, bound, more)).toMatchObject({ usd: 0.002002, above: true });
  });

  it('is never above the bound of who costs nothing', () => {
    const free = { input: 0, output: 0 };
    const counted = { input_tokens: 1e9, cached_tokens: 0, output_tokens: 1e9 };
    expect(billOf(free, boundOf(free, 1, 1), counted)).toMatchObject({ usd: 0, above: false });
  });
});

describe('the worst case of a call', () => {
  const amount = fc.double({ min: 0, max: 1000, noNaN: true });
  const prices = fc.record({ input: amount, output: amount, cached: fc.option(amount, { nil: undefined }) });
  const count = fc.nat({ max: 10_000_000 });

  it('is never below the cost of any usage within its bounds', () => {
    fc.assert(
      fc.property(prices, count, count, count, count, ({ cached, ...rest }, bytes, max_tokens, spare, hit) => {
        const price = cached === undefined ? rest : { ...rest, cached };
        const used = {
          input_tokens: Math.max(0, bytes - spare),
          cached_tokens: hit,
          output_tokens: Math.max(0, max_tokens - spare),
        };
        expect(costUsd(price, used)).toBeLessThanOrEqual(worstCaseUsd(price, bytes, max_tokens));
      }),
    );
  });

  it('covers the premium of cache writes as soon as the request has a quarter more bytes than written tokens', () => {
    fc.assert(
      fc.property(prices, count, count, ({ cached, ...rest }, input_tokens, written_tokens) => {
        const price = cached === undefined ? rest : { ...rest, cached };
        const cost = costUsd(price, { ...usage, input_tokens, written_tokens });
        const bytes = input_tokens + Math.ceil(Math.min(written_tokens, input_tokens) / 4);
        expect(cost).toBeLessThanOrEqual(worstCaseUsd(price, bytes, 0));
      }),
    );
  });
});
