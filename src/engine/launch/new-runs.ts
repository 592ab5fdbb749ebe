import { createHash, randomBytes } from 'node:crypto';
import { clip } from '../../core/clip.ts';
import { ConfigError, RunOwned } from '../../ports/errors.ts';
import type { Lease } from '../../ports/state/journal.ts';
import type { RunAbout } from '../../schema/forge/issue-request.ts';
import { type EventOf, maxEventBytes } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { forgeAddress } from '../forge/forges.ts';
import { type RunHandle, type Start, startWork } from '../loop/start.ts';
import type { Configured, Mode, Wiring } from '../wiring.ts';
import { learning } from './learning.ts';
import { mustDeliver, mustRun } from './preconditions.ts';
import { digestOf } from './trusted.ts';

type About = Pick<EventOf<'run.started'>, 'target' | 'base' | 'scope' | 'branch' | 'policy'>;

/** Starts runs. Every refusal happens before anything is written. */
export function newRuns(wiring: Wiring) {
  const { clock, trust, journal, target } = wiring;

  return {
    run: (request: string, about: RunAbout = {}) => begin(request, 'run', about),
    plan: (request: string) => begin(request, 'plan'),

    async consult(id: string, rawInput: string | Record<string, unknown>): Promise<RunHandle> {
      const { agentFor, inputFrom } = await import('../../rooms/consult/input.ts');
      const input = inputFrom(rawInput);
      const configured = await wiring.configured('run');
      const agent = agentFor(await wiring.agents(configured.policy, await target()), id, input);
      const policy = { ...configured.policy, agent: agent.id };
      return start(JSON.stringify(input), { ...configured, policy });
    },
  };

  async function begin(request: string, mode: Mode, { issue }: RunAbout = {}): Promise<RunHandle> {
    if (request.trim() === '') throw new ConfigError('the request is empty');
    const configured = await wiring.configured(mode);
    // Tried out beside what git is asked; `mustRun` says what came of it. A refusal waits for it: nothing stays behind.
    const tried = Promise.allSettled([wiring.sandbox(configured.policy.sandbox).unfit()]);
    await mustDeliver(request, configured.policy, wiring).finally(() => tried);
    const policy = { ...configured.policy, ...(await proposing(configured.policy)), ...(issue && { issue }) };
    return start(request, { ...configured, policy }, mode === 'plan' ? { until: ({ plan }) => plan !== null } : {});
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
    until: Pick<Start, 'until'> = {},
  ): Promise<RunHandle> {
    const place = await target();
    const { dir, head, scope, branch } = place;
    await mustRun(configured.policy, place, wiring);
    const about = { target: dir, base: head, scope, branch };
    const policies = await learning(configured.policy, await journal());
    const event = startedEvent(
      request,
      policies.map((policy) => ({ ...about, policy })),
    );
    const { policy } = event;
    const opening = async (run: string) => {
      await trust.save({ run, target: dir, policy_digest: digestOf(policy), providers });
      await (await wiring.blobs()).put(request);
      return event;
    };
    return startWork(wiring, { policy, keys, place }, { claim: newRun(), opening, ...until });
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
}

/** With the first of these that fits into an event. */
function startedEvent(request: string, abouts: About[]): EventOf<'run.started'> {
  const request_ref = createHash('sha256').update(request).digest('hex');
  for (const about of abouts) {
    const event = { type: 'run.started' as const, request: clip(request, 2000), request_ref, ...about };
    // Room for what the journal adds.
    if (Buffer.byteLength(JSON.stringify(event)) < maxEventBytes - 256) return event;
  }
  throw new ConfigError(
    'the configuration is too large to be recorded: shorten tests.env, tests.command or the ladder',
  );
}

/** Sortable by time. Its last part is short enough to type, and is neither a word nor part of a date. */
function newRunName(now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  let id = '';
  while (!/^(?=.*\d)(?=.*[a-f])/.test(id)) id = randomBytes(2).toString('hex');
  return `${stamp}-${id}`;
}
