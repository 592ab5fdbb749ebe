import type { TaskKind } from '../../schema/run/task.ts';
import type { TestsPolicy } from '../../schema/settings/policy.ts';

/** What share of the changed lines tests must execute, by the kind of change. A refactoring keeps what there was. */
const defaultCoverage: Record<TaskKind, number> = { feature: 0.8, fix: 1, endpoint: 0.9, refactor: 0, docs: 0 };

/** A change of unknown kind needs what a feature needs. */
export function requiredCoverage(kind: TaskKind | null, configured: TestsPolicy['coverage']): number {
  const taskKind = kind ?? 'feature';
  if (taskKind === 'docs') return defaultCoverage.docs;
  return configured?.[taskKind] ?? defaultCoverage[taskKind];
}
