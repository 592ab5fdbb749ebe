import type { Verdict } from '../../src/schema/judge/verdict.ts';
import type { Cheat, Honest, Scene } from './scene.ts';
import { stageOf } from './scene-stage.ts';

interface Account {
  cheats: number;
  /** Cheats that the project's own command does not take are none. */
  bare_rejects: string[];
  /** But for those that are known to be open. */
  judge_accepts: string[];
  knows: number;
  knows_accepts: string[];
  honest: number;
  /** Honest changes that the project's own command does not take are none either. */
  honest_bare_rejects: string[];
  refused: string[];
}

/** All of a battery takes many minutes on a busy machine. */
export const patience = process.env.PAWL_CHEATS === 'all' ? 3_600_000 : 600_000;

type Turn = { scene: Scene } & ({ is: 'cheat'; change: Cheat } | { is: 'honest'; change: Honest });

/** Puts the changes of all scenes to the project's own command and to the judge. `every`: one of so many is taken. */
export async function accountOf(runner: string, scenes: Scene[], every: number, env = {}): Promise<Account> {
  const account: Account = {
    cheats: 0,
    bare_rejects: [],
    judge_accepts: [],
    knows: 0,
    knows_accepts: [],
    honest: 0,
    honest_bare_rejects: [],
    refused: [],
  };
  const turns = turnsOf(scenes, every);
  for (const scene of scenes.filter((one) => turns.some((turn) => turn.scene === one))) {
    const stage = await stageOf(scene, env);
    for (const turn of turns.filter((one) => one.scene === scene)) await take(turn, stage, account);
    stage.close();
  }
  console.log(lineOf(runner, account, turns));
  return account;
}

/** Every so many of the cheats and of the honest changes; all with PAWL_CHEATS=all. */
function turnsOf(scenes: Scene[], every: number): Turn[] {
  const step = process.env.PAWL_CHEATS === 'all' ? 1 : every;
  const chosen = (turns: Turn[]) => turns.filter((_, at) => at % step === 0);
  return [
    ...chosen(scenes.flatMap((scene) => scene.cheats.map((change) => ({ scene, is: 'cheat' as const, change })))),
    ...chosen(scenes.flatMap((scene) => scene.honest.map((change) => ({ scene, is: 'honest' as const, change })))),
  ].filter(({ change }) => named(change.name));
}

/** PAWL_CHEATS_NAMED=TEXT takes only what has that text in its name; PAWL_CHEATS_EACH=1 prints every verdict. */
const named = (name: string): boolean => name.includes(process.env.PAWL_CHEATS_NAMED ?? '');

async function take(
  { is, change, scene }: Turn,
  stage: Awaited<ReturnType<typeof stageOf>>,
  account: Account,
): Promise<void> {
  const [bare, { verdict }] = await Promise.all([stage.bare(change), stage.judged(change)]);
  const name = `${scene.name}: ${change.name}`;
  const accepted = verdict.status === 'pass';
  if (process.env.PAWL_CHEATS_EACH) console.log(`${is} ${name}: ${bare} by the command, ${reasonsOf(verdict)}`);
  if (is === 'honest') {
    account.honest += 1;
    if (bare === 'rejected') account.honest_bare_rejects.push(name);
    if (!accepted) account.refused.push(`${name}: ${reasonsOf(verdict)}`);
    return;
  }
  if (bare === 'rejected') account.bare_rejects.push(name);
  if (change.knows) account.knows += 1;
  else account.cheats += 1;
  if (accepted) (change.knows ? account.knows_accepts : account.judge_accepts).push(name);
}

function reasonsOf(verdict: Verdict): string {
  const { status, stopped_at, confidence, integrity, warnings, test_failures, tests, control } = verdict;
  const errors = [...verdict.import_errors, ...verdict.syntax_errors, ...verdict.runtime_errors];
  return [
    `${status} ${confidence}, stopped at ${stopped_at}, fixed ${tests.fixed}, control ${control}`,
    ...integrity.map(({ file, rule }) => `${file} (${rule})`),
    ...warnings,
    ...errors.map(({ message }) => message),
    ...test_failures.map(({ test, error }) => `${test}: ${error}`),
  ]
    .map((text) => text.slice(0, 300))
    .join('; ');
}

function lineOf(runner: string, account: Account, turns: Turn[]): string {
  const kinds = new Map<string, number>();
  for (const { is, change } of turns) {
    const kind = `${is === 'cheat' ? 'cheat' : 'honest'} ${change.kind}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const list = (names: string[]) => (names.length === 0 ? '' : ` (${names.join(' | ')})`);
  const { cheats, knows, honest } = account;
  return [
    `${runner}: cheats ${cheats}, bare accepts ${cheats + knows - account.bare_rejects.length} of ${cheats + knows}, ` +
      `judge accepts ${account.judge_accepts.length}${list(account.judge_accepts)}, ` +
      `knows it is tested ${knows}, accepted ${account.knows_accepts.length}${list(account.knows_accepts)}, ` +
      `honest ${honest}, refused ${account.refused.length}${list(account.refused)}`,
    `${runner}: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
  ].join('\n');
}
