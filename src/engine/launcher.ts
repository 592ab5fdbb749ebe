import { createHash, randomBytes } from 'node:crypto';
import { clip } from '../core/clip.ts';
import { forecastUsd } from '../core/money/forecast.ts';
import { type Allowance, reopeningOf, withRaised } from '../core/run/ending/reopen.ts';
import { planFaults } from '../core/run/plan-faults.ts';
import type { RunState } from '../core/run/run-state.ts';
import { ConfigError, PlanRefused, RunOwned, StateDamaged, Unfit } from '../ports/errors.ts';
import type { Target } from '../ports/outside/repo.ts';
import type { Command, Lease } from '../ports/state/journal.ts';
import { agentFor, inputFrom } from '../rooms/consult/input.ts';
import type { RunAbout } from '../schema/forge/issue-request.ts';
import { type EventOf, maxEventBytes, type Recorded } from '../schema/run/event.ts';
import type { PlanFault } from '../schema/run/plan.ts';
import { settlesQuestion } from '../schema/run/question.ts';
import type { PlanEdit } from '../schema/run/view.ts';
import { type Policy, policySchema } from '../schema/settings/policy.ts';
import type { Trusted } from '../schema/settings/trusted.ts';
import { mustBranch, mustLand } from './branch.ts';
import { elsewhere } from './elsewhere.ts';
import { forgeAddress, isProtectedThere } from './forge/forges.ts';
import { learning } from './learning.ts';
import { findRun, loadState, newestUnfinished } from './load.ts';
import { type RunHandle, startWork } from './start.ts';
import type { Configured, Keys, Mode, Wiring } from './wiring.ts';

type About = Pick<EventOf<'run.started'>, 'target' | 'base' | 'scope' | 'branch' | 'policy'>;

/** What a run is worked on with. */
interface Ready {
  policy: Policy;
  keys: Keys;
  place: Target;
}

/** A run as it was started on this machine. */
interface TrustedRun {
  policy: Policy;
  providers: Trusted['providers'];
  dir: string;
  /** The request, where no branch was made for it yet. */
  unbranched: string | null;
}

/** Starting runs and going on with them. Whatever can refuse does so before anything is written. */
export function launcher(wiring: Wiring) {
  const { clock, trust, journal, repo, target } = wiring;

  return {
    run: (request: string, about: RunAbout = {}) => begin(request, 'run', about),
    plan: (request: string) => begin(request, 'plan'),

    async consult(id: string, rawInput: string | Record<string, unknown>): Promise<RunHandle> {
      const input = inputFrom(rawInput);
      const configured = await wiring.configured('run');
      const agent = agentFor(await wiring.agents(configured.policy, await target()), id, input);
      const policy = { ...configured.policy, agent: agent.id };
      return start(JSON.stringify(input), { ...configured, policy }, false);
    },

    async resume(name?: string, allowed: Allowance = {}): Promise<RunHandle> {
      const store = await journal();
      const { run } = name === undefined ? await newestUnfinished(store) : await findRun(store, name);
      const state = await loadState(store, run);
      const reopening = reopeningOf(state, allowed, clock.now());
      if (!reopening.ok) throw new ConfigError(reopening.why, reopening.reason);
      const { reopened, limits } = reopening;
      const { policy, ...record } = await trusted(run);
      const ready = await prepared({ ...record, policy: withRaised(policy, limits) });
      const changed = { ...(reopened && { reopened }), ...(Object.keys(limits).length > 0 && { limits }) };
      return takeUp(run, ready, changed, reopened ? () => mustBeAt(run, state.seq) : undefined);
    },

    async answer(name: string, answer: string | PlanEdit, asked: number | null = null): Promise<RunHandle> {
      const reply = typeof answer === 'string' ? answerOf(answer) : null;
      const { run, owner, events } = await unended(name);
      const command = reply ?? (await editOf(answer as PlanEdit, run));
      const ready = owner === null ? await prepared(await trusted(run)) : null;
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
      const summary = await unended(name);
      const record = summary.owner === null ? await trusted(summary.run) : null;
      // Its folder may be gone by now: there is nothing left to do in it.
      const place = record ? await target(record.dir).catch(() => target()) : null;
      await (await journal()).send(summary.run, { kind: 'cancel', reason: 'cancelled by a person' });
      if (!record || !place) return 'requested';
      // Nothing is thought or run any more: it takes neither keys nor a sandbox.
      await (await takeUp(summary.run, { policy: record.policy, keys: {}, place })).done;
      return 'cancelled';
    },
  };

  /** A plan of a person's own, in place of the one that they were asked about. */
  async function editOf({ tasks }: PlanEdit, run: string): Promise<Command> {
    const { policy, plan } = await loadState(await journal(), run);
    if (!policy || !plan || plan.confirmed) throw new ConfigError(`run ${run} has no plan that could be changed now`);
    const faults = tasks.length === 0 ? [emptyPlan] : planFaults(tasks);
    if (faults.length > 0) throw new PlanRefused(faults);
    return { kind: 'plan', tasks, forecast_usd: forecastUsd(policy, tasks.length) };
  }

  async function begin(request: string, mode: Mode, { issue }: RunAbout = {}): Promise<RunHandle> {
    if (request.trim() === '') throw new ConfigError('the request is empty');
    const configured = await wiring.configured(mode);
    await mustBranch(request, configured.policy, repo, await target());
    await mustLand(configured.policy, repo, await target(), (branch) => isProtectedThere(wiring, branch));
    const policy = { ...configured.policy, ...(await proposing(configured.policy)), ...(issue && { issue }) };
    return start(request, { ...configured, policy }, mode === 'plan');
  }

  /** Where pull requests go; without a token for it, nothing begins. */
  async function proposing({ strategy }: Policy): Promise<Pick<Policy, 'forge'>> {
    if (strategy !== 'pr') return {};
    const forge = await forgeAddress(wiring);
    await wiring.forges.open(forge);
    if ((await target()).branch === null)
      throw new ConfigError('no branch is checked out that pull requests could go to: switch to one first', 'detached');
    return { forge };
  }

  async function start(
    request: string,
    { keys, providers, ...configured }: Configured,
    planOnly: boolean,
  ): Promise<RunHandle> {
    const place = await target();
    const { dir, head, scope, branch } = place;
    await mustRun(configured.policy, place);
    const about = { target: dir, base: head, scope, branch };
    const taught = await learning(configured.policy, await journal());
    const event = startedEvent(request, ...taught.map((policy) => ({ ...about, policy })));
    const { policy } = event;
    return owning(newRun(), async (lease) => {
      await trust.save({ run: lease.run, target: dir, policy_digest: digestOf(policy), providers });
      await (await wiring.blobs()).put(request);
      const first = await lease.append(event);
      return work(lease, { policy, keys, place }, [first], planOnly);
    });
  }

  /** The first of these that fits into an event. */
  function startedEvent(request: string, ...all: About[]): EventOf<'run.started'> {
    const request_ref = sha256(request);
    for (const about of all) {
      const event = { type: 'run.started' as const, request: clip(request, 2000), request_ref, ...about };
      // Room for what the journal adds.
      if (Buffer.byteLength(JSON.stringify(event)) < maxEventBytes - 256) return event;
    }
    throw new ConfigError(
      'the configuration is too large to be recorded: shorten tests.env, tests.command or the ladder',
    );
  }

  /** `before`: what has to be done, or to hold, once nobody else can take the run up. */
  async function takeUp(
    run: string,
    ready: Ready,
    changed: Partial<EventOf<'run.resumed'>> = {},
    before: () => Promise<void> = async () => undefined,
  ): Promise<RunHandle> {
    return owning((await journal()).claim(run), async (lease) => {
      await before();
      const first = await lease.append({ type: 'run.resumed', owner: `process ${process.pid}`, ...changed });
      return work(lease, ready, [first], false);
    });
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

  /** Several may begin in the same second: a name that another of them has drawn is drawn again. */
  async function newRun(): Promise<Lease> {
    const store = await journal();
    for (;;) {
      try {
        return await store.claim(newRunName(clock.now()));
      } catch (error) {
        if (!(error instanceof RunOwned)) throw error;
      }
    }
  }

  /** Nobody is kept waiting for a run whose work could not begin. */
  async function owning(claim: Promise<Lease>, begin: (lease: Lease) => Promise<RunHandle>): Promise<RunHandle> {
    const lease = await claim;
    try {
      return await begin(lease);
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** All that a run needs to go on where it was started, or the reason why it cannot. */
  async function prepared({ policy, providers, dir, unbranched }: TrustedRun): Promise<Ready> {
    const place = await target(dir);
    if (unbranched !== null) await mustBranch(unbranched, policy, repo, place);
    const keys = await wiring.keysFor(policy, providers, place);
    await mustRun(policy, place);
    return { policy, keys, place };
  }

  /** A run's recorded policy, with the addresses and the folder that it was started with. */
  async function trusted(run: string): Promise<TrustedRun> {
    const record = await trust.load(run);
    const { policy, request, branch, limits } = await loadState(await journal(), run);
    if (!record || !policy)
      throw new ConfigError(`run ${run} was removed by pawl clean and cannot continue: start it again`, 'not_ours');
    if (record.policy_digest !== digestOf(policy))
      throw new StateDamaged(`the policy in the journal of run ${run} is not the one it was started with`);
    return {
      policy: withRaised(policy, limits),
      providers: record.providers,
      dir: record.target,
      unbranched: branch === null && policy.agent === undefined ? request : null,
    };
  }

  async function work(
    lease: Lease,
    { policy, keys, place }: Ready,
    opening: Recorded[],
    planOnly: boolean,
  ): Promise<RunHandle> {
    const open = () => wiring.world(policy, keys, place);
    const until = planOnly ? { until: (state: RunState) => state.plan !== null } : {};
    return startWork(
      { journal: await journal(), lease, policy, target: place, open, ...until },
      opening,
      wiring.notify(policy),
    );
  }

  async function mustRun(policy: Policy, place: Target): Promise<void> {
    const reason = await wiring.sandbox(policy.sandbox).unfit();
    if (reason) throw new Unfit(reason, 'no_sandbox');
    const unsafe = wiring.unsafe(policy, place);
    if (unsafe) throw new Unfit(unsafe, 'linked_dependencies');
  }

  async function unended(name: string) {
    const summary = await findRun(await journal(), name);
    if (summary.exit_code !== null)
      throw new ConfigError(`run ${summary.run} has ended already (${summary.status})`, 'ended');
    return summary;
  }
}

const longestAnswer = 4000;
const emptyPlan: PlanFault = { task: null, field: null, text: 'the plan has no task' };

function answerOf(text: string): Command {
  if (text.trim() === '') throw new ConfigError('the answer is empty');
  if (Buffer.byteLength(text) > longestAnswer)
    throw new ConfigError(`an answer may be at most ${longestAnswer} bytes long`);
  return { kind: 'answer', text };
}

/** The schema puts the keys into one order, whoever made the policy. */
const digestOf = (policy: Policy): string => sha256(JSON.stringify(policySchema.parse(policy)));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sortable by time. Its last part is short enough to type, and is neither a word nor part of a date. */
function newRunName(now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  let id = '';
  while (!/^(?=.*\d)(?=.*[a-f])/.test(id)) id = randomBytes(2).toString('hex');
  return `${stamp}-${id}`;
}
