import type { Change, Stage } from '../stage.ts';

interface Tally {
  bare_accepts: string[];
  bare_rejects: string[];
  judge_accepts: string[];
}

/** What a project's own command and the judge say of each cheat. */
export async function tallyOf(stage: Stage, cheats: Change[]): Promise<Tally> {
  const tally: Tally = { bare_accepts: [], bare_rejects: [], judge_accepts: [] };
  for (const cheat of cheats) {
    const [bare, { verdict }] = await Promise.all([stage.bare(cheat), stage.judged(cheat)]);
    (bare === 'accepted' ? tally.bare_accepts : tally.bare_rejects).push(cheat.name);
    if (verdict.status === 'pass') tally.judge_accepts.push(cheat.name);
  }
  return tally;
}

/** The honest changes that the judge does not pass, each with what it has against them. */
export async function refusedOf(stage: Stage, changes: Change[]): Promise<{ name: string; why: unknown[] }[]> {
  const refused: { name: string; why: unknown[] }[] = [];
  for (const change of changes) {
    const { verdict } = await stage.judged(change);
    const { status, warnings, import_errors, syntax_errors, runtime_errors } = verdict;
    const why = [...warnings, ...import_errors, ...syntax_errors, ...runtime_errors];
    if (status !== 'pass') refused.push({ name: change.name, why });
  }
  return refused;
}
