import { forecastUsd } from '../../core/money/forecast.ts';
import { type Allowance, reopeningOf, withRaised } from '../../core/run/ending/reopen.ts';
import { planFaults } from '../../core/run/plan-faults.ts';
import { ConfigError, PlanRefused, RunOwned } from '../../ports/errors.ts';
import type { Command } from '../../ports/state/journal.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { PlanFault } from '../../schema/run/plan.ts';
import { settlesQuestion } from '../../schema/run/question.ts';
import type { PlanEdit } from '../../schema/run/view.ts';
import { findRun, loadState, newestUnfinished } from '../load.ts';
import { type Ready, type RunHandle, startWork } from '../loop/start.ts';
import type { Wiring } from '../wiring.ts';
import { elsewhere } from './elsewhere.ts';
import { mustBranch, mustRun } from './preconditions.ts';
import { type TrustedRun, trusted } from './trusted.ts';

/** Continues runs that have begun. Every refusal happens before anything is written. */
export function existingRuns(wiring: Wiring) {
  const { clock, journal, repo, target } = wiring;

  return {
    async resume(name?: string, allowed: Allowance = {}): Promise<RunHandle> {
      const store = await journal();
      const { run } = name === undefined ? await newestUnfinished(store) : await findRun(store, name);
      const state = await loadState(store, run);
      const reopening = reopeningOf(state, allowed, clock.now());
      if (!reopening.ok) throw new ConfigError(reopening.why, reopening.reason);
      const { reopened, limits } = reopening;
      const { policy, ...record } = await trusted(run, wiring);
      const ready = await prepared({ ...record, policy: withRaised(policy, limits) });
      const changed = { ...(reopened && { reopened }), ...(Object.keys(limits).length > 0 && { limits }) };
      return takeUp(run, ready, changed, reopened ? () => mustBeAt(run, state.seq) : undefined);
    },

    async answer(name: string, answer: string | PlanEdit, asked: number | null = null): Promise<RunHandle> {
      if (typeof answer === 'string') mustFit(answer);
      const { run, owner, events } = await unended(name);
      const command = typeof answer === 'string' ? answerOf(answer) : await editOf(answer, run);
      const ready = owner === null ? await prepared(await trusted(run, wiring)) : null;
      const send = async () => {
        await mustBeOpen(run, asked);
        await (await journal()).send(run, command);
      };
      try {
        if (ready) return await takeUp(run, ready, {}, send);
      } catch (error) {
        // Somebody else was quicker: the answer goes to them.
        if (!(error instanceof RunOwned)) throw error;
      }
      await send();
      return elsewhere(run, events, { journal: await journal(), clock });
    },

    async watch(name: string, after: number): Promise<RunHandle> {
      const store = await journal();
      return elsewhere((await findRun(store, name)).run, after, { journal: store, clock });
    },

    async cancel(name: string): Promise<'requested' | 'cancelled'> {
      const { run, owner } = await unended(name);
      const record = owner === null ? await trusted(run, wiring) : null;
      // Its folder may be gone by now: there is nothing left to do in it.
      const place = record ? await target(record.dir).catch(() => target()) : null;
      await (await journal()).send(run, { kind: 'cancel', reason: 'cancelled by a person' });
      if (!record || !place) return 'requested';
      try {
        // Nothing is thought or run any more: it takes neither keys nor a sandbox.
        await (await takeUp(run, { policy: record.policy, keys: {}, place })).done;
        return 'cancelled';
      } catch (error) {
        // Somebody else was quicker: what was sent is theirs to do.
        if (error instanceof RunOwned) return 'requested';
        throw error;
      }
    },
  };

  async function unended(name: string) {
    const summary = await findRun(await journal(), name);
    if (summary.exit_code !== null)
      throw new ConfigError(`run ${summary.run} has ended already (${summary.status})`, 'ended');
    return summary;
  }

  /** All that a run needs to go on where it was started, or the reason why it cannot. */
  async function prepared({ policy, providers, dir, unbranched }: TrustedRun): Promise<Ready> {
    const place = await target(dir);
    if (unbranched !== null) await mustBranch(unbranched, policy, repo, place);
    const keys = await wiring.keysFor(policy, providers, place);
    await mustRun(policy, place, wiring);
    return { policy, keys, place };
  }

  /** `before`: what has to be done, or to hold, once nobody else can take the run up. */
  async function takeUp(
    run: string,
    ready: Ready,
    changed: Partial<EventOf<'run.resumed'>> = {},
    before: () => Promise<void> = async () => undefined,
  ): Promise<RunHandle> {
    const opening = async (): Promise<EventOf<'run.resumed'>> => {
      await before();
      return { type: 'run.resumed', owner: `process ${process.pid}`, ...changed };
    };
    return startWork(wiring, ready, { claim: (await journal()).claim(run), opening });
  }

  /** Nobody else may have gone on with a run that had ended. */
  async function mustBeAt(run: string, ended_at: number): Promise<void> {
    if ((await loadState(await journal(), run)).seq !== ended_at)
      throw new ConfigError(`run ${run} was resumed elsewhere meanwhile: pawl status ${run} shows how it stands`);
  }

  /** `asked`: the event with the question that an answer is to. */
  async function mustBeOpen(run: string, asked: number | null): Promise<void> {
    if (asked === null) return;
    for await (const event of (await journal()).read(run, asked))
      if (settlesQuestion(event))
        throw new ConfigError('Not sent: the question was already answered in another terminal.', 'settled');
  }

  /** A plan of a person's own, in place of the one that they were asked about. */
  async function editOf({ tasks }: PlanEdit, run: string): Promise<Command> {
    const { policy, plan } = await loadState(await journal(), run);
    if (!policy || !plan || plan.confirmed) throw new ConfigError(`run ${run} has no plan that could be changed now`);
    const faults = tasks.length === 0 ? [emptyPlan] : planFaults(tasks);
    if (faults.length > 0) throw new PlanRefused(faults);
    return { kind: 'plan', tasks, forecast_usd: forecastUsd(policy, tasks.length) };
  }
}

const longestAnswer = 4000;
const emptyPlan: PlanFault = { task: null, field: null, text: 'the plan has no task' };

function mustFit(answer: string): void {
  if (answer.trim() === '') throw new ConfigError('the answer is empty');
  if (Buffer.byteLength(answer) > longestAnswer)
    throw new ConfigError(`an answer may be at most ${longestAnswer} bytes long`);
}

const answerOf = (text: string): Command => ({ kind: 'answer', text });
