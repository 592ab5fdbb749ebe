import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../battery.ts';
import { commandScenes } from './scenes.ts';

const missing = ['python3', 'make', 'sh'].filter((name) => spawnSync(name, ['-c', ':']).error !== undefined);
if (missing.length > 0) console.log(`cheats behind commands are not judged: there is no ${missing.join(', ')}`);

describe.skipIf(missing.length > 0)('a project with a command of its own (needs python3, make and sh)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    const account = await accountOf('command', commandScenes, 12);
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});
