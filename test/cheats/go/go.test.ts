import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../battery.ts';
import { goScenes } from './scenes.ts';

const asked = spawnSync('go', ['env', 'GOCACHE', 'GOMODCACHE'], { encoding: 'utf8' });
const [GOCACHE = '', GOMODCACHE = ''] = (asked.stdout ?? '').split('\n');
if (asked.status !== 0) console.log(`cheats in Go are not judged: ${asked.error?.message ?? asked.stderr}`);

describe.skipIf(asked.status !== 0)('a project in Go (needs go)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    const account = await accountOf('go', goScenes, 12, { GOCACHE, GOMODCACHE, GOFLAGS: '-buildvcs=false' });
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});
