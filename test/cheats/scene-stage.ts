import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { astGrep } from '../../src/adapters/parsers/parsers.ts';
import { gitRepo } from '../../src/adapters/repo/repo.ts';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { spawn } from '../../src/adapters/spawn.ts';
import { places } from '../../src/languages/registry.ts';
import { readProject } from '../../src/languages/runs/project.ts';
import { noTests, runTests } from '../../src/languages/runs/run-tests.ts';
import { judge } from '../../src/rooms/verify/judge.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { inOne, plainEnv, put, sh } from '../adapters/repo/setup.ts';
import { policyWith } from '../core/policy.ts';
import { waste } from '../support/waste.ts';
import type { Scene } from './scene.ts';
import type { Change, Stage } from './stage.ts';

const parsers = astGrep();

/** As `stageFor`, for commands that the user configured and toolchains that need variables of their own. */
export async function stageOf(scene: Scene, env: Record<string, string> = {}): Promise<Omit<Stage, 'printed'>> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-cheats-')));
  const dir = join(top, 'project');
  put(dir, scene.files);
  inOne(dir, 'init -q', 'add -A', 'commit -q -m first');

  const repo = gitRepo({
    waste,
    state_dir: join(top, 'state'),
    env: plainEnv('/nonexistent'),
    point: () => undefined,
  });
  const target = await repo.inspect(dir);
  const clone = await repo.clone('judged', target);
  const base = await clone.treeOf(target.head);
  const { kind: _, ...limits } = policyWith().sandbox;
  const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });
  const unfit = await sandbox.unfit();
  if (unfit) throw new Error(unfit);
  const { tests } = policyWith();
  const { signal } = new AbortController();
  const placeFor = (unlock: string[]) => ({
    sandbox,
    target,
    signal,
    // A busy machine must not decide.
    policy: policyWith({
      unlock,
      limits: { verify_seconds: 180 },
      tests: { ...tests, command: scene.configured ? scene.command : [] },
    }),
  });
  const baseline = await measured();
  let made = 0;

  return {
    async judged({ files, also, unlock = [] }) {
      const workspace = await clone.workspace('attempt', base);
      apply(workspace.dir, files);
      also?.(workspace.dir);
      const candidate = {
        base,
        baseline: async () => baseline,
        tree: await workspace.snapshot(),
        must_differ: true,
        targets_due: true,
        isAsked: () => true,
        kind: null,
        seed: `seed ${made}`,
        parsers,
      };
      return judge(clone, candidate, placeFor(unlock));
    },
    async bare({ files, also }) {
      made += 1;
      const copy = join(top, `bare-${made}`);
      sh(top, 'clone', '-q', dir, copy);
      apply(copy, files);
      also?.(copy);
      const run = await spawn(scene.command, {
        cwd: copy,
        env: { PATH: process.env.PATH ?? '', HOME: top, LANG: 'C.UTF-8', ...env },
        timeout_ms: 240_000,
        output_limit: 1e6,
      });
      rmSync(copy, { recursive: true, force: true });
      return run.ended === 'exit' && run.exit_code === 0 ? 'accepted' : 'rejected';
    },
    close: () => rmSync(top, { recursive: true, force: true }),
  };

  async function measured(): Promise<TestRun> {
    const place = placeFor([]);
    const { runner } = await readProject(clone, base, target, place.policy);
    if (!runner) return noTests();
    const workspace = await clone.workspace('baseline', base);
    return runTests({ ...place, workspace, runner, only: null, timeout_ms: 240_000 });
  }
}

function apply(dir: string, files: Change['files']): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) rmSync(join(dir, path), { recursive: true });
    else put(dir, { [path]: content });
  }
}
