import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitRepo } from '../../src/adapters/repo/repo.ts';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../src/languages/registry.ts';
import type { SandboxCommand } from '../../src/ports/outside/sandbox.ts';
import { waste } from '../support/waste.ts';
import { type Leaving, leavings } from './leavings.ts';
import { plantedGit } from './planted-git.ts';
import { moveIn, type Neighbour, openStage, type Stage } from './stage.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Attacks that wait for what we do after the command: each must catch whoever does the obvious thing, and not us. */
export function aftermath(who: 'root' | 'ordinary'): void {
  const sandbox = bubblewrap({ equipment: places(), memory_mb: 256, pids: 128, network: 'none', env });
  let [caught, breached] = [0, 0];
  let neighbour: Neighbour;

  beforeAll(async () => {
    neighbour = await moveIn();
  });
  afterAll(async () => {
    await neighbour.close();
    console.log(
      `${caught} attacks: bare succeeded ${caught}, sandbox breached ${breached} (in what is left, as ${who})`,
    );
  });

  const on = async <T>(bare: boolean, work: (stage: Stage) => Promise<T>): Promise<T> => {
    const stage = openStage(neighbour, bare);
    try {
      return await work(stage);
    } finally {
      await stage.close();
    }
  };
  const judge = (naive: boolean, ours: boolean) => {
    if (naive) caught += 1;
    if (ours) breached += 1;
    expect([naive, ours], 'the naive are caught, and we are not').toEqual([true, false]);
  };

  describe('what a command leaves', () => {
    const possible = leavings.filter((leaving) => (leaving.who ?? who) === who);
    const check = async ({ sh, naive, harmed, change }: Leaving): Promise<void> => {
      const fooled = await on(true, async (stage) => {
        const out = join(stage.dir, 'out');
        mkdirSync(out);
        spawnSync('sh', ['-c', sh], { cwd: stage.work, env: { ...env, ...stage.env, OUT: out } });
        return naive(stage, out);
      });
      const hurt = await on(false, async (stage) => {
        const base = commandIn(stage, ['sh', '-c', sh]);
        const run = (command: SandboxCommand) => sandbox.run(command, new AbortController().signal);
        const first = await run(base).catch(() => null);
        const second = await run({ ...base, argv: ['true'], ...change?.(stage) }).catch(() => null);
        return first === null || second === null || (harmed?.(stage, first, second) ?? false);
      });
      judge(fooled, hurt);
    };
    for (const leaving of possible)
      test.concurrent(`${leaving.name} catches the naive, and not us`, () => check(leaving));
  });

  describe('git is made to run', () => {
    const check = async (sh: string): Promise<void> => {
      const fooled = await on(true, async (stage) => {
        const mark = join(stage.dir, 'mark');
        const repository = makeRepository(stage);
        spawnSync('sh', ['-c', sh], { cwd: repository, env: { ...env, MARK: mark } });
        rmSync(mark, { force: true });
        for (const args of [['add', '-A'], ['status'], ['diff', 'HEAD'], ['commit', '-qm', 'x']])
          git(repository, ...args);
        return existsSync(mark);
      });
      const hurt = await on(false, async (stage) => {
        const mark = join(stage.dir, 'mark');
        const repo = gitRepo({ waste, state_dir: join(stage.dir, 'state'), env, point: () => undefined });
        const target = await repo.inspect(makeRepository(stage));
        const clone = await repo.clone('run', target);
        const base = await clone.treeOf(target.head);
        const workspace = await clone.workspace('work', base);
        const plant = ['sh', '-c', `git init -q .; ${sh}`];
        const command = { ...commandIn(stage, plant), work_dir: workspace.dir, mount_at: target.top };
        const signal = new AbortController().signal;
        expect(await sandbox.run({ ...command, env: { MARK: mark, HOME: '/tmp' } }, signal)).toMatchObject({
          ended: 'exit',
        });
        await workspace.list();
        await workspace.search('x', null);
        const tree = await workspace.snapshot();
        await clone.diff(base, tree);
        await workspace.reset(base);
        const sha = await clone.commit({ tree, parent: target.head, message: 'x', at: 0 });
        expect(await repo.publish('run', target, 'pawl/x', sha, null)).toBe(true);
        await workspace.dispose();
        return existsSync(mark);
      });
      judge(fooled, hurt);
    };
    for (const { name, sh } of plantedGit) test.concurrent(`${name} by plain git, and not by us`, () => check(sh));
  });

  test('a work folder too deep to name is disposed of', async () => {
    await on(false, async (stage) => {
      const repo = gitRepo({ waste, state_dir: join(stage.dir, 'state'), env, point: () => undefined });
      const target = await repo.inspect(makeRepository(stage));
      const clone = await repo.clone('run', target);
      const workspace = await clone.workspace('work', await clone.treeOf(target.head));
      const nest = 'import os\nfor _ in range(300): os.mkdir("d" * 200); os.chdir("d" * 200)';
      const command = { ...commandIn(stage, ['python3', '-c', nest]), work_dir: workspace.dir };
      await sandbox.run(command, new AbortController().signal);
      expect(await workspace.snapshot()).toBe(await clone.treeOf(target.head));
      await workspace.dispose();
      expect(existsSync(workspace.dir)).toBe(false);
    });
  });
}

function makeRepository({ dir }: Stage): string {
  const repository = join(dir, 'repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'file.txt'), 'x\n');
  for (const args of [
    ['init', '-qb', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ])
    git(repository, ...args);
  return repository;
}

function git(dir: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.test'];
  spawnSync('git', [...identity, ...args], { cwd: dir, env: { ...env, HOME: dir, GIT_CONFIG_NOSYSTEM: '1' } });
}

function commandIn(stage: Stage, argv: string[]): SandboxCommand {
  const nothing = { read_only: [], layered: [], provide: {}, cwd: '' };
  const limits = { timeout_ms: 20_000, output_limit: 1_000_000, file_limit: 1_000_000 };
  const place = { work_dir: stage.work, mount_at: stage.work };
  return { ...nothing, ...limits, ...place, argv, env: { ...stage.env, OUT: '/pawl/out' }, collect: ['report'] };
}
