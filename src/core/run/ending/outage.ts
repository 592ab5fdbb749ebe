import type { Policy, Tier } from '../../../schema/settings/policy.ts';
import { tiersFor } from '../../task/ladder.ts';
import { type AttemptState, lastAttempt } from '../../task/task-state.ts';
import { providerIn, type RunState } from '../run-state.ts';
import { singleTask } from '../single-task.ts';

type Faults = Pick<RunState, 'outages' | 'refused_keys'>;

/** Whether an attempt ended because its model could not answer, or because its key was refused. */
export const isCutOff = ({ finished, tier }: AttemptState, { outages, refused_keys }: Faults): boolean =>
  finished?.ended === 'unavailable' && (Object.hasOwn(outages, tier) || Object.hasOwn(refused_keys, tier));

/** Whether the work failed because no model could answer: it can go on once one can. */
export const isDown = (state: RunState): boolean =>
  state.tasks.some((task) => {
    const last = lastAttempt(task);
    return task.status === 'failed' && !task.improvement && last !== undefined && isCutOff(last, state);
  });

/**
 * Whether the planner could not be asked and no tier could work without a plan either: every key was refused, or every
 * server is out of reach. The repairer needs no model where tests fail, and an external agent has a key of its own.
 */
export function cutOffFromPlanning(state: RunState, policy: Policy): boolean {
  const round = state.answers.length + 1;
  const isCut = Object.values(state.outcomes).some(
    ({ task, attempt, cause }) => task === null && attempt === round && cause === 'fault',
  );
  const phase = state.phase === 'failed' ? state.ended_in : state.phase;
  if (phase !== 'decomposing' || !isCut) return false;
  const { kind } = singleTask({ ...state, policy });
  return tiersFor(kind, policy.tiers).every((tier) =>
    tier.developer === 'repair' ? (state.baseline?.failed ?? 0) === 0 : tier.model !== null && isOut(tier, state),
  );
}

/** Whether no model of a tier can be asked: their keys were refused, or nobody is there. */
function isOut({ name, model, fallback = [] }: Tier, { refused_keys, outages }: RunState): boolean {
  const away = Object.entries(outages).filter(([, { fault }]) => fault === 'unreachable');
  const cut = [...Object.entries(refused_keys), ...away].map(([tier, fault]) => ({ tier, model: fault.model }));
  const models = [...(model === null ? [] : [model]), ...fallback.map((other) => other.model)];
  // The last of them is asked where all the others could not answer.
  if (cut.some((one) => one.tier === name && one.model === models.at(-1))) return true;
  const providers = new Set(cut.map((one) => providerIn(one.model)));
  return models.every((one) => providers.has(providerIn(one)));
}

/** Whether an unfit end can be mended: the run's base will never have a test that it does not have. */
export const isMendable = (state: RunState): boolean => !isMisnamed(state) && !isUntested(state);

/** Whether a run was asked about tests that do not exist or do not fail. */
export const isMisnamed = (state: RunState): boolean => hasError(state, 'no_such_test');

/** Whether a run was to make tests pass where there are none. */
export const isUntested = (state: RunState): boolean => hasError(state, 'no_tests');

const hasError = ({ step_errors }: RunState, reason: string): boolean =>
  Object.values(step_errors).some(({ last }) => last.reason === reason);

/** What was said by the models that could not answer, and what helps. */
export function whyDown({ outages, refused_keys }: Faults): string {
  const keys = Object.values(refused_keys).map(({ message, model, key }) => [message, newKey(providerIn(model), key)]);
  const down = Object.values(outages).map(({ model, message, fault }) => [message, cureFor(fault, providerIn(model))]);
  const sentences = [...keys, ...down].map(([message = '', cure]) => `${message.replace(/\.$/, '')}; ${cure}`);
  return [...new Set(sentences)].join('; ');
}

const newKey = (provider: string, key: string | null): string =>
  key === null ? `check the key of ${provider} (providers.${provider}.api_key_env)` : `put a valid key into ${key}`;

const cureFor = (fault: string, provider: string): string =>
  fault === 'unreachable'
    ? `start the server, or correct providers.${provider}.base_url`
    : `try again when ${provider} answers`;
