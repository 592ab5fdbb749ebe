import type { Linter, LintWarning } from '../../../languages/checks/linters/linter.ts';
import { typeCheckersFor } from '../../../languages/checks/linters/linters.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Place } from '../candidate.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { runTool, yielding } from './tool.ts';

/** A suite as short as this leaves no time for a checker. */
const shortest_ms = 2000;

/**
 * What the project's own type checkers, as base configures them, say about the changed files and did not say on base.
 * Never more than a warning. It runs beside the tests, at most as long as they do, and half of the time of a quick verdict.
 */
export async function checkerFindings(
  clone: Clone,
  base: string,
  judged: JudgeTree,
  baseline: TestRun,
  place: Place,
): Promise<Finding[]> {
  if (baseline.duration_ms <= shortest_ms) return [];
  const { scope, dir } = place.target;
  const present = judged.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const changed = scopeAt(scope).inside(present);
  const timeout_ms = Math.min(baseline.duration_ms, place.policy.limits.verify_seconds * 500);
  const findings: Finding[] = [];
  for (const checker of await typeCheckersFor(await filesIn(clone, base, scope))) {
    const paths = changed.filter((path) => checker.takes(path)).slice(0, 200);
    if (paths.length === 0) continue;
    const now = await errorsOn(judged.tree, checker, paths);
    if (now === null || now.length === 0) continue;
    const basePaths = new Set(await clone.list(base).then((all) => scopeAt(scope).inside(all)));
    const older = paths.filter((path) => basePaths.has(path));
    const before = older.length === 0 ? [] : await errorsOn(base, checker, older);
    if (before === null) continue;
    const oldErrors = new Set(before.map(identity));
    for (const error of now.filter((one) => !oldErrors.has(identity(one)))) {
      const { file, line, rule, message } = error;
      findings.push({ kind: 'checker', file, line, text: `${file}:${line}: ${message} (${checker.id} ${rule})` });
    }
  }
  return findings.slice(0, 10);

  /** Null where it did not come to an end. */
  async function errorsOn(tree: string, checker: Linter, paths: string[]): Promise<LintWarning[] | null> {
    const tool = { command: yielding(checker.command(paths)), needs: checker.needs };
    const result = await runTool(clone, 'checker', tree, tool, { ...place, timeout_ms });
    if (result.ended !== 'exit') return null;
    return checker.read(result, dir).filter(({ file }) => paths.includes(file));
  }
}

/** Lines move; what is said stays. */
const identity = ({ file, rule, message }: LintWarning): string => `${file} ${rule} ${message}`;
