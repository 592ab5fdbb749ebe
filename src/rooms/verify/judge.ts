import { inWords } from '../../core/judge/findings.ts';
import { grownManifests } from '../../languages/judging/protection/manifests.ts';
import { needsOf } from '../../languages/runs/command.ts';
import { filesIn, readProject, usedIn } from '../../languages/runs/project.ts';
import { type Clone, mostChangedFiles } from '../../ports/outside/repo.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict, Verdict } from '../../schema/judge/verdict.ts';
import type { Candidate, Place } from './candidate.ts';
import { misread, objection } from './gates/beforehand.ts';
import { install, lacksLeave, neededBy, needs } from './gates/dependencies.ts';
import { parseIn } from './gates/parsers.ts';
import { meanwhile } from './runs/meanwhile.ts';
import type { TrialResult } from './stage.ts';
import { judgeTree } from './trees/judge-tree.ts';
import { trial } from './trial.ts';
import { tooMany } from './verdict.ts';
import { grownTests, leftOut, withPutBack } from './violations.ts';

export interface Judgement {
  verdict: BareVerdict & Verdict;
  /** Base plus the candidate's own files. Only this may be committed. */
  judged_tree: string;
  violations: Verdict['integrity'];
  run: TestRun | null;
}

/** So many files take longer to lay out than the changed ones to read: an error in those is told before. */
const largeTree = 2000;

/** Judges a tree by executing it, cleanly. Stages are fast first and fail fast; tests within a stage do not. */
export async function judge(clone: Clone, candidate: Candidate, place: Place): Promise<Judgement> {
  const started = performance.now();
  const { policy, target } = place;
  const { changes } = await clone.diff(candidate.base, candidate.tree);
  if (changes.length > mostChangedFiles)
    return { verdict: inWords(tooMany(changes)), run: null, judged_tree: candidate.base, violations: [] };
  const added = changes.filter((change) => change.status === 'added').map(({ path }) => path);
  const [before, now] = await Promise.all([candidate.base, candidate.tree].map((tree) => filesIn(clone, tree, '')));
  const modified = changes.filter((change) => change.status === 'modified').map(({ path }) => path);
  const grown = before && now ? await grownManifests(modified, before, now) : new Set<string>();
  const brought = { tree: candidate.tree, paths: added, grown };
  const project = await readProject(clone, candidate.base, target, policy, brought);
  if (project.runner) place.sandbox.expect?.(needsOf(project.runner).needs ?? []);
  const used = await usedIn(clone, candidate.base, target, policy);
  const runner = project.runner?.id ?? null;
  const rules = {
    isTest: project.isTest,
    used,
    grown,
    runner,
    unlock: policy.unlock,
    scope: target.scope,
    mayGrow: candidate.grows === true,
    mayBeLeft: !candidate.taken,
  };
  const tree = await judgeTree(clone, candidate.base, candidate.tree, changes, rules);
  const outcome = await stages();
  const isRefused = outcome.verdict.stopped_at === 'integrity';
  const refusal = { ...outcome.verdict, findings: [...outcome.verdict.findings, ...leftOut(tree.left_behind)] };
  const grownOnes = outcome.verdict.status === 'pass' ? grownTests(tree.grown_tests) : [];
  const passed = { ...outcome.verdict, findings: [...outcome.verdict.findings, ...grownOnes] };
  const verdict = isRefused ? refusal : withPutBack(passed, tree);
  const duration_ms = Math.round(performance.now() - started);
  return {
    verdict: inWords({ ...verdict, duration_ms }),
    run: outcome.run,
    judged_tree: tree.tree,
    violations: isRefused || tree.put_back.length > 0 ? verdict.integrity : [],
  };

  async function read(where: Place): Promise<BareVerdict | null> {
    const wrong = await misread(clone, candidate.base, tree, { ...where, runner: project.runner });
    return wrong ?? (await parseIn(clone, tree, where));
  }

  function test(where: Place, underway = (): void => undefined): Promise<TrialResult> {
    return trial(clone, candidate, tree, { ...project, used }, where, underway);
  }

  async function stages(): Promise<TrialResult> {
    const objected = objection(candidate, tree);
    if (objected) return { verdict: objected, run: null };
    const needed = await neededBy(clone, candidate.base, tree);
    const isLarge = (await clone.list(tree.tree)).length > largeTree;
    if (needed.length === 0 && !isLarge) return meanwhile(place, read, test);
    const stopped = (await read(place)) ?? (needed.length > 0 ? lacksLeave(needed, place) : null);
    if (stopped) return { verdict: stopped, run: null };
    if (needed.length === 0) return test(place);
    const installation = await install(clone, tree.tree, place);
    if ('verdict' in installation) return { verdict: installation.verdict, run: null };
    const result = await test({ ...place, installed: installation.dir });
    return { ...result, verdict: { ...result.verdict, findings: [...result.verdict.findings, ...needed.map(needs)] } };
  }
}
