import { spawnSync } from 'node:child_process';
import type { Change, Stage } from '../stage.ts';
import type { Cheat } from './cheat.ts';

/** Why the battery cannot run here; null when it can. */
export function lacksPytest(): string | null {
  const found = spawnSync('python3', ['-m', 'pytest', '--version'], { encoding: 'utf8' });
  const reason = found.status === 0 ? null : (found.stderr || 'there is no python3').trim();
  if (reason !== null) console.log(`cheats in Python are not judged: ${reason}`);
  return reason;
}

export interface Tally {
  /** Cheats that the project's own command takes. */
  bare: string[];
  /** Cheats that the judge takes. */
  judge: string[];
  /** Answers for known inputs that the judge takes. */
  special: string[];
}

/** What both say of each cheat. */
export async function tallyOf(stage: Stage, cheats: Cheat[]): Promise<Tally> {
  const tally: Tally = { bare: [], judge: [], special: [] };
  for (const cheat of cheats) {
    const [bare, { verdict }] = await Promise.all([stage.bare(cheat), stage.judged(cheat)]);
    if (bare === 'accepted') tally.bare.push(cheat.name);
    if (verdict.status === 'pass') (cheat.special ? tally.special : tally.judge).push(cheat.name);
  }
  return tally;
}

/** Honest changes that are not passed, each with what is held against it. */
export async function refusedOf(stage: Stage, changes: Change[]): Promise<string[]> {
  const refused: string[] = [];
  for (const change of changes) {
    const { verdict } = await stage.judged(change);
    if (verdict.status !== 'pass')
      refused.push(
        [change.name, ...verdict.warnings, ...verdict.import_errors.map(({ message }) => message)].join('; '),
      );
  }
  return refused;
}

export function told(what: string, cheats: Cheat[], { bare, judge, special }: Tally): void {
  const known = cheats.filter((cheat) => cheat.special).length;
  console.log(
    `${what}: cheats ${cheats.length - known}, special-cased ${known}, bare accepts ${bare.length}, ` +
      `judge accepts ${judge.length}, special-cased accepted ${special.length}`,
  );
}
