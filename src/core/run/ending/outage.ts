import { type AttemptState, lastAttempt, providerIn, type RunState } from '../run-state.ts';

type Faults = Pick<RunState, 'outages' | 'refused_keys'>;

/** Whether an attempt ended because its model could not answer, or would not for want of a key. */
export const isCutOff = ({ finished, tier }: AttemptState, { outages, refused_keys }: Faults): boolean =>
  finished?.ended === 'unavailable' && (Object.hasOwn(outages, tier) || Object.hasOwn(refused_keys, tier));

/** Whether the work failed because no model could answer: it can go on once one can. */
export const isDown = (state: RunState): boolean =>
  state.tasks.some((task) => {
    const last = lastAttempt(task);
    return task.status === 'failed' && !task.improvement && last !== undefined && isCutOff(last, state);
  });

/** Whether an unfit end can be mended: no test of the run's base will ever have a name that none has. */
export const isMendable = ({ step_errors }: RunState): boolean =>
  !Object.values(step_errors).some(({ last }) => last.reason === 'no_such_test');

/** What was said by the models that could not answer, and what helps. */
export function whyDown({ outages, refused_keys, policy }: Faults & Pick<RunState, 'policy'>): string {
  const keys = Object.entries(refused_keys).map(([tier, message]) => {
    const provider = providerIn(policy?.tiers.find(({ name }) => name === tier)?.model ?? '');
    return [message, `check the key of ${provider} (providers.${provider}.api_key_env)`];
  });
  const down = Object.values(outages).map(({ model, message, fault }) => [message, cureFor(fault, providerIn(model))]);
  const sentences = [...keys, ...down].map(([message = '', cure]) => `${message.replace(/\.$/, '')}; ${cure}`);
  return [...new Set(sentences)].join('; ');
}

const cureFor = (fault: string, provider: string): string =>
  fault === 'unreachable'
    ? `start the server, or correct providers.${provider}.base_url`
    : `try again when ${provider} answers`;
