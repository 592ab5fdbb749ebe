import { describe, expect, test } from 'vitest';
import { ask } from '../../src/agents/ask.ts';
import type { ModelFault } from '../../src/ports/outside/model.ts';
import { journalled, type Line, scriptedModel, thinkingWith } from './thinking.ts';

const ref = 'a'.repeat(64);
const asker = { run: 'r1', role: 'developer', task: 't1', attempt: 1, prompt_ref: ref };
const request = { messages: [{ role: 'user' as const, text: 'hello' }], tools: [], max_tokens: 1000 };
const go = new AbortController().signal;

/** Asks once; the model says the lines one after another. */
async function asking(lines: Line[], changes: Parameters<typeof thinkingWith>[1] = {}, signal = go) {
  const model = scriptedModel((_, failures) => lines[failures] ?? { text: 'at last' });
  const thinking = await thinkingWith(model, changes);
  const started = thinking.clock.now();
  const { events, outcome } = await journalled(ask(thinking, asker, request, signal));
  const waited = thinking.clock.now() - started;
  return { events, outcome, waited, calls: model.requests.length, spent: await thinking.ledger.spent('r1'), thinking };
}
const fault = (changes: Partial<ModelFault> = {}): Line => ({ fault: changes });

describe('an answer', () => {
  test('is in the journal and in a blob, at its real cost', async () => {
    const { events, outcome, spent, thinking } = await asking([{ text: 'hi', calls: [] }]);
    expect(outcome).toEqual({ ok: true, message: { role: 'assistant', text: 'hi', calls: [] } });
    const usd = (100 * 1 + 10 * 2) / 1e6;
    expect(events).toMatchObject([{ type: 'model.called', tier: 'cheap', role: 'developer', usd, prompt_ref: ref }]);
    expect(spent).toBe(usd);
    const [called] = events;
    const stored = called?.type === 'model.called' ? await thinking.blobs.text(called.message_ref) : '';
    expect(JSON.parse(stored)).toEqual(outcome.ok && outcome.message);
  });

  test('costs nothing on a tier without a price', async () => {
    const { events, spent } = await asking([{ text: 'hi' }], { tier: { ...tierOf(await asking([])), price: null } });
    expect(events).toMatchObject([{ usd: 0 }]);
    expect(spent).toBe(0);
  });
});

describe('a call whose usage', () => {
  const worst = (thinking: { model: { requestBytes(of: typeof request): number } }) =>
    (thinking.model.requestBytes(request) * 1 + 1000 * 2) / 1e6;

  test('is not known stays charged at its worst, and the journal says so', async () => {
    const { events, spent, thinking } = await asking([{ text: 'hi', usage: null }]);
    const bytes = thinking.model.requestBytes(request);
    expect(spent).toBe(worst(thinking));
    expect(events).toMatchObject([
      { type: 'model.called', input_tokens: bytes, output_tokens: 1000, usd: spent, estimated: true },
    ]);
  });

  test('is above what was reserved is booked as reported, and the tier is not called again', async () => {
    const stopped: Record<string, string> = {};
    const usage = { input_tokens: 90_000, cached_tokens: 0, output_tokens: 10 };
    const model = scriptedModel(() => ({ text: 'hi', usage }));
    const thinking = await thinkingWith(model, { stopped: (tier) => stopped[tier] ?? null });
    const { events, outcome } = await journalled(ask(thinking, asker, request, go));
    const usd = (90_000 + 20) / 1e6;
    expect(events).toMatchObject([
      { type: 'tier.stopped', tier: 'cheap', model: 'local/scripted', usd, reserved_usd: worst(thinking) },
      { type: 'model.called', usd, estimated: false },
    ]);
    expect(outcome.ok).toBe(true);
    expect(await thinking.ledger.spent('r1')).toBe(usd);
    stopped.cheap = 'it reported too much';
    const again = await journalled(ask(thinking, asker, request, go));
    expect(again).toEqual({ events: [], outcome: { ok: false, why: 'fault', reason: 'it reported too much' } });
    expect(model.requests).toHaveLength(1);
  });

  test('is above what was reserved is booked as reported even if the answer is of no use', async () => {
    const usage = { input_tokens: 90_000, cached_tokens: 0, output_tokens: 10 };
    const { events, spent } = await asking([fault({ kind: 'refused', charged: 'unknown', usage })]);
    expect(events).toMatchObject([{ type: 'tier.stopped' }, { type: 'model.failed', usd: (90_000 + 20) / 1e6 }]);
    expect(spent).toBe((90_000 + 20) / 1e6);
  });

  test('stopped its tier in the middle of a role: the next tier goes on with the conversation', async () => {
    const other = { ...scriptedModel(() => ({ text: 'from the next' })), id: 'far/next' };
    const { thinking } = await asking([]);
    const tier = { ...thinking.tier, name: 'smart' };
    const { events, outcome } = await asking([], {
      stopped: (name) => (name === 'cheap' ? 'it reported too much' : null),
      instead: async () => ({ tier, model: other }),
    });
    expect(outcome).toMatchObject({ ok: true, message: { text: 'from the next' } });
    expect(events).toMatchObject([{ type: 'model.called', tier: 'smart', model: 'far/next' }]);
  });
});

describe('a cap', () => {
  test.each(['task', 'run', 'day'] as const)(
    'of the %s that the worst case would break: no call is made',
    async (cap) => {
      const caps = { task_usd: 1, run_usd: 1, day_usd: 1, [`${cap}_usd`]: 0.001 };
      const { events, outcome, calls, spent } = await asking([], { caps });
      expect(calls).toBe(0);
      expect(spent).toBe(0);
      expect(events).toMatchObject([{ type: 'budget.exhausted', cap, limit_usd: 0.001, spent_usd: 0 }]);
      expect(events[0]).toHaveProperty('needed_usd', expect.closeTo(0.002, 3));
      expect(outcome).toEqual({
        ok: false,
        why: 'budget',
        reason: `the next call could exceed the ${cap} limit of $0.0010`,
      });
    },
  );

  test('counts what a retry would cost, too', async () => {
    const unknown = fault({ kind: 'timeout', charged: 'unknown' });
    const { events, calls } = await asking([unknown, unknown], { caps: { task_usd: 0.003, run_usd: 1, day_usd: 1 } });
    expect(calls).toBe(1);
    expect(events.map((event) => event.type)).toEqual(['model.failed', 'budget.exhausted']);
  });
});

describe('a fault', () => {
  test('is retried after a pause of the clock, each one in the journal', async () => {
    const { events, outcome, calls, waited } = await asking([
      fault(),
      fault({ kind: 'rate_limited', retry_after_ms: 90_000 }),
    ]);
    expect(calls).toBe(3);
    expect(events).toMatchObject([
      { type: 'model.failed', fault: 'overloaded', retry_in_ms: 250, usd: 0 },
      { type: 'model.failed', fault: 'rate_limited', retry_in_ms: 90_000 },
      { type: 'model.called' },
    ]);
    expect(outcome.ok).toBe(true);
    expect(waited).toBe(90_250);
  });

  test('that cannot be cured is not retried', async () => {
    const { events, outcome, calls } = await asking([fault({ kind: 'unauthorized', message: 'no key' })]);
    expect(calls).toBe(1);
    expect(events).toMatchObject([{ type: 'model.failed', retry_in_ms: null }]);
    expect(outcome).toEqual({ ok: false, why: 'fault', reason: 'no key' });
  });

  test('that keeps coming is given up in the end', async () => {
    const { outcome, calls } = await asking(Array(20).fill(fault()));
    expect(outcome).toMatchObject({ ok: false, why: 'fault' });
    expect(calls).toBe(5);
  });

  test('that lasts is waited for as long as patience does, unless it may cost money', async () => {
    const patience = () => 120_000;
    const long = await asking(Array(100).fill(fault({ kind: 'unreachable' })), { patience });
    expect(long.outcome).toMatchObject({ ok: false, why: 'fault' });
    expect(long.waited).toBe(120_000);
    expect(long.calls).toBeLessThan(15);
    const short = await asking(Array(7).fill(fault({ kind: 'rate_limited' })), { patience });
    expect(short).toMatchObject({ outcome: { ok: true }, calls: 8 });
    const dear = await asking(Array(100).fill(fault({ kind: 'server_error', charged: 'unknown' })), { patience });
    expect(dear.calls).toBe(5);
  });

  test('that cannot have been charged gives the money back', async () => {
    const { spent } = await asking([fault({ kind: 'bad_request', charged: 'none' })]);
    expect(spent).toBe(0);
  });

  test('that may have been charged stays charged at its worst', async () => {
    const { events, spent } = await asking([fault({ kind: 'refused', charged: 'unknown' })]);
    const [failed] = events;
    expect(spent).toBeGreaterThan(0.002);
    expect(failed).toMatchObject({ type: 'model.failed', usd: spent });
  });

  test('with endless words is cut to fit an event', async () => {
    const { events } = await asking([fault({ kind: 'bad_request', message: '\u0001'.repeat(50_000) })]);
    expect(events).toHaveLength(1);
  });
});

describe('whoever stands in for a model', () => {
  const standIn = (script: Line[], price = { input: 10, output: 20 }) => {
    const model = {
      ...scriptedModel((_, failures) => script[failures] ?? { text: 'from the other' }),
      id: 'far/other',
    };
    return { model, price };
  };
  const asked = async (first: Line[], others: ReturnType<typeof standIn>[]) => {
    const model = { ...scriptedModel((_, failures) => first[failures] ?? { text: 'hi' }), fallback: others };
    const thinking = await thinkingWith(model);
    return { ...(await journalled(ask(thinking, asker, request, go))), thinking };
  };

  test('answers when it cannot, after fewer tries, at a price of its own and for the same tier', async () => {
    const { events, outcome, thinking } = await asked(Array(9).fill(fault()), [standIn([])]);
    expect(outcome).toMatchObject({ ok: true, message: { text: 'from the other' } });
    expect(events).toMatchObject([
      { type: 'model.failed', model: 'local/scripted', retry_in_ms: 250 },
      { type: 'model.failed', model: 'local/scripted', retry_in_ms: null },
      { type: 'model.called', model: 'far/other', tier: 'cheap', usd: (100 * 10 + 10 * 20) / 1e6 },
    ]);
    expect(await thinking.ledger.spent('r1')).toBe((100 * 10 + 10 * 20) / 1e6);
  });

  test('is asked at once where waiting is long or trying again is in vain', async () => {
    for (const first of [fault({ kind: 'rate_limited', retry_after_ms: 60_000 }), fault({ kind: 'unauthorized' })]) {
      const { events } = await asked([first], [standIn([])]);
      expect(events.map(({ type }) => type)).toEqual(['model.failed', 'model.called']);
    }
  });

  test('may fail too: the last one is tried as often as a lonely one, and its reason is told', async () => {
    const worn = Array(9).fill(fault({ message: 'worn out' }));
    const { events, outcome } = await asked([fault({ kind: 'refused' })], [standIn(worn), standIn(worn)]);
    expect(events).toHaveLength(1 + 2 + 5);
    expect(outcome).toEqual({ ok: false, why: 'fault', reason: 'overloaded: worn out' });
  });

  test('is not asked while the model answers, nor when the money is gone', async () => {
    expect((await asked([], [standIn([])])).events).toMatchObject([{ model: 'local/scripted' }]);
    const dear = standIn([], { input: 1, output: 1e6 });
    const { outcome } = await asked([fault({ kind: 'refused' })], [dear]);
    expect(outcome).toMatchObject({ ok: false, why: 'budget' });
    expect(dear.model.requests).toHaveLength(0);
  });
});

describe('a conversation that is too long', () => {
  const long = 'first line\n'.repeat(50);
  const turn = (id: string) => [
    { role: 'assistant' as const, text: '', calls: [{ id, name: 'read', input: {} }] },
    { role: 'tool' as const, id, name: 'read', text: long },
  ];
  const messages = [{ role: 'user' as const, text: long }, ...['a', 'b', 'c'].flatMap(turn)];
  const tooLong = fault({ kind: 'context_overflow' });

  test('is asked once more with the results of older tools in one line each, and the journal says so', async () => {
    const model = scriptedModel((_, failures) => [tooLong][failures] ?? { text: 'hi' });
    const thinking = await thinkingWith(model);
    const { events, outcome } = await journalled(ask(thinking, asker, { ...request, messages }, go));
    expect(outcome.ok).toBe(true);
    expect(events).toMatchObject([
      { type: 'model.failed', fault: 'context_overflow', retry_in_ms: 0, usd: 0 },
      { type: 'model.called', compacted: 1 },
    ]);
    const [, shorter] = model.requests;
    expect(shorter?.messages[2]).toEqual({
      ...messages[2],
      text: `first line [shortened: 50 lines, ${long.length} bytes]`,
    });
    expect(shorter?.messages.toSpliced(2, 1)).toEqual(messages.toSpliced(2, 1));
  });

  test('is given up when that is not enough, or when nothing can be shortened', async () => {
    const model = scriptedModel(() => tooLong);
    const thinking = await thinkingWith(model);
    const { outcome } = await journalled(ask(thinking, asker, { ...request, messages }, go));
    expect(outcome).toMatchObject({ ok: false, why: 'fault', reason: expect.stringContaining('context overflow') });
    expect(model.requests).toHaveLength(2);
    expect((await asking([tooLong, tooLong])).calls).toBe(1);
  });
});

test('whoever is told to stop asks nobody', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(asking([], {}, stop.signal)).rejects.toHaveProperty('name', 'AbortError');
});

test('whoever is told to stop while asking takes no second try, and what may have been charged stays charged', async () => {
  const stop = new AbortController();
  const thinking = await thinkingWith({
    ...scriptedModel(() => ({ text: '' })),
    async call() {
      stop.abort();
      return { ok: false, fault: { kind: 'cancelled', message: 'stopped', retry_after_ms: null, charged: 'unknown' } };
    },
  });
  await expect(journalled(ask(thinking, asker, request, stop.signal))).rejects.toHaveProperty('name', 'AbortError');
  expect(await thinking.ledger.spent('r1')).toBeGreaterThan(0);
});

function tierOf({ thinking }: Awaited<ReturnType<typeof asking>>) {
  return thinking.tier;
}
