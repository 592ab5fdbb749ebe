import { expect } from 'vitest';
import { type Action, tool } from '../../src/agents/action.ts';
import { finishAction, handOverAction } from '../../src/agents/actions/ending.ts';
import type { Job } from '../../src/agents/loop/job.ts';
import { react } from '../../src/agents/loop/react.ts';
import { fold } from '../../src/core/run/fold.ts';
import { initialState } from '../../src/core/run/initial-state.ts';
import { conversationKey, type RunState } from '../../src/core/run/run-state.ts';
import type { AgentDefinition } from '../../src/schema/agents/agent.ts';
import { messageSchema } from '../../src/schema/agents/message.ts';
import type { PawlEvent, Recorded } from '../../src/schema/run/event.ts';
import { call, journalled, type Line, type ModelScript, scriptedModel, thinkingWith } from './thinking.ts';

export const thought = 'I look first.';
export const read = (path: string) => call('read', { thought, path });
export const write = (path: string) => call('write', { thought, path });
export const finish = call('finish', { thought, summary: 'it adds' });
export const lines =
  (...said: Line[]): ModelScript =>
  (turn) =>
    said[turn] ?? finish;

/** Two actions that write down what they did; `write` changes the tree. */
export class Bench {
  readonly did: string[] = [];
  tree = 0;

  actions(): Action[] {
    const act = (name: string, changed: boolean): Action => ({
      spec: tool(name, name, { path: { type: 'string' } }),
      run: async ({ path }) => {
        this.did.push(`${name} ${path}`);
        if (changed) this.tree += 1;
        return { observation: `${name}: ${path}`, ...(changed ? { changed } : {}) };
      },
    });
    return [act('read', false), act('write', true), handOverAction(), finishAction()];
  }
}

export interface Change extends Partial<Job> {
  failures?: number;
  caps?: { task_usd: number; run_usd: number; day_usd: number };
  thinking?: Awaited<ReturnType<typeof thinkingWith>>;
}

export async function working(
  script: ModelScript,
  { failures, caps, thinking: known, ...changes }: Change = {},
  bench = new Bench(),
) {
  const model = scriptedModel(script, failures);
  const thinking = { ...(known ?? (await thinkingWith(model))), model, ...(caps ? { caps } : {}) };
  const job: Job = { ...jobWith(bench), ...changes };
  const { events, outcome } = await journalled(react(job, thinking, new AbortController().signal));
  const steps = events.flatMap((event) => (event.type === 'agent.step' ? [event] : []));
  return { events, outcome, steps, bench, thinking, requests: model.requests };
}

export const jobWith = (bench: Bench): Job => ({
  run: 'r1',
  agent: agentWith(),
  task: 't1',
  attempt: 1,
  prompt: 'Do it.',
  input: {},
  actions: bench.actions(),
  reflects: false,
  look: async () => null,
  max_steps: 20,
  max_tokens: 1000,
  resume: null,
  checked: null,
  outcome: null,
  snapshot: async () => `tree-${bench.tree}`,
});

/** An agent of no role, with what a test needs of it. */
export const agentWith = (changes: Partial<AgentDefinition> = {}): AgentDefinition => ({
  id: 'developer',
  description: 'd',
  role: null,
  tier: null,
  max_iterations: null,
  contract: { input: null, output: null, constraints: [] },
  actions: [],
  own_actions: [],
  delegates: [],
  cycle: { thoughts: [], actions: [], done: [], escalate: [] },
  instructions: 'You are one.',
  source: 'a test',
  ...changes,
});

/** What the journal holds of the agent after these events. */
export function stateAfter(events: PawlEvent[]): RunState {
  const task = { id: 't1', title: 't', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 1 };
  const before: PawlEvent[] = [
    { type: 'plan.proposed', tasks: [task], forecast_usd: null, improvement: false },
    { type: 'attempt.started', task: 't1', tier: 'cheap', attempt: 1, from_tree: 'tree-0', prompt_ref: null },
  ];
  const at = '2030-01-01T00:00:00.000Z';
  return [...before, ...events]
    .map((event, index) => ({ ...event, seq: index + 1, at, run: 'r1' }) as Recorded)
    .reduce(fold, initialState);
}

interface Resumed {
  make?: () => Change;
  /** What the journal holds when it goes on, where that is not what was written. */
  kept?: (events: PawlEvent[], thinking: Awaited<ReturnType<typeof thinkingWith>>) => Promise<PawlEvent[]>;
}

/** As if what it was told of its marked steps had been worded otherwise when it was said. */
export const reworded: NonNullable<Resumed['kept']> = (events, { blobs }) =>
  Promise.all(
    events.map(async (event) => {
      if (event.type !== 'agent.step' || !event.mark) return event;
      const reply = messageSchema.parse(JSON.parse(await blobs.text(event.result_ref)));
      return { ...event, result_ref: await blobs.put(JSON.stringify({ ...reply, text: 'Said otherwise' })) };
    }),
  );

/** As an older version wrote it: what was decided is told in words alone. */
export const unmarked: NonNullable<Resumed['kept']> = async (events) =>
  events.map((event) => {
    if (event.type !== 'agent.step') return event;
    const { mark: _mark, ...older } = event;
    return older;
  });

/** Cuts a conversation off after every event: it must go on where it was, and end the same. */
export async function expectGoesOn(
  script: ModelScript,
  { make, kept = async (events) => events, ...change }: Change & Resumed = {},
) {
  const whole = await working(script, { ...change, ...make?.() });
  expect(whole.events.length).toBeGreaterThan(3);
  for (let cut = 0; cut <= whole.events.length; cut += 1) {
    const before = whole.events.slice(0, cut);
    // Only the record of the end is missing then: it is asked once more.
    if (before.some(isFinalFault) && cut < whole.events.length) continue;
    const state = stateAfter(await kept(before, whole.thinking));
    const id = change.agent?.id ?? 'developer';
    const key = conversationKey(id, 't1', 1);
    const bench = new Bench();
    const tree = state.conversations[key]?.tree ?? state.tasks[0]?.attempts[0]?.tree ?? '';
    bench.tree = Number(/\d+/.exec(tree)?.[0] ?? 0);
    const rest = await working(
      script,
      {
        ...change,
        ...make?.(),
        thinking: whole.thinking,
        failures: before.length - 1 - before.findLastIndex((event) => event.type !== 'model.failed'),
        resume: state.conversations[key] ?? null,
        checked: state.conversations[conversationKey(`${id}.check`, 't1', 1)] ?? null,
        outcome: state.outcomes[key] ?? null,
      },
      bench,
    );
    const wanted = whole.events.slice(cut);
    expect(rest.events.map(essence), `after ${cut} events`).toEqual(wanted.map(essence));
    expect(rest.outcome).toEqual(whole.outcome);
    expect(rest.requests).toHaveLength(wanted.filter((event) => event.type.startsWith('model.')).length);
    expect(rest.bench.did).toEqual(whole.bench.did.slice(before.filter(acted).length));
  }
  return whole;
}

/** An event without what a second process does not know: how often the first had tried. */
const essence = (event: PawlEvent): PawlEvent => (event.type === 'model.failed' ? { ...event, retry_in_ms: 0 } : event);

export const isFinalFault = (event: PawlEvent | undefined) =>
  event?.type === 'model.failed' && event.retry_in_ms === null;
const acted = (event: PawlEvent) => event.type === 'agent.step' && /^(?:read|write): /.test(event.observation);
