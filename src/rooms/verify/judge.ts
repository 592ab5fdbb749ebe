import { createHash } from 'node:crypto';
import { type Case, passRule, provingTests } from '../../core/pass-rule.ts';
import { importErrors } from '../../languages/imports.ts';
import { undefinedNames } from '../../languages/names.ts';
import { type Project, prefixOf, readProject } from '../../languages/project.ts';
import { type Execution, noTests } from '../../languages/run-tests.ts';
import { syntaxErrors } from '../../languages/syntax.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { runControl } from './control.ts';
import { execute } from './execute.ts';
import { type JudgeTree, judgeTree } from './judge-tree.ts';
import { observe, type Runs } from './observe.ts';
import { emptyVerdict, ruled, unended } from './verdict.ts';

export interface Candidate {
  /** What it is compared with, and what the tests said there. */
  base: string;
  baseline: TestRun;
  tree: string;
  /** An empty change is no change: true for an attempt, false for who only asks how things stand. */
  must_differ: boolean;
  /** False while later tasks may still fix what fails on base. */
  targets_due: boolean;
  docs_asked: boolean;
  /** Unknown to the code that is judged. */
  seed: string;
}

export type Place = Pick<Execution, 'sandbox' | 'target' | 'policy' | 'signal'>;

export interface Judgement {
  verdict: Verdict;
  /** Base plus the candidate's own files. Only this may be committed. */
  judged_tree: string;
  violations: Verdict['integrity'];
  run: TestRun | null;
}

/** Judges a tree by executing it, cleanly. Stages are fast first and fail fast; tests within a stage do not. */
export async function judge(clone: Clone, candidate: Candidate, place: Place): Promise<Judgement> {
  const started = performance.now();
  const { policy, target } = place;
  const project = await readProject(clone, candidate.base, target, policy, candidate.tree);
  const rules = { isTest: project.isTest, unlock: policy.unlock, scope: target.scope };
  const tree = await judgeTree(clone, candidate.base, candidate.tree, rules);
  const found = (await beforeTests(clone, candidate, tree)) ?? (await byTests(clone, candidate, tree, project, place));
  const verdict = { ...found.verdict, duration_ms: Math.round(performance.now() - started) };
  return { verdict, run: found.run, judged_tree: tree.tree, violations: tree.violations };
}

interface Found {
  verdict: Verdict;
  run: TestRun | null;
}

/** What can be told without running anything: tampering, nothing changed, files that do not parse. */
async function beforeTests(clone: Clone, candidate: Candidate, judged: JudgeTree): Promise<Found | null> {
  const stop = (found: Partial<Verdict>): Found => ({ verdict: { ...emptyVerdict, ...found }, run: null });
  if (judged.violations.length > 0) {
    const warnings = judged.violations.map(({ file, rule }) => `${file} is protected (${rule}): put it back as it was`);
    return stop({ stopped_at: 'integrity', integrity: judged.violations, warnings });
  }
  if (candidate.must_differ && judged.tree === candidate.base)
    return stop({ stopped_at: 'rule', warnings: ['rule 1: the change is empty'] });
  const present = judged.changes.filter((change) => change.status !== 'deleted');
  const read = async (path: string) => ({ path, text: (await clone.read(judged.tree, path)) ?? '' });
  const texts = await Promise.all(present.map(({ path }) => read(path)));
  const syntax_errors = await syntaxErrors(texts);
  if (syntax_errors.length === 0) {
    const import_errors = await newImportErrors(clone, candidate.base, judged.tree, texts);
    return import_errors.length === 0 ? null : stop({ stopped_at: 'imports', import_errors });
  }
  const many = new Set(syntax_errors.map((error) => error.file)).size >= 3;
  return stop({ stopped_at: 'syntax', syntax_errors, recommendation: many ? 'escalate_tier' : 'fix_required' });
}

/** Imports and names that lead nowhere and did not before. */
async function newImportErrors(
  clone: Clone,
  base: string,
  tree: string,
  texts: { path: string; text: string }[],
): Promise<Verdict['import_errors']> {
  const found = await unresolved(clone, tree, texts);
  if (found.length === 0) return [];
  const before = await Promise.all(
    texts.map(async ({ path }) => ({ path, text: (await clone.read(base, path)) ?? '' })),
  );
  const known = new Set((await unresolved(clone, base, before)).map(({ file, name }) => `${file} ${name}`));
  return found.filter(({ file, name }) => !known.has(`${file} ${name}`));
}

async function unresolved(
  clone: Clone,
  tree: string,
  texts: { path: string; text: string }[],
): Promise<Verdict['import_errors']> {
  const files = { paths: await clone.list(tree), read: (path: string) => clone.read(tree, path) };
  const imports = await importErrors(
    files,
    texts.map(({ path }) => path),
    { installed: null },
  );
  return [...imports, ...(await undefinedNames(texts))];
}

async function byTests(
  clone: Clone,
  candidate: Candidate,
  judged: JudgeTree,
  { runner }: Project,
  place: Place,
): Promise<Found> {
  const { base, baseline } = candidate;
  const { policy, target } = place;
  const how = { ...place, timeout_ms: timeLimit(policy.limits, baseline) };
  const added_tests = judged.added_tests.map((path) => path.slice(prefixOf(target.scope).length));
  const proof = judged.added_tests.length > 0 ? await clone.overlay(base, judged.tree, judged.added_tests) : null;
  const nothing: Runs = { base: baseline, now: noTests(), again: null, base_again: null, proof: null };
  const trees = { base, judged: judged.tree, proof, added_tests };
  const runs = runner ? await execute(clone, runner, trees, baseline, how) : nothing;
  if (runs.now.outcome !== 'ok') return { verdict: unended(runs.now), run: runs.now };

  const tests = observe(runs, added_tests, policy.tests.tolerate);
  const input: Case = {
    differs: !candidate.must_differ || judged.tree !== base,
    tests,
    targets_due: candidate.targets_due,
    control: 'none',
    evidence: runner ? runner.evidence : 'none',
    docs_only: candidate.docs_asked && judged.changes.every((change) => isDocumentation(change.path)),
  };
  const first = passRule(input);
  if (!first.pass || runner?.evidence !== 'report') return { verdict: ruled(runs.now, tests, first), run: runs.now };
  const mark = createHash('sha256').update(`${candidate.seed} ${judged.tree}`).digest('hex').slice(0, 10);
  const control = await runControl(clone, judged.tree, provingTests(first), { ...how, runner }, mark);
  const verdict = ruled(runs.now, tests, passRule({ ...input, control: control.result }));
  return {
    verdict: { ...verdict, control: control.result, warnings: [...verdict.warnings, ...control.passed] },
    run: runs.now,
  };
}

/** Generous against the baseline, so that a hang is noticed long before the full limit. */
function timeLimit(limits: { verify_seconds: number; full_seconds: number }, baseline: TestRun): number {
  return Math.min(limits.full_seconds * 1000, limits.verify_seconds * 1000 + baseline.duration_ms * 5);
}

const isDocumentation = (path: string): boolean => /\.(md|mdx|rst|txt|adoc)$/i.test(path) || /(^|\/)docs?\//.test(path);
