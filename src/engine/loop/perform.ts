import type { Step, StepOf } from '../../core/run/step.ts';
import type { World } from '../../ports/world.ts';
import type { Context } from '../../rooms/room.ts';
import type { PawlEvent } from '../../schema/run/event.ts';

type Perform<S extends Step> = (step: S, context: Context, world: World) => AsyncGenerator<PawlEvent, void>;
type Rooms = { [K in Exclude<Step['kind'], 'record'>]: () => Promise<Perform<StepOf<K>>> };

/** Loaded on their first use: what a person reads first waits for none of them. */
const rooms: Rooms = {
  accept: async () => (await import('../../rooms/accept/accept.ts')).accept,
  answer: async () => (await import('../../rooms/report/answer.ts')).answer,
  consult: async () => (await import('../../rooms/consult/consult.ts')).consult,
  deliver: async () => (await import('../../rooms/deliver/deliver.ts')).deliver,
  develop: async () => (await import('../../rooms/develop/develop.ts')).develop,
  improve: async () => (await import('../../rooms/plan/improve.ts')).improve,
  intake: async () => (await import('../../rooms/intake/intake.ts')).intake,
  land: async () => (await import('../../rooms/deliver/land.ts')).land,
  learn: async () => (await import('../../rooms/learn/learn.ts')).learn,
  merge: async () => (await import('../../rooms/deliver/merge.ts')).merge,
  plan: async () => (await import('../../rooms/plan/plan.ts')).plan,
  pr: async () => (await import('../../rooms/deliver/pull/pr.ts')).pr,
  report: async () => (await import('../../rooms/report/report.ts')).report,
  review: async () => (await import('../../rooms/review/review.ts')).review,
  test: async () => (await import('../../rooms/test/test.ts')).test,
  verify: async () => (await import('../../rooms/verify/verify.ts')).verify,
};

/** The room that does a step. */
export async function* perform(step: Step, context: Context, world: World): AsyncGenerator<PawlEvent, void> {
  if (step.kind === 'record') {
    yield step.event;
    return;
  }
  // Each room takes the steps of its name, by the type of the table.
  const room = (await rooms[step.kind]()) as Perform<typeof step>;
  yield* room(step, context, world);
}

/** Loads the rooms ahead of time. Errors are left to the code that uses them. */
export async function loadRooms(): Promise<void> {
  await Promise.allSettled(Object.values(rooms).map((load) => load()));
}
