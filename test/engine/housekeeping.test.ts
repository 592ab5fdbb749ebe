import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileBlobs } from '../../src/adapters/blobs/blobs.ts';
import { fileReports } from '../../src/adapters/reports/reports.ts';
import { fileTrust } from '../../src/adapters/trust/trust.ts';
import { clean, forget } from '../../src/engine/cleaning.ts';
import { asideName } from '../../src/engine/project/aside.ts';
import { examine, leftovers } from '../../src/engine/project/doctor.ts';
import { StateDamaged, Unfit } from '../../src/ports/errors.ts';
import type { Journal } from '../../src/ports/state/journal.ts';
import { finished, started } from '../adapters/journal/events.ts';
import { journalIn } from '../adapters/journal/open.ts';
import { adapter, repository, sh } from '../adapters/repo/setup.ts';
import { tempDir } from '../support/temp.ts';

/** Runs of two folders of one repository, and one whose clone is gone already. */
async function place() {
  const target = tempDir();
  const trust = fileTrust({ state_dir: join(tempDir(), 'state') });
  const journal = await journalIn(target);
  const known = { policy_digest: 'd'.repeat(64), providers: {} };
  for (const [run, where] of Object.entries({ ended: target, open: target, owned: target, other: '/other/target' })) {
    await trust.save({ run, target: where, ...known });
    const lease = await journal.claim(run);
    await lease.append(started(run));
    if (run !== 'open') await lease.append(finished);
    if (run !== 'owned') await lease.release();
  }
  const stranger = await journal.claim('stranger');
  await stranger.append(started('stranger'));
  await stranger.append(finished);
  await stranger.release();
  const removed: string[] = [];
  const remove = async (run: string) => {
    removed.push(run);
    return 100;
  };
  return { target, trust, journal, removed, remove };
}

describe('cleaning', () => {
  test('removes the clones of all runs that have ended, whichever folder of the repository they were for', async () => {
    const { trust, journal, removed, remove } = await place();
    const done = await clean({ journal: async () => journal, trust, remove });
    expect(removed.sort()).toEqual(['ended', 'other']);
    expect({ removed: done.removed.sort(), kept: done.kept.sort(), bytes: done.bytes }).toEqual({
      removed: ['ended', 'other'],
      kept: ['open', 'owned'],
      bytes: 200,
    });
  });
});

describe('forgetting', () => {
  test('removes all of runs that ended before, and blobs that nobody else names', async () => {
    const { target, trust, journal, removed, remove } = await place();
    const blobs = fileBlobs({ dir: join(target, 'blobs'), point: () => undefined });
    const reports = fileReports({ dir: join(target, 'reports') });
    const [used, unused] = [await blobs.put('x'), await blobs.put('of nobody')];
    const lease = await journal.claim('open');
    await lease.append({
      ...finished,
      type: 'attempt.started',
      task: 't',
      tier: 't',
      attempt: 1,
      from_tree: 'a',
      prompt_ref: used,
    } as never);
    await lease.release();
    await reports.write('ended', 'report.md', 'what happened');
    const [newest] = await journal.runs();
    const now = Date.parse(newest?.last_at ?? '') + 90_000_000;
    const clock = { now: () => now, sleep: async () => undefined };
    const dir = repository();
    const { repo } = adapter();
    const [ref, sha] = ['refs/pawl/backup/ended/main', sh(dir, 'rev-parse', 'HEAD')];
    await repo.keepRef(await repo.inspect(dir), ref, sha);
    const ended = await journal.claim('ended');
    await ended.append({ type: 'backup.kept', branch: 'main', sha, ref });
    await ended.release();
    const parts = {
      repo,
      target: () => repo.inspect(dir),
      journal: async () => journal,
      trust,
      remove,
      blobs: async () => blobs,
      reports: async () => reports,
      clock,
    };
    await expect(forget(parts, 'never')).rejects.toThrow(
      "--older-than takes a period such as 30d, 24h or 2w, or a date, not 'never'",
    );
    expect((await forget(parts, '2d')).removed).toEqual([]);
    const busy = await forget(parts, '1d');
    expect(busy.removed.sort()).toEqual(['ended', 'other', 'stranger']);
    expect(busy.kept.sort()).toEqual(['open', 'owned']);
    expect(removed.sort()).toEqual(['ended', 'other', 'stranger']);
    expect((await journal.runs()).map(({ run }) => run).sort()).toEqual(['open', 'owned']);
    expect(await reports.read('ended', 'report.md')).toBeNull();
    expect(sh(dir, 'for-each-ref', 'refs/pawl')).toBe('');
    // Somebody is at work: what they may be about to name stays.
    expect(await blobs.text(unused)).toBe('of nobody');
  });

  test('leaves the blobs alone when a run starts while old ones are removed', async () => {
    const { parts, journal, blobs, tomorrow } = await oldRuns('old');
    const unused = await blobs.put('of a run that begins');
    const remove = async () => {
      await (await journal.claim('new')).append(started('new'));
      return 0;
    };
    expect((await forget({ ...parts, remove, clock: tomorrow }, '1d')).removed).toEqual(['old']);
    expect(await blobs.text(unused)).toBe('of a run that begins');
  });

  test('names a run that cannot be read, leaves all of it, and removes the others', async () => {
    const { parts, journal, blobs, removed, reports, tomorrow } = await oldRuns('torn', 'old');
    const unknown = await blobs.put('of whom?');
    await reports.write('torn', 'report.md', 'what happened');
    const read: Journal['read'] = (run, ...rest) => {
      if (run === 'torn') throw new StateDamaged('run torn: event 2 is damaged');
      return journal.read(run, ...rest);
    };
    const torn = { ...parts, journal: async () => ({ ...journal, read }), clock: tomorrow };
    for (const more of [['old'], []]) {
      await expect(forget(torn, '1d')).rejects.toThrow('run torn: event 2 is damaged');
      expect(removed.splice(0)).toEqual(more);
    }
    expect((await journal.runs()).map(({ run }) => run)).toEqual(['torn']);
    expect(await reports.read('torn', 'report.md')).toBe('what happened');
    expect(await blobs.text(unknown)).toBe('of whom?');
  });
});

/** Runs that ended a day before `tomorrow`. */
async function oldRuns(...runs: string[]) {
  const target = tempDir();
  const journal = await journalIn(target);
  for (const run of runs) {
    const lease = await journal.claim(run);
    await lease.append(started(run));
    await lease.append(finished);
    await lease.release();
  }
  const blobs = fileBlobs({ dir: join(target, 'blobs'), point: () => undefined });
  const reports = fileReports({ dir: join(target, 'reports') });
  const [newest] = await journal.runs();
  const now = Date.parse(newest?.last_at ?? '') + 90_000_000;
  const removed: string[] = [];
  const { repo } = adapter();
  const parts = {
    repo,
    target: () => repo.inspect(repository()),
    journal: async () => journal,
    trust: fileTrust({ state_dir: join(target, 'trust') }),
    remove: async (run: string) => {
      removed.push(run);
      return 0;
    },
    blobs: async () => blobs,
    reports: async () => reports,
  };
  return { parts, journal, blobs, reports, removed, tomorrow: { now: () => now, sleep: async () => undefined } };
}

const isRunning = (pid: number): boolean => pid === process.pid;

describe('leftovers', () => {
  test('are clones whose target is gone, named first and removed when asked', async () => {
    const { target, trust, removed, remove } = await place();
    const exists = async (folder: string) => folder === target;
    const look = (repair: boolean) => leftovers({ trust, exists, isRunning, remove, repair });
    await expect(look(false)).rejects.toThrow(
      '1 private clones belong to repositories that no longer exist: pawl doctor --repair',
    );
    expect(removed).toEqual([]);
    expect(await look(true)).toBe('removed 1 private clones (100 bytes)');
    expect(removed).toEqual(['other']);
  });

  test('are none where every target is there', async () => {
    const { trust, remove } = await place();
    expect(await leftovers({ trust, exists: async () => true, isRunning, remove, repair: false })).toBe('none');
  });

  test('are clones of a command that was killed, and never those of one that is still at work', async () => {
    const state = tempDir();
    const names = { working: asideName(process.pid), killed: asideName(999_999) };
    for (const name of Object.values(names)) mkdirSync(join(state, 'runs', name), { recursive: true });
    const removed: string[] = [];
    const remove = async (run: string) => removed.push(run);
    const trust = fileTrust({ state_dir: state });
    await leftovers({ trust, exists: async () => true, isRunning, remove, repair: true });
    expect(removed).toEqual([names.killed]);
  });
});

describe('an examination', () => {
  test('looks at everything, and says of each what was found or what to do', async () => {
    const looks = {
      git: async () => 'repository here',
      sandbox: async () => {
        throw new Unfit('install bubblewrap');
      },
      leftovers: async () => 'none',
    };
    expect(await examine(looks)).toEqual([
      { name: 'git', required: true, ok: true, detail: 'repository here' },
      { name: 'sandbox', required: true, ok: false, detail: 'install bubblewrap' },
      { name: 'leftovers', required: false, ok: true, detail: 'none' },
    ]);
  });

  test('hides no defect of ours', async () => {
    const broken = async () => {
      throw new TypeError('x is not a function');
    };
    await expect(examine({ git: broken })).rejects.toThrow(TypeError);
  });
});
