import { createHash } from 'node:crypto';
import { decide, mustStop } from '../../src/core/run/decide.ts';
import { fold } from '../../src/core/run/fold.ts';
import { initialState } from '../../src/core/run/initial-state.ts';
import type { RunState } from '../../src/core/run/run-state.ts';
import type { Step } from '../../src/core/run/step.ts';
import { type EventOf, eventSchema, type PawlEvent, type Recorded } from '../../src/schema/run/event.ts';
import type { Policy } from '../../src/schema/settings/policy.ts';
import { room } from './simulated-rooms.ts';

/** How often each thing happens in a simulated run, from 0 (never) to 1 (always). */
export interface Odds {
  pass: number;
  approve: number;
  /** Nobody looks who is asked to review. */
  unseen: number;
  /** A pass shows too little. */
  thin: number;
  /** An attempt makes a tree that may have been there before. */
  repeat: number;
  idle: number;
  tamper: number;
  crash: number;
  hand_over: number;
  dependency: number;
  unavailable: number;
  /** A step ends in an error instead of its events. */
  error: number;
  exhaust: number;
  /** A tier reports more than was reserved. */
  stop: number;
  cancel: number;
  /** Tasks that pass by themselves fail together. */
  clash: number;
  /** Minutes pass before an event. */
  slow: number;
  refuse_plan: number;
  /** The planner asks a person before it plans. */
  question: number;
  /** Two changes touch the same lines. */
  conflict: number;
  /** A commit hook has something to say. */
  hook: number;
}

/** What happens in a simulated run follows from this and from what is asked, never from when it is asked. */
export interface Script {
  seed: number;
  tasks: number;
  odds: Odds;
}

export const calm: Odds = {
  pass: 1,
  approve: 1,
  unseen: 0,
  thin: 0,
  repeat: 0,
  idle: 0,
  tamper: 0,
  crash: 0,
  hand_over: 0,
  dependency: 0,
  unavailable: 0,
  error: 0,
  exhaust: 0,
  stop: 0,
  cancel: 0,
  clash: 0,
  slow: 0,
  refuse_plan: 0,
  question: 0,
  conflict: 0,
  hook: 0,
};

export interface Simulation {
  journal: Recorded[];
  state: RunState;
  /** Every step that was started, with the state that it was decided in. */
  started: { step: Step; state: RunState }[];
}

/** A number in [0, 1) that is the same for the same script and question. */
export function chance(script: Script, ...question: (string | number | null)[]): number {
  const hash = createHash('sha256').update(JSON.stringify([script.seed, ...question]));
  return hash.digest().readUInt32BE() / 2 ** 32;
}

const longest = 3000;

/** The rooms that end early when they are told to stop. */
const heeds = new Set<Step['kind']>(['intake', 'plan', 'improve', 'develop', 'verify', 'test', 'review', 'accept']);

/**
 * Drives `fold` and `decide` as the engine does, with rooms that answer by chance. With events of an earlier process it
 * goes on from them, as a resumed run does. Throws when the run does not end or a rule of the house is broken.
 */
export function simulate(
  policy: Policy,
  script: Script,
  before: Recorded[] = [],
  resumed: Partial<EventOf<'run.resumed'>> = {},
): Simulation {
  const journal = [...before];
  const started: Simulation['started'] = [];
  const flying = new Map<string, { step: Step; rest: PawlEvent[] | null }>();
  let state = journal.reduce(fold, initialState);
  let now = Math.max(state.last_at, Date.UTC(2030, 0, 1));

  const write = (event: PawlEvent) => {
    now += 100 + (chance(script, 'slow', journal.length) < script.odds.slow ? 8 * 60_000 : 0);
    const at = new Date(now).toISOString();
    const recorded = { seq: journal.length + 1, at, run: 'r1', ...eventSchema.parse(event) } as Recorded;
    journal.push(recorded);
    state = fold(state, recorded);
  };

  if (before.length > 0) write({ type: 'run.resumed', owner: 'a test', ...resumed });
  else {
    const request_ref = 'c'.repeat(64);
    write({ type: 'run.started', request: 'do it', request_ref, target: '/t', base: 'base', scope: '', policy });
  }

  while (!state.finished) {
    if (journal.length > longest) throw new Error(`no end after ${longest} events`);
    if (!state.cancelled && chance(script, 'cancel', journal.length) < script.odds.cancel)
      write({ type: 'cancel.requested', reason: 'a person said so' });
    if (mustStop(state, policy, now)) {
      for (const flight of flying.values()) if (heeds.has(flight.step.kind)) flight.rest = flight.rest && [];
    }

    const steps = decide(state, policy, now);
    const tasks = steps.map((step) => step.task ?? '');
    if (new Set(tasks).size < tasks.length) throw new Error('two steps for one task');
    for (const step of steps) {
      const key = step.task ?? '';
      if (flying.has(key)) throw new Error(`a second step for ${key} while one is in flight`);
      started.push({ step, state });
      flying.set(key, { step, rest: null });
    }
    // As in the engine, the first event of every new step is in the journal before anything is decided again.
    if (steps.length > 0) {
      for (const [key, flight] of [...flying]) if (steps.includes(flight.step) && fly(key, flight)) flying.delete(key);
      continue;
    }

    const flights = [...flying];
    const [key, flight] = flights[Math.floor(chance(script, 'order', journal.length) * flights.length)] ?? [];
    if (key === undefined || !flight) {
      if (!state.waiting) throw new Error('nothing runs and nobody is asked');
      const no = chance(script, 'answer', state.waiting.task) < script.odds.refuse_plan;
      const { about, task: asking } = state.waiting;
      const passes = state.tasks.find(({ task }) => task.id === asking)?.attempts.at(-1)?.unreviewed ?? 0;
      const again = about === 'review' && chance(script, 'again', asking, passes) < 0.4;
      write({ type: 'answer.given', text: again ? 'look once more' : no ? 'no' : 'yes' });
    } else if (fly(key, flight)) flying.delete(key);
  }
  return { journal, state, started };

  /** Writes the next event of a step. True when it was the last. */
  function fly(key: string, flight: { step: Step; rest: PawlEvent[] | null }): boolean {
    const { step } = flight;
    if (step.kind === 'record') {
      write(step.event);
      return true;
    }
    const task = key === '' ? null : key;
    if (flight.rest === null) {
      write({ type: 'step.started', step: step.kind, task });
      flight.rest = breaks(step) ? [] : room(step, state, policy, script);
      return false;
    }
    const next = flight.rest.shift();
    if (next) write(next);
    else write({ type: 'step.finished', step: step.kind, task, error: breaks(step) ? broken : null });
    return next === undefined || next.type === 'run.finished';
  }

  function breaks(step: Exclude<Step, { kind: 'record' }>): boolean {
    const tries = state.step_errors[`${step.kind}:${step.task ?? ''}`]?.count ?? 0;
    const attempt = 'attempt' in step ? step.attempt : null;
    return chance(script, 'error', step.kind, step.task, attempt, tries) < script.odds.error;
  }
}

const broken = { reason: 'internal', message: 'it broke', exit_code: 1 };
