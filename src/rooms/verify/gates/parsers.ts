import { checkersFor, hasChecker } from '../../../languages/checks/checkers.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { BareVerdict, Verdict } from '../../../schema/judge/verdict.ts';
import type { Place } from '../candidate.ts';
import { runTool } from '../runs/tool.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { unparsed } from '../verdict.ts';

const limit_ms = 10_000;

/** What the parsers of compiled languages refuse, each run in the sandbox; null when nothing. */
export async function parseIn(clone: Clone, judged: JudgeTree, place: Place): Promise<BareVerdict | null> {
  const present = judged.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const paths = scopeAt(place.target.scope).inside(present).filter(hasChecker);
  if (paths.length === 0) return null;
  const checkers = await checkersFor(paths, await filesIn(clone, judged.tree, place.target.scope));
  const errors: Verdict['syntax_errors'] = [];
  for (const checker of checkers) {
    const result = await runTool(clone, 'reading', judged.tree, checker, { ...place, timeout_ms: limit_ms });
    errors.push(...checker.read(result, place.target.dir));
  }
  return errors.length === 0 ? null : unparsed(errors);
}
