import { join } from 'node:path';
import { inWords } from '../../core/judge/findings.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import type { Place } from '../../rooms/verify/candidate.ts';
import { type Standing, standing } from '../../rooms/verify/standing.ts';
import { withYoung, youngSettings } from '../../rooms/verify/young-settings.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import type { Finding } from '../../schema/judge/finding.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { TaskKind } from '../../schema/run/task.ts';
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

/** What is judged, and by what. */
export interface Court {
  wiring: Wiring;
  /** What is set where these files, given by absolute path, do not count. */
  policyWithout: (files: string[]) => Promise<Policy>;
  baselines: Baselines;
  parsers: Parsers;
}

/** What was compared with what. */
interface Comparison {
  /** The tree of the base, and its commit. */
  base: string;
  from: string;
  /** The work tree (or the index) as it is. */
  captured: string;
}

/** Judges the work tree (or the index) against a base. */
export const verified = (court: Court, options: VerifyOptions): Promise<Verdict> =>
  stood(court, { ...options, kind: null, grows: false, weighed: false }, async ({ verdict }) => verdict);

/**
 * Judges the work tree (or the index) against a base, and passes the result on. An uncommitted configuration in the
 * work tree neither fails the change nor affects the verdict, because the author of the change may have written it.
 */
export async function stood<T>(
  { wiring, policyWithout, baselines, parsers }: Court,
  { base, staged, signal, ...how }: VerifyOptions & { kind: TaskKind | null; grows: boolean; weighed: boolean },
  use: (standing: Standing & Comparison, clone: Clone, place: Place, name: string) => Promise<T>,
): Promise<T> {
  const { repo } = wiring;
  const target = await wiring.target();
  const commit = base === undefined ? target.head : await repo.resolve(target, base);
  const taken = staged === true || base !== undefined;
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
      const young = taken ? [] : await youngSettings(clone, from, tree, target, place.policy.unlock);
      const judging = young.length === 0 ? place : await without(young);
      const judged = young.length === 0 ? tree : await clone.overlay(tree, from, young);
      const judge = () => standing(clone, from, judged, judging, baselines, { taken, parsers, ...how });
      const { verdict, ...rest } = young.length === 0 ? await judge() : await withYoung(young, judge);
      const missed = outside.length === 0 ? [] : [unseen(outside, target.scope)];
      const whole = inWords({ ...verdict, findings: [...verdict.findings, ...missed] });
      return use({ ...rest, verdict: whole, base: from, from: commit, captured: tree }, clone, judging, name);

      async function without(files: string[]): Promise<Place> {
        const policy = await policyWithout(files.map((path) => join(target.top, path)));
        return { ...place, policy, sandbox: wiring.sandbox(policy.sandbox) };
      }
    },
    signal,
  );
}

function unseen(outside: string[], scope: string): Finding {
  const some = `${outside.slice(0, 3).join(', ')}${outside.length > 3 ? `, … and ${outside.length - 3} more` : ''}`;
  return { kind: 'not_looked', text: `untracked files outside ${scope} were not judged: ${some}` };
}
