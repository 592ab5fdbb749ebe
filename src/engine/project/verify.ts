import type { Baselines } from '../../ports/baselines.ts';
import { standing } from '../../rooms/verify/standing.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Wiring } from '../wiring.ts';
import { aside } from './aside.ts';

export interface VerifyOptions {
  /** A revision; HEAD when absent. */
  base?: string;
  /** The index instead of the work tree. */
  staged?: boolean;
  signal?: AbortSignal;
}

/** Judges the work tree (or the index) against a base. */
export async function verified(
  wiring: Wiring,
  policy: Policy,
  { base, staged, signal }: VerifyOptions,
  baselines: Baselines,
): Promise<Verdict> {
  const { repo } = wiring;
  const target = await wiring.target();
  const commit = base === undefined ? target.head : await repo.resolve(target, base);
  return aside(
    wiring,
    policy,
    async (clone, place, name) => {
      const [tree, from] = await Promise.all([
        repo.capture(name, target, staged === true),
        clone.treeOf(commit).then(async (tree) => {
          await clone.list(tree);
          return tree;
        }),
      ]);
      return standing(clone, from, tree, place, baselines, staged === true || base !== undefined);
    },
    signal,
  );
}
