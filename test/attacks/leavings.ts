import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxCommand, SandboxResult } from '../../src/ports/outside/sandbox.ts';
import type { Stage } from './stage.ts';

/** What a command leaves for those who come after it. */
export interface Leaving {
  name: string;
  /** A script that leaves it, in its folder and in `$OUT`. */
  sh: string;
  /** Whether it harms those who do the obvious thing. */
  naive: (stage: Stage, out: string) => boolean;
  /** Whether it harms us, after one command or two; unless told, when a command could not be run. */
  harmed?: (stage: Stage, first: SandboxResult, second: SandboxResult) => boolean;
  who?: 'root' | 'ordinary';
  /** Of the second command. */
  change?: (stage: Stage) => Partial<SandboxCommand>;
}

const nest = `python3 -c 'import os
for _ in range(300): os.mkdir("d" * 200); os.chdir("d" * 200)'`;

export const leavings: Leaving[] = [
  {
    name: 'a pipe among the results',
    sh: 'mkfifo "$OUT/report"',
    naive: (_, out) => spawnSync('cat', [join(out, 'report')], { timeout: 200 }).error !== undefined,
    harmed: (_, first) => first.files.report !== undefined || first.duration_ms > 10_000,
  },
  {
    name: 'a result of a terabyte',
    sh: 'truncate -s 1T "$OUT/report" || echo x > "$OUT/report"',
    naive: (_, out) => fails(() => readFileSync(join(out, 'report'))),
    harmed: (_, first) => (first.files.report?.length ?? 0) > 1_000_000,
  },
  {
    name: 'results too deep to name',
    sh: `cd "$OUT"; ${nest}`,
    naive: (_, out) => fails(() => rmSync(out, { recursive: true })),
  },
  {
    name: 'results in a closed folder',
    who: 'ordinary',
    sh: 'mkdir "$OUT/d"; touch "$OUT/d/f"; chmod 0 "$OUT/d"',
    naive: (_, out) => fails(() => rmSync(out, { recursive: true })),
  },
  {
    name: 'work too deep to name',
    sh: nest,
    naive: ({ work }) => fails(() => rmSync(work, { recursive: true })),
  },
  {
    name: 'work that is closed',
    who: 'ordinary',
    sh: 'chmod 0 .',
    naive: ({ work }) => fails(() => mkdirSync(join(work, 'node_modules'))),
    change: withPackages,
  },
  {
    name: 'a link where dependencies will be mounted',
    sh: 'ln -s "$OUTSIDE" node_modules',
    naive: (stage) => {
      mkdirSync(join(stage.work, 'node_modules/pkg'), { recursive: true });
      return stage.outsideNow() !== stage.outsideBefore;
    },
    harmed: (stage) => stage.outsideNow() !== stage.outsideBefore,
    change: withPackages,
  },
  {
    name: 'a link above where dependencies will be mounted',
    sh: 'ln -s "$OUTSIDE" packages',
    naive: (stage) => {
      mkdirSync(join(stage.work, 'packages/node_modules'), { recursive: true });
      return stage.outsideNow() !== stage.outsideBefore;
    },
    harmed: (stage) => stage.outsideNow() !== stage.outsideBefore,
    change: ({ dir, work }) => ({ layered: [{ host: join(dir, 'home'), at: join(work, 'packages/node_modules') }] }),
  },
];

function withPackages({ dir, work }: Stage): Partial<SandboxCommand> {
  return { layered: [{ host: join(dir, 'home'), at: join(work, 'node_modules') }] };
}

function fails(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
