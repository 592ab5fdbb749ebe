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
import { type Judgement, judge } from '../../src/rooms/verify/judge.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { inOne, plainEnv, put, sh } from '../adapters/repo/setup.ts';
import { policyWith } from '../core/policy.ts';
import { waste } from '../support/waste.ts';

const parsers = astGrep();

/** What somebody did to a project: files written, null where one was removed. */
export interface Change {
  name: string;
  files: Record<string, string | null>;
  /** What text files cannot say: links, odd names. */
  also?: (dir: string) => void;
  /** What a person opened for it. */
  unlock?: string[];
}

/** Every twelfth or so, as `npm test` takes them; all with PAWL_CHEATS=all. */
export function sampled<T>(list: readonly T[], every = 12): T[] {
  return process.env.PAWL_CHEATS === 'all' ? [...list] : list.filter((_, at) => at % every === 0);
}

export interface Stage {
  /** Judged as an attempt is: from a snapshot of a private clone. */
  judged(change: Change): Promise<Judgement>;
  /** What the project's own command says, in a folder of its own with the same change. */
  bare(change: Change): Promise<'accepted' | 'rejected'>;
  /** What a script of ours prints in such a folder: it looks at the product, away from any test. */
  printed(change: Change, script: string): Promise<string>;
  close(): void;
}

/** A real repository, a real sandbox and one baseline for every change. `install` puts dependencies into a folder. */
export async function stageFor(
  files: Record<string, string>,
  command: string[],
  install: (dir: string) => void = () => undefined,
): Promise<Stage> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-cheats-')));
  const dir = join(top, 'project');
  put(dir, files);
  inOne(dir, 'init -q', 'add -A', 'commit -q -m first');
  install(dir);

  const env = process.env;
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
  const sandbox = bubblewrap({ equipment: places(), ...limits, env });
  const unfit = await sandbox.unfit();
  if (unfit) throw new Error(unfit);
  const { signal } = new AbortController();
  const placeFor = (unlock: string[]) => ({ sandbox, target, signal, policy: policyWith({ unlock }) });
  const baseline = await measured();
  let made = 0;

  return {
    async judged({ files: changed, also, unlock = [] }) {
      const workspace = await clone.workspace('attempt', base);
      apply(workspace.dir, changed);
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
    async bare(change) {
      const run = await ranBare(change, command);
      return run.ended === 'exit' && run.exit_code === 0 ? 'accepted' : 'rejected';
    },
    printed: async (change, script) =>
      String((await ranBare(change, ['node', '--input-type=module', '--eval', script])).stdout),
    close: () => rmSync(top, { recursive: true, force: true }),
  };

  async function ranBare({ files: changed, also }: Change, argv: string[]) {
    made += 1;
    const copy = join(top, `bare-${made}`);
    sh(top, 'clone', '-q', dir, copy);
    install(copy);
    apply(copy, changed);
    also?.(copy);
    const run = await spawn(argv, {
      cwd: copy,
      env: { PATH: process.env.PATH ?? '', HOME: top, LANG: 'C.UTF-8' },
      timeout_ms: 60_000,
      output_limit: 1e6,
    });
    rmSync(copy, { recursive: true, force: true });
    return run;
  }

  async function measured(): Promise<TestRun> {
    const place = placeFor([]);
    const { runner } = await readProject(clone, base, target, place.policy);
    if (!runner) return noTests();
    const workspace = await clone.workspace('baseline', base);
    return runTests({ ...place, workspace, runner, only: null, timeout_ms: 60_000 });
  }
}

function apply(dir: string, files: Change['files']): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) rmSync(join(dir, path), { recursive: true });
    else put(dir, { [path]: content });
  }
}
