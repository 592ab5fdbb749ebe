import { expect, test } from 'vitest';
import { compact } from '../../src/agents/loop/compact.ts';
import type { Message } from '../../src/schema/agents/message.ts';

const turn = (id: string, text: string): Message[] => [
  { role: 'assistant', text: '', calls: [{ id, name: 'read', input: {} }] },
  { role: 'tool', id, name: 'read', text },
];
const long = `first\n${'x'.repeat(500)}\n`;
const results = (messages: Message[] | undefined) =>
  messages?.filter(({ role }) => role === 'tool').map(({ text }) => text !== long);

test('the results of the last two turns stay whole, the older ones are one line each', () => {
  const messages = ['a', 'b', 'c', 'd'].flatMap((id) => turn(id, long));
  const { messages: shorter, shortened } = compact(messages) ?? {};
  expect(shortened).toBe(2);
  expect(results(shorter)).toEqual([true, true, false, false]);
  expect(shorter?.[1]?.text).toBe('first [shortened: 2 lines, 507 bytes]');
});

test('where that cuts nothing, only the last turn stays whole; where that cuts nothing, there is no shorter form', () => {
  expect(results(compact(['a', 'b'].flatMap((id) => turn(id, long)))?.messages)).toEqual([true, false]);
  expect(compact(turn('a', long))).toBeNull();
  expect(compact(['a', 'b', 'c'].flatMap((id) => turn(id, 'short')))).toBeNull();
  expect(compact([])).toBeNull();
});

test('a later conversation is cut the same up to where the earlier one was', () => {
  const whole = ['a', 'b', 'c', 'd', 'e'].flatMap((id) => turn(id, long));
  const earlier = compact(whole.slice(0, 8))?.messages ?? [];
  expect(compact(whole)?.messages.slice(0, 4)).toEqual(earlier.slice(0, 4));
});

test('a line that is long itself is cut between characters', () => {
  const [, first] = compact([...turn('a', '🦀'.repeat(400)), ...turn('b', ''), ...turn('c', '')])?.messages ?? [];
  expect(first?.text).toMatch(/^(🦀){160} \[shortened: 1 lines, 1600 bytes\]$/u);
});
