import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Owner, thisProcess } from '../../../src/adapters/journal/owner.ts';
import { Unfit } from '../../../src/ports/errors.ts';
import type { Point } from '../../../src/ports/point.ts';
import { answer, readAll } from '../../contracts/journal.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';
import { journalIn } from './open.ts';

describe('the lease', () => {
  it('names the living owner to whoever is refused', async () => {
    const target = tempDir();
    await (await journalIn(target)).claim('r1');
    const other = await journalIn(target, { owner: { ...thisProcess(), pid: 1 } });
    const { host } = thisProcess();
    await expect(other.claim('r1')).rejects.toThrow(`already running in process ${process.pid} on ${host}`);
  });

  it('of a process that has ended is free at once', async () => {
    await expectTaken(await ownerThatEnded());
  });

  it('of a killed process whose parent has not noticed yet is free at once', async () => {
    await expectTaken(await ownerThatIsZombie());
  });

  it('of an earlier process with the same id is free at once', async () => {
    await expectTaken({ ...thisProcess(), start: '1' });
  });

  it('from before a reboot is free at once', async () => {
    await expectTaken({ ...thisProcess(), boot: 'another boot' });
  });

  it('of another machine is free after a minute of silence, not before', async () => {
    const [target, clock] = [tempDir(), handClock()];
    const far = await (await journalIn(target, { clock, owner: { ...thisProcess(), host: 'far' } })).claim('r1');
    await far.append(answer('a'));
    const here = await journalIn(target, { clock });
    clock.pass(60_000);
    await expect(here.claim('r1')).rejects.toMatchObject({ reason: 'owned' });
    expect((await here.runs())[0]?.owner).toContain('on far');
    await far.append(answer('a sign of life'));
    clock.pass(60_000);
    await expect(here.claim('r1')).rejects.toMatchObject({ reason: 'owned' });
    clock.pass(1);
    expect((await here.runs())[0]?.owner).toBeNull();
    const taken = await here.claim('r1');
    await expect(far.append(answer('too late'))).rejects.toMatchObject({ reason: 'lease_lost' });
    expect((await taken.append(answer('b'))).seq).toBe(3);
    expect(await readAll(here, 'r1')).toMatchObject([{}, {}, { text: 'b' }]);
  });

  it('that could not be released is released by the next try', async () => {
    const target = tempDir();
    const journal = await journalIn(target, { point: failingOnce('journal.release.before') });
    const lease = await journal.claim('r1');
    await lease.append(answer('a'));
    await expect(lease.release()).rejects.toThrow('the disk is full');
    await lease.release();
    expect((await (await journalIn(target)).runs())[0]?.owner).toBeNull();
  });

  it('is released by closing the journal, whatever becomes of the others, and shows no more sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const target = tempDir();
    const journal = await journalIn(target, { point: failingOnce('journal.release.before') });
    for (const run of ['r1', 'r2']) await (await journal.claim(run)).append(answer('a'));
    await expect(journal.close()).rejects.toThrow('the disk is full');
    const owners = (await (await journalIn(target)).runs()).map(({ run, owner }) => [run, owner === null]);
    expect(owners.sort()).toEqual([
      ['r1', false],
      ['r2', true],
    ]);
    vi.advanceTimersByTime(60_000);
  });

  it('of a silent owner on another machine is kept alive by a timer, until it is released', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [target, clock] = [tempDir(), handClock()];
    const far = await (await journalIn(target, { clock, owner: { ...thisProcess(), host: 'far' } })).claim('r1');
    await far.append(answer('a'));
    const here = await journalIn(target, { clock });
    for (let n = 0; n < 12; n++) {
      clock.pass(10_000);
      vi.advanceTimersByTime(10_000);
    }
    await expect(here.claim('r1')).rejects.toMatchObject({ reason: 'owned' });
    await far.release();
    expect(vi.getTimerCount()).toBe(0);
    await expect(here.claim('r1')).resolves.toMatchObject({ run: 'r1' });
  });

  it('is given back by closing the journal', async () => {
    const target = tempDir();
    const first = await journalIn(target);
    await (await first.claim('r1')).append(answer('a'));
    await first.close();
    await expect((await journalIn(target)).claim('r1')).resolves.toMatchObject({ run: 'r1' });
  });

  it('is lost to its owner when the run is removed by another', async () => {
    const target = tempDir();
    const dead = await (await journalIn(target, { owner: { ...thisProcess(), start: '1' } })).claim('r1');
    await dead.append(answer('a'));
    await (await journalIn(target)).remove('r1');
    await expect(dead.append(answer('b'))).rejects.toMatchObject({ reason: 'lease_lost' });
  });
});

async function expectTaken(owner: Owner): Promise<void> {
  const target = tempDir();
  const stale = await (await journalIn(target, { owner })).claim('r1');
  await stale.append(answer('a'));
  const journal = await journalIn(target);
  const lease = await journal.claim('r1');
  expect(lease.token).toBeGreaterThan(stale.token);
  await expect(stale.append(answer('stale'))).rejects.toMatchObject({ reason: 'lease_lost' });
  await stale.release();
  await lease.append(answer('b'));
  expect(await readAll(journal, 'r1')).toMatchObject([{ text: 'a' }, { text: 'b' }]);
}

async function ownerThatEnded(): Promise<Owner> {
  const child = spawn('true');
  await new Promise((resolve) => child.once('exit', resolve));
  return { ...thisProcess(), pid: pidOf(child), start: '1' };
}

/** Its parent is a shell that became another program and waits for nobody, so it stays in the process table. */
async function ownerThatIsZombie(): Promise<Owner> {
  const shell = 'sleep 60 & echo $!; exec sleep 60';
  const parent = spawn('sh', ['-c', shell], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const start = fields()[21] ?? null;
  // A shell would notice.
  await vi.waitUntil(() => readFileSync(`/proc/${pidOf(parent)}/comm`, 'utf8') === 'sleep\n');
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => fields()[2] === 'Z');
  return { ...thisProcess(), pid, start };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

/** A disk that is full the first time that it is written at this point. */
function failingOnce(name: string): Point {
  let failed = false;
  return (reached) => {
    if (failed || reached !== name) return;
    failed = true;
    throw new Unfit('the disk is full', 'disk_full');
  };
}
