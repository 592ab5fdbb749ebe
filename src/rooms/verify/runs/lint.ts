import { addedLines } from '../../../code/patch/added-lines.ts';
import { lintersFor } from '../../../languages/checks/linters/linters.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { ScopePath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { Place } from '../candidate.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { runTool, yielding } from './tool.ts';

const limit_ms = 20_000;

/** What the repository's own linters, as base configures them, say about the changed lines. Never more than a warning. */
export async function lintFindings(clone: Clone, base: string, judged: JudgeTree, place: Place): Promise<Finding[]> {
  const { scope, dir } = place.target;
  const { nameOf } = scopeAt(scope);
  const linters = await lintersFor(await filesIn(clone, base, scope));
  if (linters.length === 0) return [];
  const changed = new Set<string>();
  const paths = new Set<ScopePath>();
  for (const { path, line } of addedLines((await clone.diff(base, judged.tree)).patch)) {
    const name = nameOf(path);
    if (name === null) continue;
    changed.add(`${name}:${line}`);
    paths.add(name);
  }
  const findings: Finding[] = [];
  for (const linter of linters) {
    const lintedPaths = [...paths].filter((path) => linter.takes(path)).slice(0, 200);
    if (lintedPaths.length === 0) continue;
    const tool = { command: yielding(linter.command(lintedPaths)), needs: linter.needs };
    const result = await runTool(clone, 'lint', judged.tree, tool, { ...place, timeout_ms: limit_ms });
    for (const { file, line, rule, message } of linter.read(result, dir)) {
      if (changed.has(`${file}:${line}`))
        findings.push({ kind: 'lint', file, line, text: `${file}:${line}: ${message} (${linter.id} ${rule})` });
    }
  }
  return findings.slice(0, 10);
}
