import { addedLines } from '../../../code/patch/added-lines.ts';
import { codeLines } from '../../../languages/checks/code-lines.ts';
import { isProgram } from '../../../languages/registry.ts';
import { type CoveredChange, coveredChange } from '../../../languages/reports/coverage.ts';
import { givenBuild, needsOf } from '../../../languages/runs/command.ts';
import type { Execution } from '../../../languages/runs/run-tests.ts';
import { type Scope, scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { Verdict } from '../../../schema/judge/verdict.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { runTool } from './tool.ts';

export interface Covered {
  coverage: Verdict['coverage'];
  /** Each names a file and the lines that no test executes. */
  findings: Finding[];
}

const unmeasured: Covered = { coverage: null, findings: [] };

/** How many of the changed lines the given tests execute. Null where nothing could be measured. */
export async function measureCoverage(
  clone: Clone,
  base: string,
  judged: JudgeTree,
  isTest: (path: RepoPath) => boolean,
  required: number,
  how: Omit<Execution, 'workspace'>,
): Promise<Covered> {
  const { runner, target } = how;
  if (!runner.coverage) return unmeasured;
  const changed = await changedLines(clone, base, judged, isTest, scopeAt(target.scope));
  if (changed.size === 0) return unmeasured;

  const measuring = runner.coverage.command(how.only);
  const provide = { ...measuring.provide, ...givenBuild(runner, how.built) };
  const tool = { command: { ...measuring, provide }, ...needsOf(runner) };
  const result = await runTool(clone, 'coverage', judged.tree, tool, how);
  const hits = runner.coverage.read(result, target.dir);
  if (result.ended !== 'exit' || hits.size === 0) return unmeasured;

  const coveredLines = coveredChange(changed, hits);
  // Where anything was measured, a file that is not in it was loaded by no test.
  const unloaded = coveredLines.unmeasured.flatMap((file) => (changed.get(file) ?? []).map((line) => ({ file, line })));
  return coverageOf(
    { ...coveredLines, changed_lines: coveredLines.changed_lines + unloaded.length },
    unloaded,
    required,
  );
}

async function changedLines(
  clone: Clone,
  base: string,
  { tree }: JudgeTree,
  isTest: (path: RepoPath) => boolean,
  { nameOf }: Scope,
): Promise<Map<ScopePath, number[]>> {
  const { patch } = await clone.diff(base, tree);
  const lines = new Map<RepoPath, number[]>();
  for (const { path, line } of addedLines(patch)) {
    if (!isTest(path) && isProgram(path)) lines.set(path, [...(lines.get(path) ?? []), line]);
  }
  const texts = await clone.readMany(tree, [...lines.keys()]);
  const changed = new Map<ScopePath, number[]>();
  for (const [path, added] of lines) {
    const [text, name] = [texts.get(path), nameOf(path)];
    if (text === undefined) continue; // A link has no lines of its own.
    const code = await codeLines(path, text, added);
    if (code.length > 0 && name !== null) changed.set(name, code);
  }
  return changed;
}

function coverageOf(change: CoveredChange, unloaded: CoveredChange['uncovered'], required: number): Covered {
  const { changed_lines, covered } = change;
  if (changed_lines === 0) return unmeasured;
  const met = covered / changed_lines >= required;
  const missing = ranges([...change.uncovered, ...unloaded]);
  const share = `${covered} of ${changed_lines} changed lines are covered, ${Math.round(required * 100)}% required`;
  return {
    coverage: { changed_lines, covered, required, met },
    findings: missing.slice(0, 10).map(({ file, from, to }) => {
      const lines = from === to ? from : `${from}-${to}`;
      return { kind: 'coverage', file, line: from, text: `${file}:${lines}: no test executes this (${share})` };
    }),
  };
}

interface Range {
  file: string;
  from: number;
  to: number;
}

/** One for each run of lines. */
function ranges(lines: { file: string; line: number }[]): Range[] {
  const spans: Range[] = [];
  for (const { file, line } of lines) {
    const last = spans.at(-1);
    if (last?.file === file && last.to + 1 === line) last.to = line;
    else spans.push({ file, from: line, to: line });
  }
  return spans;
}
