import { join } from 'node:path';
import { matchesAny } from '../../code/globs.ts';
import { inWords } from '../../core/judge/findings.ts';
import type { Baselines } from '../../ports/baselines.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Clone, Target } from '../../ports/repo.ts';
import { standing } from '../../rooms/verify/standing.ts';
import type { RepoPath } from '../../schema/code/path.ts';
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
      const [tree, from] = await Promise.all([
        repo.capture(name, target, staged === true),
        clone.treeOf(commit).then(async (tree) => {
          await clone.list(tree);
          return tree;
        }),
      ]);
      const young = isTaken ? [] : await youngSettings(clone, from, tree, target, place.policy.unlock);
      if (young.length === 0) return standing(clone, from, tree, place, baselines, isTaken);
      const policy = await policyWithout(young.map((path) => join(target.top, path)));
      const rest = await clone.overlay(tree, from, young);
      const judging = { ...place, policy, sandbox: wiring.sandbox(policy.sandbox) };
      return withYoung(young, () => standing(clone, from, rest, judging, baselines));
    },
    signal,
  );
}

/** The settings of the repository that base lacks and nobody opened. */
async function youngSettings(
  clone: Clone,
  base: string,
  tree: string,
  { scope }: Target,
  unlock: string[],
): Promise<RepoPath[]> {
  const file = '.pawl/config.yaml';
  const places = [...new Set([file, scope === '' ? file : `${scope}/${file}`])];
  const [before, now] = await Promise.all([clone.readMany(base, places), clone.readMany(tree, places)]);
  return places.filter((path) => now.has(path) && !before.has(path) && !matchesAny(path, unlock));
}

async function withYoung(young: RepoPath[], judged: () => Promise<Verdict>): Promise<Verdict> {
  const [first = ''] = young;
  try {
    const { findings = [], ...verdict } = await judged();
    const said = young.map((file) => ({
      kind: 'left_behind' as const,
      file,
      text: `not judged: ${file}, which is not committed yet; it counts from its commit on, or now with --config ${file}`,
    }));
    return inWords({ ...verdict, findings: [...findings, ...said] });
  } catch (error) {
    if (!(error instanceof Unfit) || !/^(?:no_tests|tests_cannot_start|tests_do_not_end)$/.test(error.reason))
      throw error;
    const cure = `${first} does not count, since it is not committed yet: commit it, or add --config ${first}`;
    throw new Unfit(`${error.message}; ${cure}`, error.reason);
  }
}
