import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../../battery.ts';
import { unittestScenes } from './scenes.ts';

const asked = spawnSync('python3', ['--version'], { encoding: 'utf8' });
if (asked.status !== 0) console.log(`cheats on unittest are not judged: ${asked.error?.message ?? asked.stderr}`);

describe.skipIf(asked.status !== 0)('a project on unittest (needs python3)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    const account = await accountOf('unittest', unittestScenes, 12);
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});
