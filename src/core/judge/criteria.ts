import type { Criterion, CriterionState } from '../../schema/judge/criterion.ts';
import type { TestCase } from '../../schema/judge/test-run.ts';
import type { Proof } from '../../schema/run/task.ts';
import { clip } from '../clip.ts';

/** What looking at one proof showed. */
export interface Outcome {
  state: CriterionState;
  why: string;
}

export interface Named {
  acceptance: string[];
  /** Those of the plan. */
  planned: readonly Proof[];
  /** Tests that the developer names instead, or where the plan names nothing. */
  developer: readonly Proof[];
}

/** The state of each criterion. Models only name proofs; code has checked what they show. */
export function criteriaOf(
  { acceptance, planned, developer }: Named,
  planOutcome: (proof: Proof) => Outcome,
  developerOutcome: (proof: Proof) => Outcome,
): Criterion[] {
  return acceptance.map((text, index) => {
    const isOwn = ({ criterion }: Proof) => criterion === index + 1;
    const tests = developer.filter((proof) => isOwn(proof) && proof.by === 'test');
    const named = tests.map((proof) => ({ proof, ...developerOutcome(proof) }));
    const proving = named.find(({ state }) => state === 'proven');
    const outcomes = planned.filter(isOwn).map((proof) => {
      const outcome = { proof, ...planOutcome(proof) };
      // A planner cannot know what a test will be called that is yet to be written.
      if (outcome.state === 'proven' || proof.by !== 'test' || named.length === 0) return outcome;
      return proving ?? { ...outcome, why: `${outcome.why}; the developer names another: ${named[0]?.why}` };
    });
    const all =
      outcomes.length > 0 ? outcomes : named.length > 0 ? [proving ?? named[0]].flatMap((one) => one ?? []) : [];
    const [worst] = [...all].sort((one, other) => gravity.indexOf(one.state) - gravity.indexOf(other.state));
    if (!worst) return { text, state: 'unproven', why: 'neither the plan nor the developer named a test for it' };
    const { proof, state, why } = worst;
    return { text, state, by: proof.by, name: proof.name, why };
  });
}

/** Shortens the criteria to fit into an event: together they take at most `bytes`. */
export function compact<C extends Criterion>(criteria: readonly C[], bytes: number): C[] {
  const share = Math.max(60, Math.floor(bytes / Math.max(1, criteria.length)) - 80);
  return criteria.map((criterion) => ({
    ...criterion,
    text: clip(criterion.text, Math.floor(share * 0.4)),
    ...(criterion.name !== undefined && { name: clip(criterion.name, Math.floor(share * 0.25)) }),
    why: clip(criterion.why, Math.floor(share * 0.35)),
  }));
}

const gravity: CriterionState[] = ['unmet', 'unproven', 'unknown', 'person', 'proven'];

/** What is known of the tests on the judged tree. */
export interface JudgedTests {
  /** False where only an exit code is known. */
  isNamed: boolean;
  cases: readonly Pick<TestCase, 'id' | 'file' | 'names' | 'status'>[];
  /** Ids of those that fail without the change and pass with it; null: nobody looked. */
  proving: ReadonlySet<string> | null;
  /** Ids of those that base has. */
  before: ReadonlySet<string>;
}

/** Whether a criterion asks that something stays as it is: then a test proves it that passes without the change, too. */
export const isKept = (criterion: string): boolean =>
  /\b(?:still|unchanged|unaffected|as before|keeps?|kept|remains?|stays?|continues? to|preserv\w+|backwards?[- ]compatib\w+|(?:not|never) (?:break|change|affect)|no regressions?|without (?:breaking|changing))\b/i.test(
    criterion,
  );

/**
 * What a test must do besides passing: fail without the change, either fail without it or exist on base, or nothing
 * more.
 */
export type Requirement = 'fail_before' | 'be_known' | 'pass';

/** Whether a test proves a criterion. */
export function testOutcome(name: string, tests: JudgedTests, requirement: Requirement): Outcome {
  if (!tests.isNamed) return { state: 'unknown', why: 'the test command does not say which tests ran' };
  const matches = tests.cases.filter((test) => isCalled(test, name));
  if (matches.length === 0) return { state: 'unmet', why: `no test "${name}" ran` };
  const failing = matches.find(({ status }) => status === 'failed' || status === 'error');
  if (failing) return { state: 'unmet', why: `${failing.id} fails` };
  const passed = matches.filter(({ status }) => status === 'passed');
  if (passed.length === 0) return { state: 'unmet', why: `"${name}" is skipped` };
  if (tests.proving === null || passed.some(({ id }) => tests.proving?.has(id))) return { state: 'proven', why: '' };
  if (requirement === 'pass') return { state: 'proven', why: '' };
  if (requirement === 'be_known' && passed.some(({ id }) => tests.before.has(id))) return { state: 'proven', why: '' };
  return { state: 'unproven', why: `"${name}" passes without the change, too` };
}

/** By its whole name, by the last part of it, by a group that it is in, or by its file; `a::b`, `A.b` and `A#b` as runners write it. */
export function isCalled({ id, file, names }: Pick<TestCase, 'id' | 'file' | 'names'>, name: string): boolean {
  const target = plain(name);
  if (target === '') return false;
  const last = names.at(-1) ?? '';
  const whole = [id, names.join(' > '), names.join(' '), last, file, `${file} > ${last}`, `${file} ${last}`];
  if ([...whole, ...names].some((candidate) => plain(candidate) === target)) return true;
  if (/\s>\s|\s/.test(target)) return false;
  const parts = target.split(/::|#|\./).filter((part) => part !== '');
  const [own = '', outer] = [parts.at(-1), parts.at(-2)];
  if (parts.length < 2 || own !== plain(last)) return false;
  return outer === undefined || id.split(/[\s/.:>#]+/).includes(outer.split('/').at(-1) ?? outer);
}

/** Without parameters, parentheses and doubled blanks. */
const plain = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/\[[^\]]*\]$|\(\)$/, '')
    .trim();
