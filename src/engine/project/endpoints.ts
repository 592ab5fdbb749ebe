import { PawlError } from '../../ports/errors.ts';
import type { ProviderAccess } from '../../ports/outside/model.ts';
import type { FaultKind } from '../../schema/judge/fault.ts';
import type { Check } from '../../schema/run/view.ts';
import type { Price, Tier } from '../../schema/settings/policy.ts';
import type { Probe } from '../../schema/settings/probe.ts';
import type { Configured, Wiring } from '../wiring.ts';

/** A model of the ladder, and the first tier that would call it. */
export interface Endpoint {
  tier: Tier;
  model: string;
  price: Price | null;
  access: ProviderAccess;
}

type Answer = { models: string[] } | { failed: string };

export interface Asking extends Pick<Wiring, 'configured'> {
  probe: (endpoint: Endpoint, configured: Configured) => Promise<Probe>;
  /** The names of a provider's models; it costs nothing. */
  offered: (access: ProviderAccess, timeout_ms?: number) => Promise<Answer>;
}

/** Asks each model of the ladder once, all at the same time. */
export async function endpointChecks(asking: Asking): Promise<Check[]> {
  try {
    const configured = await asking.configured('run');
    const endpoints = endpointsOf(configured);
    const checks = await Promise.all(endpoints.map((endpoint) => check(asking, endpoint, configured)));
    return checks.length > 0 ? checks : [{ name: 'models', required: false, ok: true, detail: 'no tier has a model' }];
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    return [{ name: 'models', required: true, ok: false, detail: error.message }];
  }
}

const patience_ms = 2000;

/** The configured model servers on this machine that are not running. Checking them costs nothing. */
export async function serverChecks({ configured, offered }: Omit<Asking, 'probe'>): Promise<Check[]> {
  const endpoints = await configured('run').then(endpointsOf, () => []); // What is wrong there is said of the tiers.
  const isOff = async ({ access }: Endpoint): Promise<boolean> => {
    const answer = isOnThisMachine(access.base_url) ? await offered(access, patience_ms) : null;
    return answer !== null && 'failed' in answer && answer.failed === 'ECONNREFUSED';
  };
  const off = new Set<Endpoint>();
  for (const endpoint of endpoints) if (await isOff(endpoint)) off.add(endpoint);
  const required = off.size === endpoints.length;
  return [...new Map([...off].map((endpoint) => [providerOf(endpoint.model), endpoint]))].map(
    ([provider, { access }]) => ({
      ...{ name: provider, ok: false, required, ...(required && { works_without_model: true as const }) },
      detail: `no server answers at ${access.base_url}: start it, or correct providers.${provider}.base_url (pawl config edit)`,
    }),
  );
}

const isOnThisMachine = (base_url: string | null): boolean =>
  base_url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(base_url).hostname);

function endpointsOf({ policy, keys }: Configured): Endpoint[] {
  const models = policy.tiers.flatMap((tier) =>
    [{ model: tier.model, price: tier.price }, ...(tier.fallback ?? [])].flatMap(({ model, price }) => {
      const access = model === null ? undefined : keys[providerOf(model)];
      return model === null || !access ? [] : [{ tier, model, price, access }];
    }),
  );
  return models.filter(({ model }, at) => models.findIndex((other) => other.model === model) === at);
}

async function check(asking: Asking, endpoint: Endpoint, configured: Configured): Promise<Check> {
  const probe = await asking.probe(endpoint, configured);
  const { model, access } = endpoint;
  const finding = (state: 'ok' | 'note' | 'not ok', detail: string): Check => ({
    ...{ name: model, ok: state === 'ok', required: state === 'not ok', detail },
  });
  switch (probe.is) {
    case 'unasked':
      return finding('note', `not asked: ${probe.reason}`);
    case 'toolless':
      return finding('not ok', `takes no tools (${probe.message}): choose a model that can call tools`);
    case 'fault': {
      const cure = await cureOf(probe.kind, endpoint, () => asking.offered(access));
      return finding(passing.has(probe.kind) ? 'note' : 'not ok', `${probe.message.replace(/\.$/, '')}; ${cure}`);
    }
    case 'answer': {
      const answered = `answers in ${probe.seconds.toFixed(1)} s`;
      const cost = probe.usd > 0 ? `; this cost $${probe.usd.toFixed(4)}` : '';
      if (!probe.tools)
        return finding('not ok', `${answered} but did not call the tool it was given: choose a model that calls tools`);
      if (!probe.streamed) return finding('note', `${answered} and calls tools, but does not stream: ${unstreamed}`);
      return finding('ok', `${answered}, streams, calls tools${cost}`);
    }
  }
}

const unstreamed = 'nothing is shown while it writes, and an answer that takes over a minute is cut off';

/** What goes away by itself. */
const passing: ReadonlySet<FaultKind> = new Set(['rate_limited', 'overloaded']);

async function cureOf(kind: FaultKind, endpoint: Endpoint, offered: () => Promise<Answer>): Promise<string> {
  const { model, access } = endpoint;
  const provider = providerOf(model);
  const address = access.base_url === null ? '' : ` (${access.base_url})`;
  switch (kind) {
    case 'unauthorized':
      if (access.key_name === undefined) return `set providers.${provider}.api_key_env to the variable with its key`;
      return `put a valid key into ${access.key_name}`;
    case 'unreachable':
      return `start the server, or correct providers.${provider}.base_url${address}`;
    case 'rate_limited':
    case 'overloaded':
      return 'try again later';
    case 'bad_request':
      return unknownModel(endpoint, await offered());
    case 'timeout':
    case 'cancelled':
      return 'see whether the server is busy, or choose a smaller model';
    case 'malformed':
    case 'broken_stream':
      return `check that providers.${provider}.base_url${address} is its API, and that it streams`;
    default:
      return 'see what the provider says about it';
  }
}

const most = 5;

/** The cure for a request that the provider did not take: often it does not know the model. */
function unknownModel({ tier, model, access }: Endpoint, answer: Answer): string {
  const provider = providerOf(model);
  const name = model.slice(provider.length + 1);
  if ('failed' in answer || answer.models.length === 0)
    return `check the model of tier ${tier.name}${access.base_url === null ? '' : ` and providers.${provider}.base_url`}`;
  if (answer.models.includes(name)) return `${provider} has this model: see what it says about the request`;
  const { models } = answer;
  const more = models.length > most ? `, and ${models.length - most} more (pawl models)` : '';
  return `correct the model of tier ${tier.name}: ${provider} offers ${models.slice(0, most).join(', ')}${more}`;
}

const providerOf = (model: string): string => model.split('/')[0] ?? '';
