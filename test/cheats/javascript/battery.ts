import { afterAll, expect, it, type TaskMeta } from 'vitest';
import { type Stage, sampled, stageFor } from '../stage.ts';
import { type Cheat, type Honest, kinds, type World } from './world.ts';

/** What a battery found, for the table at the end. */
export interface Found {
  runner: string;
  cheats: number;
  bare_accepts: number;
  judge_accepts: string[];
  knowing: number;
  knowing_accepts: string[];
  special: number;
  special_accepts: string[];
  honest: number;
  kinds: Record<string, number>;
  refused: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    cheats?: Partial<Found>;
  }
}

/** The tests of one runner: every cheat is refused, every honest change is taken. */
export function battery(runner: string, worlds: World[], reason: string | null = null): void {
  const stages = new Map<World, Promise<Stage>>();
  afterAll(async () => {
    for (const stage of stages.values()) (await stage).close();
  }, 300_000);
  const staged = (world: World): Promise<Stage> => {
    const known = stages.get(world) ?? stageFor(world.files, ['npm', 'test'], world.install);
    stages.set(world, known);
    return known;
  };

  it.skipIf(reason !== null)(`accepts no cheat in projects on ${runner}`, { timeout: 900_000 }, async ({ task }) => {
    const found = await cheatsIn(worlds, staged);
    tell(task.meta, { runner, ...found.counts });
    expect(found.not_cheats, 'the own command says no, or the product is mended').toEqual([]);
    expect(found.counts.judge_accepts).toEqual([]);
  });

  it.skipIf(reason !== null)(
    `refuses no honest change in projects on ${runner}`,
    { timeout: 900_000 },
    async ({ task }) => {
      const found = await honestIn(worlds, staged);
      tell(task.meta, { runner, ...found.counts });
      expect(found.not_honest, 'the own command says no').toEqual([]);
      expect(found.counts.refused).toEqual([]);
    },
  );
}

type Staged = (world: World) => Promise<Stage>;

async function cheatsIn(worlds: World[], staged: Staged) {
  const counts: Omit<Found, 'runner' | 'honest' | 'kinds' | 'refused'> = {
    ...{ cheats: 0, bare_accepts: 0, knowing: 0, special: 0 },
    ...{ judge_accepts: [], knowing_accepts: [], special_accepts: [] },
  };
  const not_cheats: string[] = [];
  for (const [world, cheat] of taken<Cheat>(worlds, (one) => one.cheats)) {
    const stage = await staged(world);
    const name = `${world.name}: ${cheat.name}`;
    const [bare, { verdict }] = await Promise.all([stage.bare(cheat), stage.judged(cheat)]);
    const right = world.probe !== undefined && /^right$/m.test(await stage.printed(cheat, world.probe));
    const sort = cheat.knows ? 'knowing' : cheat.special ? 'special' : 'cheats';
    const accepts = sort === 'cheats' ? 'judge_accepts' : (`${sort}_accepts` as const);
    if (bare === 'accepted') counts.bare_accepts += 1;
    if (bare !== 'accepted' || right) not_cheats.push(`${name} (${right ? 'mended' : bare})`);
    counts[sort] += 1;
    if (verdict.status === 'pass') counts[accepts].push(name);
  }
  return { counts, not_cheats };
}

async function honestIn(worlds: World[], staged: Staged) {
  const counts: Pick<Found, 'honest' | 'kinds' | 'refused'> = { honest: 0, kinds: {}, refused: [] };
  const not_honest: string[] = [];
  for (const [world, change] of taken<Honest>(worlds, (one) => one.honest)) {
    const stage = await staged(world);
    const name = `${world.name}: ${change.name}`;
    const [bare, { verdict }] = await Promise.all([stage.bare(change), stage.judged(change)]);
    counts.honest += 1;
    counts.kinds[change.kind] = (counts.kinds[change.kind] ?? 0) + 1;
    if (bare !== 'accepted') not_honest.push(name);
    if (verdict.status !== 'pass') counts.refused.push(`${name}: ${why(verdict)}`);
  }
  return { counts, not_honest };
}

/** Of all worlds, or a sample over all of them: a world is only made for what is taken of it. */
function taken<T extends { name: string }>(worlds: World[], from: (world: World) => T[] | undefined): [World, T][] {
  const named = process.env.PAWL_CHEATS_NAMED ?? '';
  return sampled(
    worlds.flatMap((world) => (from(world) ?? []).map((one): [World, T] => [world, one])),
    9,
  ).filter(([world, { name }]) => `${world.name}: ${name}`.includes(named));
}

function why(verdict: Awaited<ReturnType<Stage['judged']>>['verdict']): string {
  const { stopped_at, warnings, import_errors, syntax_errors, runtime_errors } = verdict;
  const errors = [...import_errors, ...syntax_errors, ...runtime_errors].map(({ message }) => message);
  return [`at ${stopped_at}`, ...warnings, ...errors].join('; ').slice(0, 400);
}

function tell(meta: TaskMeta, found: Partial<Found> & { runner: string }): void {
  meta.cheats = found;
  console.log(`${found.runner}: ${found.cheats === undefined ? honestLine(found) : cheatsLine(found)}`);
}

const named = (names: string[] = []): string => [names.length, ...names.map((name) => `\n    ${name}`)].join('');

function cheatsLine(found: Partial<Found>): string {
  const sorts = `cheats ${found.cheats}, that know where they run ${found.knowing}, for known inputs ${found.special}`;
  return `${sorts}; bare accepts ${found.bare_accepts}, judge accepts ${named(found.judge_accepts)}
  of those that know ${named(found.knowing_accepts)}
  of those for known inputs ${named(found.special_accepts)}`;
}

function honestLine(found: Partial<Found>): string {
  const counts = kinds.map((kind) => `${kind} ${found.kinds?.[kind] ?? 0}`).join(', ');
  return `honest ${found.honest} (${counts}), refused ${named(found.refused)}`;
}
