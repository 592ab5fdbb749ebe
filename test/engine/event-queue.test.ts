import { expect, test } from 'vitest';
import { EventQueue } from '../../src/engine/loop/event-queue.ts';
import { commandEvent } from '../../src/engine/loop/inbox.ts';
import type { Recorded } from '../../src/schema/run/event.ts';

const event = (seq: number): Recorded => ({ type: 'run.resumed', owner: 'x', seq, at: '', run: 'r1' });

test('a reader who comes late or reads slowly gets every event, in order, until the end', async () => {
  const queue = new EventQueue();
  queue.push(event(1));
  const read: number[] = [];
  const reading = (async () => {
    for await (const { seq } of queue) {
      read.push(seq);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  queue.push(event(2));
  await new Promise((resolve) => setTimeout(resolve, 10));
  queue.push(event(3));
  queue.push(event(4));
  queue.end();
  await reading;
  expect(read).toEqual([1, 2, 3, 4]);
  expect(queue.seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test('what another process asks for becomes an event', () => {
  expect(commandEvent({ kind: 'cancel', reason: 'no' }, true)).toEqual({ type: 'cancel.requested', reason: 'no' });
  expect(commandEvent({ kind: 'answer', text: 'yes' }, true)).toEqual({ type: 'answer.given', text: 'yes' });
  const unasked = { type: 'answer.given', text: 'hurry', asked: false };
  expect(commandEvent({ kind: 'answer', text: 'hurry' }, false)).toEqual(unasked);
});
