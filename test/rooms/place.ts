import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '../../src/core/run/fold.ts';
import { initialState } from '../../src/core/run/initial-state.ts';
import type { RunState } from '../../src/core/run/run-state.ts';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import type { World } from '../../src/ports/world.ts';
import { intake } from '../../src/rooms/intake/intake.ts';
import type { Context } from '../../src/rooms/room.ts';
import { verify } from '../../src/rooms/verify/verify.ts';
import type { EventOf, EventType, PawlEvent, Recorded } from '../../src/schema/run/event.ts';
import type { Task } from '../../src/schema/run/task.ts';
import type { Policy } from '../../src/schema/settings/policy.ts';
import { put } from '../adapters/repo/setup.ts';
import { journalled } from '../agents/thinking.ts';
import { policyWith } from '../core/policy.ts';
import { judgement } from '../core/verdict.ts';
import { adder, type HouseOptions, houseWith } from '../engine/house.ts';

export interface PlaceOptions extends HouseOptions {
  /** Runs the tests for the baseline; otherwise it is said to be two tests, one of which fails. */
  measured?: boolean;
  request?: string;
  /** False: there is no plan yet. */
  planned?: boolean;
  task?: Partial<Task>;
}

/** A run with one task at work, on a real repository. Rooms are called as the engine calls them. */
export async function placeWith({ measured, request = 'make add add', task, planned, ...options }: PlaceOptions = {}) {
  const policy: Policy = options.policy ?? policyWith();
  const house = await houseWith({ files: adder, ...options, policy });
  const { repo, target, world } = house;
  const clone = await repo.clone('r1', target);
  const base = await clone.treeOf(target.head);
  const events: Recorded[] = [];

  const place = {
    ...house,
    policy,
    clone,
    base,
    events,
    get state(): RunState {
      return events.reduce(fold, initialState);
    },
    get context(): Context {
      return { state: place.state, policy, target, signal: new AbortController().signal };
    },
    tell(...told: PawlEvent[]) {
      for (const event of told)
        events.push({ ...event, seq: events.length + 1, at: '2030-01-01T00:00:00.000Z', run: 'r1' } as Recorded);
    },
    /** Lets a room work and takes what it says into the journal. */
    async lets<T>(room: (context: Context, world: World) => AsyncGenerator<PawlEvent, T>): Promise<PawlEvent[]> {
      const { events: said } = await journalled(room(place.context, world));
      place.tell(...said);
      return said;
    },
    /** An attempt that leaves these files (null: removed) behind. */
    async attempt(files: Record<string, string | null>, changes: Partial<EventOf<'attempt.finished'>> = {}) {
      const attempt = (place.state.tasks[0]?.attempts.length ?? 0) + 1;
      const workspace = await clone.workspace('task-t1', base);
      for (const [path, content] of Object.entries(files)) {
        if (content === null) rmSync(join(workspace.dir, path));
        else put(workspace.dir, { [path]: content });
      }
      const tree = await workspace.snapshot();
      const { changes: found, patch } = await clone.diff(base, tree);
      const diff_ref = await world.blobs.put(patch);
      const tier = changes.tier ?? 'cheap';
      place.tell(
        { type: 'attempt.started', task: 't1', tier, attempt, from_tree: base, prompt_ref: null },
        {
          type: 'attempt.finished',
          task: 't1',
          tier,
          attempt,
          tree,
          files: found.map((change) => change.path).slice(0, 40),
          insertions: 1,
          deletions: 1,
          ended: 'finished',
          summary: 'what it says',
          fingerprint: `f${attempt}`,
          diff_ref,
          ...changes,
        },
      );
      return tree;
    },
    /** Says that the newest attempt was judged so, without running anything. */
    ruled(verdict: Parameters<typeof judgement>[0], changes: Partial<EventOf<'verdict.reached'>> = {}) {
      const last = place.state.tasks[0]?.attempts.at(-1);
      const about = { attempt: last?.attempt ?? 0, judged_tree: last?.finished?.tree ?? '' };
      place.tell(judgement(verdict, { ...about, ...changes }));
    },
    /** Judges the newest attempt by running it. */
    async judged(): Promise<{ verdict: EventOf<'verdict.reached'>; said: PawlEvent[] }> {
      const attempt = place.state.tasks[0]?.attempts.length ?? 0;
      const said = await place.lets((context, all) => verify({ kind: 'verify', task: 't1', attempt }, context, all));
      return { verdict: only(said, 'verdict.reached'), said };
    },
  };

  const request_ref = await world.blobs.put(request);
  const { dir, head: base_commit, branch } = target;
  place.tell({ type: 'run.started', request, request_ref, target: dir, base: base_commit, scope: '', branch, policy });
  if (measured) await place.lets((context, all) => intake({ kind: 'intake', task: null }, context, all));
  else {
    const run_ref = await world.blobs.put(JSON.stringify(noTests()));
    const counts = { total: 2, passed: 1, failed: 1, duration_ms: 1 };
    place.tell({ type: 'baseline.measured', tree: base, runner: 'node:test', ...counts, run_ref });
  }
  if (planned === false) return place;
  place.tell(
    {
      type: 'plan.proposed',
      tasks: [
        { id: 't1', title: 'make add add', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1, ...task },
      ],
      forecast_usd: null,
      improvement: false,
    },
    {
      type: 'message.sent',
      from: 'moderator',
      to: 'tech_lead',
      kind: 'TASK_ASSIGNED',
      task: 't1',
      round: 0,
      ref: null,
      feedback: [],
    },
  );
  const [{ seq = 0 } = {}] = place.state.tasks[0]?.messages ?? [];
  place.tell({ type: 'message.received', message: seq, to: 'tech_lead', kind: 'TASK_ASSIGNED', task: 't1' });
  return place;
}

/** The one event of a type. */
export function only<T extends EventType>(events: PawlEvent[], type: T): EventOf<T> {
  const [first, ...more] = events.filter((event): event is EventOf<T> => event.type === type);
  if (!first || more.length > 0) throw new Error(`${more.length + (first ? 1 : 0)} events of type ${type}`);
  return first;
}
