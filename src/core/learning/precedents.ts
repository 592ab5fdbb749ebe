import type { ExecutionKeys, StoredExecution } from '../../schema/run/execution.ts';
import { isAssertion } from './assertion.ts';

/** Earlier failures of one test with one kind of error, as far back as was looked. */
export interface Precedent {
  test: string;
  pattern: string;
  /** How many earlier attempts failed so, and at how many of them a later one passed. */
  count: number;
  led_to_pass: number;
  /** What was changed when it failed. */
  files: string[];
  /** What was found then; '' where that was nothing. */
  root_cause: string;
  fix_strategy: string;
}

type Kin = Precedent & { kin: number; newest: number };

/** What earlier executions say of the work at hand: the nearest first, then what led to a pass most often, then the newest. */
export function precedentsIn(executions: StoredExecution[], keys: ExecutionKeys): Precedent[] {
  const groups = new Map<string, Kin>();
  for (const execution of executions) {
    for (const failure of execution.failures) {
      const kin = kinship(execution, failure, keys);
      if (kin === 0) continue;
      const name = JSON.stringify([failure.test_name, failure.signature]);
      const analysis = execution.analyses.find(({ signature }) => signature === failure.signature);
      const group = groups.get(name);
      groups.set(name, {
        test: failure.test_name,
        pattern: failure.pattern,
        count: (group?.count ?? 0) + 1,
        led_to_pass: (group?.led_to_pass ?? 0) + Number(execution.led_to_pass),
        files: [...new Set([...(group?.files ?? []), ...execution.change.files])].slice(0, 5),
        root_cause: group?.root_cause || (analysis?.root_cause ?? ''),
        fix_strategy: group?.fix_strategy || (analysis?.fix_strategy ?? ''),
        kin: Math.max(group?.kin ?? 0, kin),
        newest: Math.max(group?.newest ?? 0, execution.id),
      });
    }
  }
  return [...groups.values()]
    .filter(({ count, root_cause }) => count > 1 || root_cause !== '')
    .sort((a, b) => b.kin - a.kin || shareOf(b) - shareOf(a) || b.count - a.count || b.newest - a.newest)
    .map(({ kin: _kin, newest: _newest, ...precedent }) => precedent);
}

const shareOf = ({ count, led_to_pass }: Precedent): number => led_to_pass / count;

/** The same kind of error, the same test, a change of the same file, the same type of error. */
function kinship(
  { change }: StoredExecution,
  { signature, pattern, test_name, error_type }: StoredExecution['failures'][number],
  keys: ExecutionKeys,
): number {
  if (keys.tests.includes(test_name)) return keys.signatures.includes(signature) ? 5 : 4;
  if (change.files.some((path) => keys.files.includes(path))) return 3;
  if (isAssertion(pattern)) return 0;
  if (keys.signatures.includes(signature)) return 2;
  return error_type !== '' && keys.error_types.includes(error_type) ? 1 : 0;
}
