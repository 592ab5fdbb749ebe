import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileBlobs } from '../../../src/adapters/blobs/blobs.ts';
import { blobsContract } from '../../contracts/blobs.ts';
import { outcomeOf, startChild } from '../../support/child.ts';
import { tempDir } from '../../support/temp.ts';

blobsContract('files', () => fileBlobs({ dir: tempDir(), point: () => undefined }));

const smallDisk = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'd=$1; shift; mount -t tmpfs -o size=512k none "$d" && exec "$@"',
  'sh',
];
const canMount = spawnSync('unshare', [...smallDisk.slice(1), '/mnt', 'true']).status === 0;
const onSmallDisk = it.skipIf(!canMount); // Some machines let no user mount a disk of their own.

describe('blobs in files', () => {
  it('lie under the first two letters of their name, and nothing else lies there', async () => {
    const dir = join(tempDir(), 'deep', 'blobs');
    const digest = await fileBlobs({ dir, point: () => undefined }).put('content');
    expect(readdirSync(dir)).toEqual([digest.slice(0, 2)]);
    expect(readdirSync(join(dir, digest.slice(0, 2)))).toEqual([digest.slice(2)]);
  });

  it('are written once', async () => {
    const names: string[] = [];
    const dir = tempDir();
    const blobs = fileBlobs({ dir, point: (name) => names.push(name) });
    const digest = await blobs.put('content');
    const before = statSync(fileOf(dir, digest)).ino;
    await blobs.put('content');
    expect(statSync(fileOf(dir, digest)).ino).toBe(before);
    expect(names).toEqual(['blobs.put.before', 'blobs.put.after']);
  });

  it('are named when their bytes were changed, and made whole by the next put when cut short', async () => {
    const dir = tempDir();
    const blobs = fileBlobs({ dir, point: () => undefined });
    const digest = await blobs.put('content');
    writeFileSync(fileOf(dir, digest), 'c0ntent');
    await expect(blobs.text(digest)).rejects.toThrow(`blob ${digest} is damaged`);
    writeFileSync(fileOf(dir, digest), '');
    await expect(blobs.text(digest)).rejects.toMatchObject({ reason: 'damaged' });
    await blobs.put('content');
    expect(await blobs.text(digest)).toBe('content');
  });

  it('that are stopped before they are written are not there', async () => {
    const dir = tempDir();
    const point = () => {
      throw new Error('stopped');
    };
    await expect(fileBlobs({ dir, point }).put('content')).rejects.toThrow('stopped');
    expect(readdirSync(dir)).toEqual([]);
  });

  onSmallDisk('say in one line that the disk is full, as journal and ledger do, and lose nothing', async () => {
    const dir = tempDir();
    const child = await startChild(new URL('./blobs.child.ts', import.meta.url), [dir], {
      through: [...smallDisk, dir],
    });
    const { stdout, stderr } = await outcomeOf(child);
    expect(stderr).toBe('');
    const { faults, lost, damage } = JSON.parse(stdout);
    for (const name of ['blobs', 'journal', 'ledger']) {
      expect(faults[name]).toEqual([
        'disk_full',
        8,
        expect.stringMatching(/^the disk is full: \S+ could not be written$/),
      ]);
    }
    expect({ lost, damage }).toEqual({ lost: 0, damage: [] });
    expect(existsSync(join(dir, 'blobs'))).toBe(false);
  });
});

const fileOf = (dir: string, digest: string) => join(dir, digest.slice(0, 2), digest.slice(2));
