import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bubblewrap } from '../../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { findGroups } from '../../../../src/adapters/sandboxes/bubblewrap/cgroup.ts';
import { readGroupFolders } from '../../../../src/adapters/sandboxes/bubblewrap/cgroup-folders.ts';
import { places } from '../../../../src/languages/registry.ts';
import { startChild } from '../../../support/child.ts';
import { sandboxContract } from '../contract.ts';
import { isolation } from '../isolation.ts';
import { oddSleep, processesWith, run, tempDir } from '../support.ts';

const limits = { memory_mb: 512, pids: 64, network: 'none' } as const;
const reason = await bubblewrap({ equipment: places(), ...limits, env: process.env }).unfit();
if (reason !== null) console.log(`skipped: bubblewrap as this user: ${reason}`);

describe.skipIf(reason !== null)('bubblewrap as the user of the tests', () => {
  sandboxContract((env, changes) => bubblewrap({ equipment: places(), ...limits, ...changes, env }));
  isolation((changes) => bubblewrap({ equipment: places(), ...limits, env: process.env, ...changes }));
});

const pytest = spawnSync('python3', ['-c', 'import pytest'], { cwd: '/' }).status === 0;
if (!pytest) console.log('skipped: pytest in the sandbox: the python3 on PATH has none');

describe.skipIf(reason !== null || !pytest)('bubblewrap with the python3 of the search path', () => {
  test('runs pytest, wherever that python3 lives', async () => {
    const work_dir = tempDir();
    writeFileSync(join(work_dir, 'test_sum.py'), 'def test_adds(tmp_path):\n    assert 1 + 1 == 2\n');
    const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });
    const argv = ['python3', '-m', 'pytest', '-q', '--junitxml=/pawl/out/report.xml'];
    const result = await run(sandbox, argv, { work_dir, collect: ['report.xml'] });
    expect(result).toMatchObject({ ended: 'exit', exit_code: 0 });
    expect(result.files['report.xml']).toContain('tests="1"');
  });
});

describe.skipIf(reason !== null)('bubblewrap whose owner is killed', () => {
  test('leaves no process, and the next owner removes what else it left', async () => {
    const nap = oddSleep();
    const script = `setsid ${nap} & ${nap}`;
    const entry = new URL('../owner.child.ts', import.meta.url);
    const owner = await startChild(entry, [tempDir(), script], { env: { TMPDIR: tempDir() } });
    await until(() => processesWith(nap).length > 3);
    owner.kill('SIGKILL');
    await until(() => processesWith(nap).length === 0);
    await findGroups(limits);
    expect(
      readGroupFolders()
        .flat()
        .flatMap(groupsOf)
        .filter((name) => name.includes(`-${owner.pid}-`)),
    ).toEqual([]);
  });
});

function groupsOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 60_000, interval: 20 }).toBe(true);
}

describe('bubblewrap that cannot run', () => {
  test('says in one line what to install', async () => {
    const reason = await bubblewrap({ equipment: places(), ...limits, env: { PATH: '' } }).unfit();
    expect(reason).toBe('bubblewrap (bwrap) is not installed: apt-get install bubblewrap');
  });

  test('says why its set-up failed, and runs nothing', async () => {
    const folder = tempDir();
    writeFileSync(
      join(folder, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
    );
    chmodSync(join(folder, 'bwrap'), 0o755);
    const sandbox = bubblewrap({ equipment: places(), ...limits, env: { PATH: folder } });
    const reason = 'the sandbox cannot be set up: bwrap: No permissions to create new namespace';
    expect(await sandbox.unfit()).toBe(reason);
    await expect(run(sandbox, ['true'])).rejects.toMatchObject({ message: reason, exitCode: 8 });
  });
});
