import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer, readAll } from '../../contracts/journal.ts';
import { linesOf, outcomeOf, startChild } from '../../support/child.ts';
import { tempDir } from '../../support/temp.ts';
import { journalIn, stateIn } from './open.ts';

const child = (target: string, ...args: string[]) =>
  startChild(new URL('./journal.child.ts', import.meta.url), [stateIn(target), ...args]);

describe('a journal shared by processes', () => {
  it('keeps every acknowledged append of an owner that is killed, and frees its lease at once', async () => {
    for (const acknowledged of [1, 30]) {
      const target = tempDir();
      const owner = await child(target, 'append');
      const ended = once(owner, 'exit');
      const reader = await journalIn(target);
      let last = 0;
      for await (const line of linesOf(owner)) {
        last = Number(line);
        if (last === acknowledged) {
          await expect(reader.claim('r1')).rejects.toMatchObject({ reason: 'owned' });
          owner.kill('SIGKILL');
        }
      }
      // Its output ends a moment before the process does.
      await ended;
      const lease = await reader.claim('r1');
      const events = await readAll(reader, 'r1');
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(events.length).toBeGreaterThanOrEqual(last);
      expect(await reader.check()).toEqual([]);
      expect((await lease.append(answer('going on'))).seq).toBe(events.length + 1);
    }
  });

  it('is whole after a kill before and after each durable step', async () => {
    const expected: [string, number | null][] = [
      ['journal.create.before', null],
      ['journal.create.after', 0],
      ['journal.claim.before', 0],
      ['journal.claim.after', 0],
      ['journal.append.before', 0],
      ['journal.append.after:answer.given', 1],
    ];
    for (const [point, events] of expected) {
      const target = tempDir();
      const ended = outcomeOf(await child(target, 'append', point));
      expect((await ended).stdout).toBe('');
      const made = readdirSync(stateIn(target)).includes('journal.db');
      expect([point, made]).toEqual([point, events !== null]);
      const journal = await journalIn(target);
      expect(await journal.check()).toEqual([]);
      expect([point, await readAll(journal, 'r1')]).toMatchObject([point, { length: events ?? 0 }]);
      const lease = await journal.claim('r1');
      expect((await lease.append(answer('going on'))).seq).toBe((events ?? 0) + 1);
    }
  });

  it('gives a run to exactly one of several that claim at once, also when none of them finds a file', async () => {
    const target = tempDir();
    const children = await Promise.all(Array.from({ length: 5 }, () => child(target, 'claim')));
    const outcomes = children.map(outcomeOf);
    await Promise.all(children.map((each) => new Promise((resolve) => each.once('message', resolve))));
    for (const each of children) each.send('go');
    const first = await Promise.race(
      children.map(async (each, n) => ((await firstLine(each)) === 'won' ? n : never())),
    );
    const losers = outcomes.filter((_, n) => n !== first);
    for (const loser of losers) expect(await loser).toMatchObject({ code: 0, stdout: 'owned\n' });
    children[first]?.send('end');
    expect(await outcomes[first]).toMatchObject({ stdout: 'won\n' });
    expect(await readAll(await journalIn(target), 'r1')).toMatchObject([{ seq: 1, text: 'mine' }]);
  });

  it('loses no command that others send while the owner appends and drains', async () => {
    const target = tempDir();
    const journal = await journalIn(target);
    const lease = await journal.claim('r1');
    await lease.append(answer('begin'));
    const senders = await Promise.all(Array.from({ length: 4 }, () => child(target, 'send')));
    const pids = senders.map((sender) => sender.pid);
    let left = senders.length;
    const outcomes = senders.map(async (sender) => {
      const outcome = await outcomeOf(sender);
      left--;
      return outcome;
    });
    const taken: string[] = [];
    for (let over = false; !over; ) {
      over = left === 0;
      for (const { id, command } of await lease.inbox()) {
        if (command.kind === 'answer') taken.push(command.text);
        await lease.append(answer('took one'), id);
      }
      await new Promise(setImmediate);
    }
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ code: 0, stderr: '' });
    for (const pid of pids) {
      const own = taken.filter((text) => text.startsWith(`${pid}:`));
      expect(own).toEqual(Array.from({ length: 20 }, (_, n) => `${pid}:${n}`));
    }
    expect(await lease.inbox()).toEqual([]);
    expect(await journal.check()).toEqual([]);
    expect(await readAll(journal, 'r1')).toHaveLength(81);
  });
});

async function firstLine(process: Parameters<typeof linesOf>[0]): Promise<string> {
  return new Promise((resolve) => process.stdout?.once('data', (data) => resolve(String(data).trim())));
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
