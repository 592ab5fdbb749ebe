import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileTrust } from '../../../src/adapters/trust/trust.ts';
import { StateDamaged } from '../../../src/ports/errors.ts';
import type { Trusted } from '../../../src/schema/settings/trusted.ts';
import { tempDir } from '../../support/temp.ts';

const record = (run: string): Trusted => ({
  run,
  target: '/somewhere/project',
  policy_digest: 'd'.repeat(64),
  providers: { local: { api: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key_env: null } },
});

describe('what this machine knows about its runs', () => {
  test('is what was saved, for the one who asks and for the next process', async () => {
    const state_dir = tempDir();
    await fileTrust({ state_dir }).save(record('r1'));
    await fileTrust({ state_dir }).save({ ...record('r1'), target: '/elsewhere' });
    expect(await fileTrust({ state_dir }).load('r1')).toEqual({ ...record('r1'), target: '/elsewhere' });
    expect(await fileTrust({ state_dir }).runs()).toEqual(['r1']);
    expect(statSync(join(state_dir, 'runs', 'r1')).mode & 0o077).toBe(0);
  });

  test('is nothing about a run that was not started here', async () => {
    const trust = fileTrust({ state_dir: tempDir() });
    expect(await trust.load('r1')).toBeNull();
    expect(await trust.runs()).toEqual([]);
  });

  test.each(['', '.', '..', '../../target/.pawl', '/tmp/target/.pawl', 'a/b', 'a\0b'])(
    'is never read from where a name leads: %j',
    async (name) => {
      const place = tempDir();
      const state_dir = join(place, 'a', 'b');
      for (const folder of [join(place, 'target', '.pawl'), join(state_dir, 'runs'), state_dir]) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'trusted.json'), JSON.stringify(record(name)));
      }
      expect(await fileTrust({ state_dir }).load(name)).toBeNull();
    },
  );

  test.each(['', '{', '{}', JSON.stringify(record('another'))])('is damaged where it reads %j', async (text) => {
    const state_dir = tempDir();
    mkdirSync(join(state_dir, 'runs', 'r1'), { recursive: true });
    writeFileSync(join(state_dir, 'runs', 'r1', 'trusted.json'), text);
    const loading = fileTrust({ state_dir }).load('r1');
    await expect(loading).rejects.toThrow(StateDamaged);
    await expect(loading).rejects.toThrow(/the record of run r1 in .* cannot be read/);
  });
});
