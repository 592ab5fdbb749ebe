import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Charge, pay } from '../../src/agents/pay.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import { journalled, scriptedModel, thinkingWith } from './thinking.ts';

const about = { tier: 'cheap', role: 'developer', model: 'local/x', task: 't1' };
const ref = 'a'.repeat(64);
const called = { type: 'model.called', ...about, attempt: 1, prompt_ref: ref, message_ref: ref } as const;
const counts = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, estimated: false };
const stopped = { type: 'tier.stopped', tier: 'cheap', model: 'local/x', task: 't1', reason: 'too much' } as const;

async function purse() {
  const { ledger, caps } = await thinkingWith(scriptedModel(() => ({ text: '' })));
  return { ledger, buyer: { run: 'r1', attempt: 1, caps, ...about } };
}

const charge = (usd: number): Charge<string> => ({
  result: 'done',
  usd,
  stop: { ...stopped, usd, reserved_usd: 0.2 },
  record: async () => ({ ...called, ...counts, usd }),
});

describe('paying for a call', () => {
  test('holds its worst while it is made, settles its cost, and only then tells the journal, a stopped tier first', async () => {
    const { ledger, buyer } = await purse();
    const during: number[] = [];
    const work = pay(buyer, 0.2, ledger, async function* (): AsyncGenerator<PawlEvent, Charge<string>> {
      during.push(await ledger.spent('r1'));
      yield { type: 'plan.confirmed', by: 'policy' };
      return charge(0.3);
    });
    const { events, outcome } = await journalled(work);
    expect(during).toEqual([0.2]);
    expect(await ledger.spent('r1')).toBe(0.3);
    expect(events.map(({ type }) => type)).toEqual(['plan.confirmed', 'tier.stopped', 'model.called']);
    expect(outcome).toMatchObject({ ok: true, result: 'done', recorded: { usd: 0.3 } });
  });

  test('does not make a call that would break a cap, and leaves it to the caller whether the run ends by it', async () => {
    const { ledger, buyer } = await purse();
    const { events, outcome } = await journalled(
      pay(buyer, 2, ledger, () => {
        throw new Error('it was made');
      }),
    );
    expect(events).toEqual([]);
    expect(outcome).toEqual({
      ok: false,
      exhausted: { type: 'budget.exhausted', cap: 'task', limit_usd: 1, spent_usd: 0, needed_usd: 2 },
      reason: 'the next call could exceed the task limit of $1.00',
    });
  });

  test('leaves a call charged with its worst that throws', async () => {
    const { ledger, buyer } = await purse();
    const work = pay(buyer, 0.2, ledger, () => Promise.reject(new Error('cut off')));
    await expect(journalled(work)).rejects.toThrow('cut off');
    expect(await ledger.spent('r1')).toBe(0.2);
  });

  test('is done in one place of the source', () => {
    const src = fileURLToPath(new URL('../../src', import.meta.url));
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const paying = files.filter((file) => /\.(?:reserve|settle)\(/.test(readFileSync(join(src, file), 'utf8')));
    expect(paying).toEqual([join('agents', 'pay.ts')]);
  });
});
