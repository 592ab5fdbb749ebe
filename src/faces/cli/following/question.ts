import { setTimeout } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import type { EventOf, Recorded } from '../../../schema/run/event.ts';
import { settlesQuestion } from '../../../schema/run/question.ts';

/** What a run asks, as its journal has it. */
export interface Question {
  /** The event that asks; null: there is none. */
  asked: number | null;
  /** The last event before the question was settled, or the last of all. */
  seen: number;
  /** The newest plan of tasks; null: there is none. */
  plan: Recorded<EventOf<'plan.proposed'>> | null;
  /** The newest plan has been neither confirmed nor begun: the question is whether to go on with it. */
  isAboutPlan: boolean;
}

export async function questionOf(app: App, run: string): Promise<Question> {
  const question: Question = { asked: null, seen: 0, plan: null, isAboutPlan: false };
  let isSettled = false;
  for await (const event of app.events(run)) {
    if (event.type === 'plan.proposed') {
      question.isAboutPlan = true;
      if (!event.improvement) question.plan = event;
    }
    if (event.type === 'plan.confirmed' || event.type === 'attempt.started') question.isAboutPlan = false;
    if (event.type === 'handed.over' && event.question !== null) {
      // The planner's own question comes before the plan that it makes of the answer.
      question.isAboutPlan &&= event.about !== 'request';
      question.asked = event.seq;
      isSettled = false;
    }
    if (event.type === 'handed.over' && event.about === 'plan') question.isAboutPlan = true;
    if (question.asked !== null && settlesQuestion(event)) isSettled = true;
    if (!isSettled) question.seen = event.seq;
  }
  return question;
}

const pause_ms = 250;

/** Polls whether somebody else has answered the question, until someone has or the question is closed here. */
export function watchQuestion(app: App, run: string, { asked }: Question) {
  const settled = new AbortController();
  const closed = new AbortController();
  void (async () => {
    while (!closed.signal.aborted) {
      if (await settlement()) return settled.abort();
      await setTimeout(pause_ms, undefined, { signal: closed.signal, ref: false });
    }
  })().catch(() => undefined); // Closed, or a journal that cannot be read: the answer meets the same fault and says so.
  return { settled: settled.signal, settlement, close: () => closed.abort() };

  /** What settled it; null: it is open. */
  async function settlement(): Promise<Recorded | null> {
    if (asked === null) return null;
    for await (const event of app.events(run, asked)) if (settlesQuestion(event)) return event;
    return null;
  }
}
