import { isRepairOnly } from '../core/task/ladder.ts';
import { NoModel } from '../ports/errors.ts';
import { singleTask } from '../rooms/plan/tasks.ts';
import type { Policy } from '../schema/settings/policy.ts';

/** The repairer alone can do nothing but make failing tests pass. */
export function mustBeAble(request: string, policy: Policy): void {
  if (!isRepairOnly(policy) || singleTask({ request, policy }).kind === 'fix') return;
  throw new NoModel(
    'this needs a model, and the ladder has only the repairer, which makes failing tests pass (pawl fix): set a key or start a local model server, then run pawl setup',
  );
}
