import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileBlobs } from '../../src/adapters/blobs/blobs.ts';
import { dueIn, messagesOf, restore, type Turn } from '../../src/agents/loop/talk.ts';
import { StateDamaged } from '../../src/ports/errors.ts';
import type { AssistantMessage, Message } from '../../src/schema/agents/message.ts';
import { tempDir } from '../support/temp.ts';

const opening: Message[] = [
  { role: 'system', text: 'You are one.' },
  { role: 'user', text: 'Do it.' },
];
const calls = ['read', 'write'].map((name, index) => ({ id: `c${index}`, name, input: {} }));
const asks: AssistantMessage = { role: 'assistant', text: '', calls };
const answer = (index: number): Message => ({ role: 'tool', id: `c${index}`, name: 'read', text: 'done' });
const says: AssistantMessage = { role: 'assistant', text: 'I think.', calls: [] };
const asked = (...answers: Message[]): Turn => ({ message: asks, answers });
const said = (...answers: Message[]): Turn => ({ message: says, answers });

describe('what is due', () => {
  test.each<[string, Turn[], unknown]>([
    ['an opening waits for the model', [], { kind: 'model' }],
    ['the first call', [asked()], { kind: 'call', call: calls[0] }],
    ['the second call once the first is answered', [asked(answer(0))], { kind: 'call', call: calls[1] }],
    ['the model once all are answered', [asked(answer(0), answer(1))], { kind: 'model' }],
    ['a reminder after words alone', [said()], { kind: 'no_call', text: 'I think.' }],
    ['the model after the reminder', [said({ role: 'user', text: 'Call one.' })], { kind: 'model' }],
    ['the oldest call that has no answer, whatever was said since', [asked(answer(0)), said()], { call: calls[1] }],
  ])('%s', (_, turns, due) => {
    expect(dueIn({ turns })).toMatchObject(due as object);
  });
});

describe('a conversation that is restored', () => {
  const place = () => fileBlobs({ dir: join(tempDir(), 'blobs'), point: () => undefined });
  const conversation = { steps: 1, keys: ['k'], tree: null, over: false };

  test.each<[string, Message[]]>([
    ['is what it was', [asks, answer(0), answer(1), says]],
    ['has each answer at its call, also where the next words came first', [asks, says, answer(0), answer(1)]],
  ])('%s', async (_, messages) => {
    const blobs = place();
    const put = (value: unknown) => blobs.put(JSON.stringify(value));
    const entries = await Promise.all(
      messages.map(async (message) => ({
        kind: message.role === 'assistant' ? ('message' as const) : ('result' as const),
        ref: await put(message),
      })),
    );
    const talk = await restore({ ...conversation, prompt_ref: await put(opening), entries }, blobs);
    expect(talk.turns).toEqual([asked(answer(0), answer(1)), said()]);
    expect(messagesOf(talk)).toEqual([...opening, asks, answer(0), answer(1), says]);
  });

  test('is refused where a part of it is missing', async () => {
    const lost = { ...conversation, prompt_ref: 'b'.repeat(64), entries: [] };
    await expect(restore(lost, place())).rejects.toThrow(StateDamaged);
  });
});
