import type { Recorded } from '../../../schema/run/event.ts';
import type { ShownEvent } from '../wire.ts';

/** The event without what the page has no use for: a policy holds what the user set for tests and agents. */
export function pageEvent(event: Recorded): ShownEvent {
  if (event.type !== 'run.started') return event;
  const { agent = null, review, tiers, limits } = event.policy;
  const { task_usd, run_usd, day_usd } = limits;
  const policy = {
    ...{ agent, review, limits: { task_usd, run_usd, day_usd } },
    tiers: tiers.map(({ name, developer, model, attempts }) => ({ name, developer, model, attempts })),
  };
  return { ...event, policy };
}
