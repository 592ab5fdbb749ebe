import { forecast } from '../../rooms/intake/forecast.ts';
import type { Forecast } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { mustDeliver } from '../launch/preconditions.ts';
import type { Wiring } from '../wiring.ts';

interface Look {
  /** What is wrong with agent files that a run would leave out, a line each. */
  agentFaults: () => Promise<string[]>;
  /** What the tests say, told without leaving anything behind. */
  tests: (policy: Policy) => Promise<Pick<Forecast, 'survey' | 'tests'>>;
}

/** Forecasts a run without doing or writing anything. It is refused whenever the run would be. */
export async function dryRun(request: string, wiring: Wiring, look: Look): Promise<Forecast> {
  const target = await wiring.target();
  const { policy, notes } = await wiring.configured('run');
  await mustDeliver(request, policy, wiring);
  const warnings = [...notes, ...(await look.agentFaults())];
  const foreseen = await forecast(request, target, policy, warnings, await wiring.repo.headFiles(target));
  return { ...foreseen, ...(await look.tests(policy)) };
}
