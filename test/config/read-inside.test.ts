import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listInside, readInside } from '../../src/config/read-inside.ts';
import { tempDir } from '../support/temp.ts';
import { house, refusal } from './house.ts';

const parts = ['.pawl', 'config.yaml'];
const secret = 'providers: {}\n';

/** A folder whose `.pawl` is made by `plant`, beside a file that is none of its business. */
function hostile(plant: (at: { folder: string; elsewhere: string }) => void) {
  const [folder, elsewhere] = [tempDir(), tempDir()];
  mkdirSync(join(elsewhere, 'agents'));
  writeFileSync(join(elsewhere, 'config.yaml'), secret);
  plant({ folder, elsewhere });
  return folder;
}

describe('a file of a repository', () => {
  it('is read', async () => {
    const folder = hostile(({ folder }) => {
      mkdirSync(join(folder, '.pawl'));
      writeFileSync(join(folder, ...parts), 'strategy: branch\n');
    });
    expect(await readInside({ folder, parts }, 100)).toEqual({ is: 'text', text: 'strategy: branch\n' });
    expect(await readInside({ folder, parts: ['.pawl', 'other'] }, 100)).toEqual({ is: 'missing' });
    expect(await readInside({ folder: tempDir(), parts }, 100)).toEqual({ is: 'missing' });
    expect(await readInside({ folder, parts }, 5)).toEqual({ is: 'too_large' });
  });

  const kinds: [string, (at: { folder: string; elsewhere: string }) => void, string][] = [
    [
      'a link',
      (at) => pawl(at, (file) => symlinkSync(join(at.elsewhere, 'config.yaml'), file)),
      'it is a symbolic link',
    ],
    ['a link to nowhere', (at) => pawl(at, (file) => symlinkSync('/nowhere', file)), 'it is a symbolic link'],
    ['a link to a device', (at) => pawl(at, (file) => symlinkSync('/dev/zero', file)), 'it is a symbolic link'],
    [
      'in a linked folder',
      ({ folder, elsewhere }) => symlinkSync(elsewhere, join(folder, '.pawl')),
      '.pawl is a symbolic link',
    ],
    ['in a file', ({ folder }) => writeFileSync(join(folder, '.pawl'), ''), '.pawl is not a directory'],
    ['in a pipe', ({ folder }) => fifo(join(folder, '.pawl')), '.pawl is not a file'],
    ['a pipe', (at) => pawl(at, fifo), 'it is not a file'],
    ['a folder', (at) => pawl(at, (file) => mkdirSync(file)), 'it is a directory'],
  ];
  it.each(kinds)('is refused where it is %s', async (_name, plant, reason) => {
    const folder = hostile(plant);
    expect(await readInside({ folder, parts }, 100)).toEqual({ is: 'unreadable', reason });
  });

  it('is refused where it is a socket', async () => {
    const folder = hostile(() => undefined);
    mkdirSync(join(folder, '.pawl'));
    const server = createServer().listen(join(folder, ...parts));
    await new Promise((listening) => server.once('listening', listening));
    onTestFinished(() => void server.close());
    expect(await readInside({ folder, parts }, 100)).toEqual({ is: 'unreadable', reason: 'it is not a file' });
  });

  it('is not even opened where it is a pipe: whoever waits for a reader goes on waiting', async () => {
    const folder = hostile((at) => pawl(at, fifo));
    await readInside({ folder, parts }, 100);
    const place = join(folder, ...parts);
    expect(() => closeSync(openSync(place, constants.O_WRONLY | constants.O_NONBLOCK))).toThrow('ENXIO');
  });

  it('of any size costs no more than its limit', async () => {
    const folder = hostile((at) => pawl(at, (file) => writeFileSync(file, '')));
    truncateSync(join(folder, ...parts), 2 ** 40);
    expect(await readInside({ folder, parts }, 1000)).toEqual({ is: 'too_large' });
  });
});

describe('a folder of a repository', () => {
  it('is listed as far as it is bounded, and through no link', async () => {
    const folder = hostile(({ folder, elsewhere }) => {
      mkdirSync(join(folder, '.pawl', 'few'), { recursive: true });
      for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, '.pawl', 'few', name), '');
      symlinkSync(join(elsewhere, 'agents'), join(folder, '.pawl', 'agents'));
    });
    const list = (name: string, most = 3) => listInside({ folder, parts: ['.pawl', name] }, most);
    expect(await list('few')).toEqual({ is: 'names', names: expect.arrayContaining(['a', 'b', 'c']) });
    expect(await list('few', 2)).toEqual({ is: 'unreadable', reason: 'it holds more than 2 files' });
    expect(await list('agents')).toEqual({ is: 'unreadable', reason: '.pawl/agents is a symbolic link' });
    expect(await list('nothing')).toEqual({ is: 'missing' });
  });
});

describe('the configuration of a repository', () => {
  it('is refused in one line where it is a link, and nothing of what it leads to is repeated', async () => {
    const place = house();
    onTestFinished(place.remove);
    place.write(place.chosen, 'password: hunter2\n');
    mkdirSync(dirname(place.repository), { recursive: true });
    symlinkSync(place.chosen, place.repository);
    expect(await refusal(() => place.load())).toBe(`2 cannot read ${place.repository}: it is a symbolic link`);
  });

  it('is trusted where the user chose it by name, but not where it only links to what the user chose', async () => {
    const place = house();
    onTestFinished(place.remove);
    place.write(place.repository, 'sandbox: { pids: 99 }\n');
    expect((await place.load({ config_file: place.repository })).values.sandbox.pids).toBe(99);
    place.write(place.chosen, 'strategy: branch\n');
    execFileSync('ln', ['-sf', place.chosen, place.repository]);
    expect(await refusal(() => place.load({ config_file: place.chosen }))).toContain('it is a symbolic link');
  });
});

function pawl({ folder }: { folder: string }, make: (file: string) => void): void {
  mkdirSync(join(folder, '.pawl'));
  make(join(folder, ...parts));
}

function fifo(file: string): void {
  execFileSync('mkfifo', [file]);
}
