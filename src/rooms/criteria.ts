import {
  criteriaOf,
  isKept,
  type JudgedTests,
  type Named,
  type Outcome,
  type Requirement,
  testOutcome,
} from '../core/judge/criteria.ts';
import { shellWords } from '../languages/generic/shell-words.ts';
import { commandIn, dirsOf, needsOfShell } from '../languages/runs/command.ts';
import { readProject } from '../languages/runs/project.ts';
import { scopeAt } from '../languages/runs/scope.ts';
import type { Clone, FileChange, Target } from '../ports/outside/repo.ts';
import type { Sandbox } from '../ports/outside/sandbox.ts';
import type { Criterion } from '../schema/judge/criterion.ts';
import type { TestRun } from '../schema/judge/test-run.ts';
import type { Proof } from '../schema/run/task.ts';
import type { Policy } from '../schema/settings/policy.ts';

/** The tree that criteria are about, and what is known of it. */
export interface Judged {
  tree: string;
  /** What the change did to base. */
  changes: FileChange[];
  /** What the tests said of it; null: not known. */
  run: TestRun | null;
  baseline: TestRun;
}

interface Court {
  sandbox: Sandbox;
  target: Target;
  policy: Policy;
  signal: AbortSignal;
}

/** Looks at every proof that was named: whether the test ran and passed, the command ends well, the file says it. */
export async function checkCriteria(named: Named, judged: Judged, clone: Clone, court: Court): Promise<Criterion[]> {
  const tests = testsIn(judged);
  const changed = new Set(judged.changes.flatMap(({ path, status }) => (status === 'deleted' ? [] : [path])));
  const outcomes = new Map<Proof, Outcome>();
  for (const proof of named.planned) outcomes.set(proof, await outcomeOf(proof));
  return criteriaOf(
    named,
    (proof) => outcomes.get(proof) ?? { state: 'unproven', why: '' },
    (proof) => ofTest(proof, 'fail_before'),
  );

  async function outcomeOf(proof: Proof): Promise<Outcome> {
    const { by, name } = proof;
    if (by === 'test') return ofTest(proof, 'be_known');
    if (by === 'person') return { state: 'person', why: name };
    return by === 'file' ? ofFile(name) : ofCommand(name);
  }

  function ofTest({ name, criterion }: Proof, requirement: Requirement): Outcome {
    const outcome = testOutcome(name, tests, isKept(named.acceptance[criterion - 1] ?? '') ? 'pass' : requirement);
    // Where only an exit code is known, all that the change adds among its tests proves it, or nothing does.
    const isAdded = changed.has(scopeAt(court.target.scope).fromTop(name)) && (tests.proving?.size ?? 0) > 0;
    return outcome.state === 'unknown' && isAdded ? { state: 'proven', why: '' } : outcome;
  }

  async function ofFile(name: string): Promise<Outcome> {
    const [, file = '', words = ''] = /^(.*?)(?::\s+(.*))?$/s.exec(name.trim()) ?? [];
    const path = scopeAt(court.target.scope).fromTop(file.replace(/^\.\//, ''));
    const text = await clone.read(judged.tree, path);
    if (text === null) return { state: 'unmet', why: `there is no file ${file}` };
    if (words !== '')
      return flat(text).includes(flat(words))
        ? { state: 'proven', why: '' }
        : { state: 'unmet', why: `${file} does not say "${words}"` };
    return changed.has(path)
      ? { state: 'proven', why: '' }
      : { state: 'unmet', why: `the change leaves ${file} alone` };
  }

  async function ofCommand(line: string): Promise<Outcome> {
    const { sandbox, target, policy, signal } = court;
    const argv = shellWords(line);
    if (argv === null) return { state: 'unproven', why: 'it takes a shell, and only plain commands are run' };
    if (saysNothing.test(argv[0] ?? ''))
      return { state: 'unproven', why: `${argv[0]} ends well whatever the change does` };
    if (policy.sandbox.network !== 'none' || policy.sandbox.kind === 'none')
      return { state: 'unknown', why: 'commands of a plan are run only in a sandbox without network' };
    const project = await readProject(clone, judged.tree, target, policy);
    const workspace = await clone.workspace('criteria', judged.tree);
    const base = commandIn(workspace, target, policy, target.top, dirsOf(project.runner));
    const timeout_ms = policy.limits.verify_seconds * 1000;
    const result = await sandbox.run({ ...base, ...needsOfShell(project), argv, timeout_ms }, signal);
    signal.throwIfAborted();
    await workspace.dispose();
    if (result.ended === 'exit' && result.exit_code === 0) return { state: 'proven', why: '' };
    const lastLine = (result.stderr.trim() || result.stdout.trim()).split('\n').at(-1) ?? '';
    const end = result.ended === 'exit' ? `ends with ${result.exit_code}` : `did not end well (${result.ended})`;
    return { state: 'unmet', why: `it ${end}${lastLine === '' ? '' : `: ${lastLine}`}` };
  }
}

/** Programs that tell nothing about a project. */
const saysNothing = /^(?:true|:|echo|printf|sleep|exit|pwd|ls|cat|date)$/;

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

function testsIn({ run, baseline }: Judged): JudgedTests {
  return {
    isNamed: run !== null && run.evidence === 'report',
    cases: run?.cases ?? [],
    proving: run?.proving ? new Set(run.proving) : null,
    before: new Set(baseline.cases.map(({ id }) => id)),
  };
}
