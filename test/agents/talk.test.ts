import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileBlobs } from '../../src/adapters/blobs/blobs.ts';
import { dueIn, restore } from '../../src/agents/talk.ts';
import { StateDamaged } from '../../src/ports/errors.ts';
import type { Message } from '../../src/schema/message.ts';
import { tempDir } from '../support/temp.ts';

const opening: Message[] = [
  { role: 'system', text: 'You are one.' },
  { role: 'user', text: 'Do it.' },
];
const calls = ['read', 'write'].map((name, index) => ({ id: `c${index}`, name, input: {} }));
const asks: Message = { role: 'assistant', text: '', calls };
const answer = (index: number): Message => ({ role: 'tool', id: `c${index}`, name: 'read', text: 'done' });
const says: Message = { role: 'assistant', text: 'I think.', calls: [] };

describe('what is due', () => {
  test.each<[string, Message[], unknown]>([
    ['an opening waits for the model', opening, { kind: 'model' }],
    ['the first call', [...opening, asks], { kind: 'call', call: calls[0] }],
    ['the second call once the first is answered', [...opening, asks, answer(0)], { kind: 'call', call: calls[1] }],
    ['the model once all are answered', [...opening, asks, answer(0), answer(1)], { kind: 'model' }],
    ['a reminder after words alone', [...opening, says], { kind: 'no_call', text: 'I think.' }],
    ['the model after the reminder', [...opening, says, { role: 'user', text: 'Call one.' }], { kind: 'model' }],
    [
      'only the newest answer counts',
      [...opening, asks, answer(0), answer(1), says],
      { kind: 'no_call', text: 'I think.' },
    ],
    ['nobody has spoken', [], { kind: 'model' }],
  ])('%s', (_, messages, due) => {
    expect(dueIn(messages)).toEqual(due);
  });
});

describe('a conversation that is restored', () => {
  const place = () => fileBlobs({ dir: join(tempDir(), 'blobs'), point: () => undefined });

  test('is what it was', async () => {
    const blobs = place();
    const put = (value: unknown) => blobs.put(JSON.stringify(value));
    const entries = [
      { kind: 'message' as const, ref: await put(asks) },
      { kind: 'result' as const, ref: await put(answer(0)) },
    ];
    const conversation = { prompt_ref: await put(opening), entries, steps: 1, keys: ['k'], over: false };
    expect(await restore(conversation, blobs)).toEqual([...opening, asks, answer(0)]);
  });

  test('is refused where a part of it is missing', async () => {
    const conversation = { prompt_ref: 'b'.repeat(64), entries: [], steps: 0, keys: [], over: false };
    await expect(restore(conversation, place())).rejects.toThrow(StateDamaged);
  });
});
