import { emptyChange } from '../../../core/judge/pass-rule.ts';
import { importErrors } from '../../../languages/checks/imports.ts';
import { syntaxErrors, undefinedNames } from '../../../languages/checks/syntax.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { BareVerdict, Verdict } from '../../../schema/judge/verdict.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { emptyVerdict, unparsed } from '../verdict.ts';
import { violated } from '../violations.ts';

interface Text {
  path: string;
  text: string;
}

/**
 * What can be told without running anything: tampering, nothing changed, files that do not parse, imports that fail. What
 * an attempt did to protected files is put back and the rest judged; who only asks how things stand is told.
 */
export async function beforehand(
  clone: Clone,
  { base, must_differ }: { base: string; must_differ: boolean },
  judged: JudgeTree,
): Promise<BareVerdict | null> {
  const stop = (fields: Partial<BareVerdict>): BareVerdict => ({ ...emptyVerdict, ...fields });
  const isLost = !must_differ || judged.tree === base;
  const violations = [...(isLost ? judged.put_back : []), ...judged.violations];
  if (violations.length > 0) return violated(violations);
  if (must_differ && judged.tree === base) return stop({ stopped_at: 'rule', findings: [emptyChange] });
  const present = judged.changes.filter((change) => change.status !== 'deleted').map(({ path }) => path);
  const texts = await textsOf(clone, judged.tree, present);
  const syntax_errors = await syntaxErrors(texts);
  if (syntax_errors.length > 0) return unparsed(syntax_errors);
  const import_errors = await newImportErrors(clone, base, judged.tree, texts);
  return import_errors.length === 0 ? null : stop({ stopped_at: 'imports', import_errors });
}

/** Imports and names that lead nowhere and did not before. */
async function newImportErrors(
  clone: Clone,
  base: string,
  tree: string,
  texts: Text[],
): Promise<Verdict['import_errors']> {
  const missing = await unresolved(clone, tree, texts);
  if (missing.length === 0) return [];
  const paths = texts.map(({ path }) => path);
  const before = await unresolved(clone, base, await textsOf(clone, base, paths));
  const missingBefore = new Set(before.map(({ file, name }) => `${file} ${name}`));
  return missing.filter(({ file, name }) => !missingBefore.has(`${file} ${name}`));
}

async function unresolved(clone: Clone, tree: string, texts: Text[]): Promise<Verdict['import_errors']> {
  // Imports may lead out of the target: here the whole repository is the scope.
  const files = await filesIn(clone, tree, '');
  const changed = texts.map(({ path }) => path);
  return [...(await importErrors(files, changed, { installed: null })), ...(await undefinedNames(texts))];
}

async function textsOf(clone: Clone, tree: string, paths: string[]): Promise<Text[]> {
  return [...(await clone.readMany(tree, paths))].map(([path, text]) => ({ path, text }));
}
