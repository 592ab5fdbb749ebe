import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { openWire, type Params, type Wire } from '../../../../src/adapters/developers/acp/wire.ts';

interface Stage {
  wire: Wire;
  /** What was sent to the agent. */
  sent: Params[];
  told: [string, Params][];
  nonsense: string[];
}

function onStage(asked = async (_method: string, _params: Params): Promise<unknown> => null): Stage {
  const stage: Omit<Stage, 'wire'> = { sent: [], told: [], nonsense: [] };
  const wire = openWire((line) => stage.sent.push(JSON.parse(line)), {
    onRequest: asked,
    onNotification: (method, params) => stage.told.push([method, params]),
    nonsense: (line) => stage.nonsense.push(line),
  });
  return { ...stage, wire };
}

const hearing = (wire: Wire, ...messages: unknown[]): void => {
  for (const message of messages) wire.hear(JSON.stringify(message));
};

test('a request is answered, with its result or its error', async () => {
  const { wire, sent } = onStage();
  const [first, second] = [wire.request('one', {}), wire.request('two', {})];
  await expect.poll(() => sent.map(({ method }) => method)).toEqual(['one', 'two']);
  hearing(wire, { id: sent[1]?.id, error: { code: -32000, message: 'no', data: { details: 'login first' } } });
  hearing(wire, { id: sent[0]?.id, result: { a: 1 } });
  expect(await first).toEqual({ a: 1 });
  await expect(second).rejects.toEqual(new RequestError(-32000, 'no (login first)'));
});

test('questions are answered one after the other, and an error is an answer', async () => {
  const order: string[] = [];
  const { wire, sent } = onStage(async (method) => {
    order.push(`begin ${method}`);
    await sleep(method === 'slow' ? 20 : 1);
    order.push(`end ${method}`);
    if (method === 'bad') throw new RequestError(-32602, 'no such path');
    return { method };
  });
  hearing(wire, { jsonrpc: '2.0', id: 'a', method: 'slow' }, { jsonrpc: '2.0', id: 2, method: 'bad', params: [] });
  await expect
    .poll(() => sent)
    .toEqual([
      { jsonrpc: '2.0', id: 'a', result: { method: 'slow' } },
      { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no such path' } },
    ]);
  expect(order).toEqual(['begin slow', 'end slow', 'begin bad', 'end bad']);
});

test('more questions than may be open are refused, and later ones are answered again', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { wire, sent } = onStage(() => gate);
  hearing(wire, ...Array.from({ length: 100 }, (_, id) => ({ id, method: 'x' })));
  expect(sent).toHaveLength(36);
  expect(sent.every(({ error }) => (error as { code: number }).code === -32000)).toBe(true);
  release();
  await expect.poll(() => sent).toHaveLength(100);
  hearing(wire, { id: 'last', method: 'x' });
  await expect.poll(() => sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'last', result: null });
});

test('what is told is heard at once, whatever it is', () => {
  const { wire, told } = onStage();
  hearing(wire, { method: 'session/update', params: null }, { jsonrpc: '2.0', method: 'x', params: { a: 1 } });
  expect(told).toEqual([
    ['session/update', {}],
    ['x', { a: 1 }],
  ]);
});

test('a hostile agent gets nothing onto the terminal: the library would print it', async () => {
  const printed: unknown[] = [];
  const print = console.error;
  console.error = (...words) => printed.push(words);
  try {
    const { wire, nonsense, sent, told } = onStage();
    const lines = [
      ...['{nonsense', '[1]', 'null', '7', '{}', '"text"', '[{"jsonrpc":"2.0","method":"x","id":1}]'],
      ...['{"id":77,"result":{}}', '{"jsonrpc":"2.0","id":0,"error":3}', '{"id":{},"method":"x"}', '{"result":1}'],
    ];
    for (const line of lines) wire.hear(line);
    wire.hear('  ');
    hearing(wire, { method: 'session/update', params: { sessionId: 7, update: 'x' } }, { method: '$/cancel_request' });
    await sleep(5);
    expect(nonsense).toEqual(lines);
    expect([sent, told.length]).toEqual([[], 2]);
  } finally {
    console.error = print;
  }
  expect(printed).toEqual([]);
});

test('who waits when it is closed gets the reason, and nothing is sent any more', async () => {
  const { wire, sent } = onStage();
  const waiting = wire.request('one', {});
  await expect.poll(() => sent).toHaveLength(1);
  wire.close('the agent has ended');
  await expect(waiting).rejects.toThrow('the agent has ended');
  await expect(wire.request('two', {})).rejects.toThrow('the agent has ended');
  wire.notify('three', {});
  hearing(wire, { id: 1, method: 'x' });
  await sleep(5);
  expect(sent).toHaveLength(1);
});
