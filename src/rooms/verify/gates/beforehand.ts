import { emptyChange } from '../../../core/judge/pass-rule.ts';
import { importErrors } from '../../../languages/checks/imports.ts';
import { syntaxErrors, undefinedNames } from '../../../languages/checks/syntax.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { BareVerdict, Verdict } from '../../../schema/judge/verdict.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { emptyVerdict, unparsed } from '../verdict.ts';
import { violated } from '../violations.ts';
import { absentPackages, isAside, type Packages, type Surroundings } from './absent.ts';

interface Text {
  path: string;
  text: string;
}

/**
 * Objections that need only the tree: protected files changed, or nothing changed. Changes of an attempt to protected
 * files are put back and the rest is judged; `pawl verify` and `pawl review` report them instead.
 */
export function objection(
  { base, must_differ }: { base: string; must_differ: boolean },
  judged: JudgeTree,
): BareVerdict | null {
  const isLost = !must_differ || judged.tree === base;
  const violations = [...(isLost ? judged.put_back : []), ...judged.violations];
  if (violations.length > 0) return violated(violations);
  return must_differ && judged.tree === base ? { ...emptyVerdict, stopped_at: 'rule', findings: [emptyChange] } : null;
}

/** Objections from reading the changed files: some do not parse, or import something that does not exist. */
export async function misread(
  clone: Clone,
  base: string,
  judged: JudgeTree,
  place: Surroundings,
): Promise<BareVerdict | null> {
  const present = judged.changes.filter((change) => change.status !== 'deleted').map(({ path }) => path);
  const texts = await textsOf(clone, judged.tree, present);
  const syntax_errors = await syntaxErrors(texts);
  if (syntax_errors.length > 0) return unparsed(syntax_errors);
  const import_errors = await newImportErrors(clone, base, judged.tree, texts, place);
  return import_errors.length === 0 ? null : { ...emptyVerdict, stopped_at: 'imports', import_errors };
}

/** Imports and names that lead nowhere and did not before. Packages are looked for only where the change brings them in. */
async function newImportErrors(
  clone: Clone,
  base: string,
  tree: string,
  texts: Text[],
  place: Surroundings,
): Promise<Verdict['import_errors']> {
  const paths = texts.map(({ path }) => path);
  const { holds, inside } = scopeAt(place.target.scope);
  const isTested = (path: string) => holds(path) && !isAside(path);
  const now = await unresolved(clone, tree, texts, isTested);
  if (now.errors.length === 0 && now.packages.size === 0) return [];
  const before = await unresolved(clone, base, await textsOf(clone, base, paths), isTested);
  const brought = without(now.packages, before.packages);
  const absent = brought.size === 0 ? brought : await absentPackages(clone, tree, brought, inside(paths), place);
  const missing = absent.size === 0 ? now : await unresolved(clone, tree, texts, isTested, absent);
  const missingBefore = new Set(before.errors.map(({ file, name }) => `${file} ${name}`));
  return missing.errors.filter(({ file, name }) => !missingBefore.has(`${file} ${name}`));
}

/** What files ask for and is not there, and the packages that nothing but their installation could speak for. */
async function unresolved(
  clone: Clone,
  tree: string,
  texts: Text[],
  isTested: (path: string) => boolean,
  absent: Packages = new Map(),
): Promise<{ errors: Verdict['import_errors']; packages: Packages }> {
  const packages: Packages = new Map();
  const installed = (name: string, language: string) => {
    packages.set(language, (packages.get(language) ?? new Set()).add(name));
    return absent.get(language)?.has(name) !== true;
  };
  // Imports may lead out of the target: here the whole repository is the scope.
  const files = await filesIn(clone, tree, '');
  const changed = texts.map(({ path }) => path);
  const errors = [
    ...(await importErrors(files, changed.filter(isTested), { installed })),
    ...(await importErrors(
      files,
      changed.filter((path) => !isTested(path)),
      { installed: null },
    )),
    ...(await undefinedNames(texts)),
  ];
  return { errors, packages };
}

function without(packages: Packages, others: Packages): Packages {
  const remaining = [...packages].map(([language, names]): [string, Set<string>] => [
    language,
    new Set([...names].filter((name) => others.get(language)?.has(name) !== true)),
  ]);
  return new Map(remaining.filter(([, names]) => names.size > 0));
}

async function textsOf(clone: Clone, tree: string, paths: string[]): Promise<Text[]> {
  return [...(await clone.readMany(tree, paths))].map(([path, text]) => ({ path, text }));
}
