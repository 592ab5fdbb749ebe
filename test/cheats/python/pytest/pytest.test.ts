import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../../battery.ts';
import { lacksPytest } from '../battery.ts';
import { pytestScenes } from './scenes.ts';

describe.skipIf(lacksPytest())('a project on pytest (needs python3 -m pytest)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    const account = await accountOf('pytest', pytestScenes, 12);
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});
