import { join } from 'node:path';
import { findingsOf, inWords } from '../../core/judge/findings.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import { standing } from '../../rooms/verify/standing.ts';
import { withYoung, youngSettings } from '../../rooms/verify/young-settings.ts';
import type { Finding } from '../../schema/judge/finding.ts';
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

/**
 * Judges the work tree (or the index) against a base. A configuration that lies in the work tree and in no commit yet
 * neither fails the change nor steers the judgement: whoever wrote the change may have written it.
 */
export async function verified(
  wiring: Wiring,
  /** What is set where these files, given by absolute path, do not count. */
  policyWithout: (files: string[]) => Promise<Policy>,
  { base, staged, signal }: VerifyOptions,
  baselines: Baselines,
): Promise<Verdict> {
  const { repo } = wiring;
  const target = await wiring.target();
  const commit = base === undefined ? target.head : await repo.resolve(target, base);
  const isTaken = staged === true || base !== undefined;
  return aside(
    wiring,
    await policyWithout([]),
    async (clone, place, name) => {
      const [{ tree, outside }, from] = await Promise.all([
        repo.capture(name, target, staged === true),
        clone.treeOf(commit).then(async (tree) => {
          await clone.list(tree);
          return tree;
        }),
      ]);
      const young = isTaken ? [] : await youngSettings(clone, from, tree, target, place.policy.unlock);
      const verdict = young.length === 0 ? await standing(clone, from, tree, place, baselines, isTaken) : await aged();
      if (outside.length === 0) return verdict;
      return inWords({ ...verdict, findings: [...findingsOf(verdict), unseen(outside, target.scope)] });

      async function aged() {
        const policy = await policyWithout(young.map((path) => join(target.top, path)));
        const rest = await clone.overlay(tree, from, young);
        const judging = { ...place, policy, sandbox: wiring.sandbox(policy.sandbox) };
        return withYoung(young, () => standing(clone, from, rest, judging, baselines));
      }
    },
    signal,
  );
}

function unseen(outside: string[], scope: string): Finding {
  const some = `${outside.slice(0, 3).join(', ')}${outside.length > 3 ? `, … and ${outside.length - 3} more` : ''}`;
  return { kind: 'not_looked', text: `untracked files outside ${scope} are no part of what was judged: ${some}` };
}
