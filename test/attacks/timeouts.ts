import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeTree } from '../../src/adapters/remove-tree.ts';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { readGroupFolders } from '../../src/adapters/sandboxes/bubblewrap/cgroup-folders.ts';
import { places } from '../../src/languages/registry.ts';
import { oddSleep, processesWith } from '../adapters/sandboxes/support.ts';

/** Many commands that must be ended, several at a time. The file that calls it has a process of its own. */
export function timeouts(): void {
  test('after 200 timeouts no process, no control group and no folder is left', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pawl-timeouts-'));
    const before = process.env.TMPDIR;
    onTestFinished(async () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await removeTree(dir);
    });
    process.env.TMPDIR = dir;
    const sandbox = bubblewrap({
      equipment: places(),
      memory_mb: 128,
      pids: 64,
      network: 'none',
      env: { PATH: '/usr/bin:/bin' },
    });
    const nap = oddSleep();
    const script = `trap '' TERM HUP INT; setsid ${nap} & (${nap} &) ; setsid sh -c '${nap} & ${nap}' & ${nap}`;
    const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [], cwd: '', mount_at: '/work' };
    const limits = { output_limit: 1000, file_limit: 0 };

    let [started, seen] = [0, 0];
    const endedAfter = async (timeout_ms: number, work_dir: string) => {
      const command = { ...nothing, ...limits, argv: ['sh', '-c', script], work_dir, timeout_ms };
      const running = sandbox.run(command, new AbortController().signal);
      started += 1;
      if (started % 20 === 0) setTimeout(() => (seen += processesWith(nap).length), 0.9 * timeout_ms);
      expect(await running).toMatchObject({ ended: 'timeout', exit_code: null });
    };
    const folders = Array.from({ length: 8 }, (_, index) => join(dir, `work-${index}`));
    const worker = async (work_dir: string) => {
      mkdirSync(work_dir);
      while (started < 200) await endedAfter(50 + (started % 50), work_dir);
    };
    await Promise.all(folders.map(worker));
    // A busy machine starts none in so short a time: some must have run.
    for (let timeout_ms = 200; seen === 0; timeout_ms *= 2)
      for (let tries = 0; tries < 20 && seen === 0; tries += 1) await endedAfter(timeout_ms, folders[0] ?? '');

    expect(seen).toBeGreaterThan(0);
    expect(processesWith(nap)).toEqual([]);
    const groups = readGroupFolders()
      .flat()
      .flatMap((folder) => readdirSync(folder));
    expect(groups.filter((name) => name.startsWith(`pawl-${process.pid}-`))).toEqual([]);
    expect(readdirSync(dir).filter((name) => name.startsWith('pawl-'))).toEqual([]);
  });
}
