import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountOf, patience } from '../battery.ts';
import { rustScenes } from './scenes.ts';

const asked = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
if (asked.status !== 0) console.log(`cheats in Rust are not judged: ${asked.error?.message ?? asked.stderr}`);
/** The machine's own toolchain, behind rustup where that is in the path. */
const toolchain = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
  CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), '.cargo'),
};

describe.skipIf(asked.status !== 0)('a project in Rust (needs cargo)', () => {
  it('accepts no cheat and refuses no honest change', { timeout: patience }, async () => {
    const account = await accountOf('cargo', rustScenes, 16, toolchain);
    expect(account.bare_rejects).toEqual([]);
    expect(account.honest_bare_rejects).toEqual([]);
    expect(account.judge_accepts).toEqual([]);
    expect(account.refused).toEqual([]);
  });
});
