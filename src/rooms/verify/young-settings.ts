import { matchesAny } from '../../code/globs.ts';
import { inWords } from '../../core/judge/findings.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Clone, Target } from '../../ports/outside/repo.ts';
import type { RepoPath } from '../../schema/code/path.ts';
import type { Standing } from './standing.ts';

/** The repository's configuration files that base lacks and that are not unlocked. */
export async function youngSettings(
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

/** A judgement without them, which says so. */
export async function withYoung(young: RepoPath[], judged: () => Promise<Standing>): Promise<Standing> {
  try {
    const { verdict, ...standing } = await judged();
    const findings = young.map((file) => ({
      kind: 'left_behind' as const,
      file,
      text: `ignored, because it is not committed yet: ${file}; commit it, or pass --config ${file}`,
    }));
    return { ...standing, verdict: inWords({ ...verdict, findings: [...verdict.findings, ...findings] }) };
  } catch (error) {
    if (!(error instanceof Unfit) || !/^(?:no_tests|tests_cannot_start|tests_do_not_end)$/.test(error.reason))
      throw error;
    const [first = ''] = young;
    const cure = `${first} is ignored, because it is not committed yet: commit it, or pass --config ${first}`;
    throw new Unfit(`${error.message}; ${cure}`, error.reason);
  }
}
