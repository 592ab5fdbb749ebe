import type { Finding } from '../../schema/judge/finding.ts';
import type { TestIdentity } from '../../schema/judge/test-run.ts';

/** What a test is known to be. `failing` covers failures and errors; a runner that never names it leaves it `absent`. */
export type TestState = 'passed' | 'failing' | 'skipped' | 'absent';

export interface Observation extends TestIdentity {
  /** A file that must load and the runner itself are observed like tests. */
  of: 'test' | 'file' | 'runner';
  base: TestState;
  now: TestState;
  /** The second run of a test that failed; null when it was not run again. */
  again: TestState | null;
  /** Whether it also changes its mind on base. */
  flips_on_base: boolean;
  /** The change touches nothing that it covers. */
  untouched: boolean;
  /** It is gone because a person opened its file and the change took it out of there. */
  removed: boolean;
  /** For a test that base does not have, or that a person's change makes stricter: it fails there. */
  fails_on_base: boolean;
  tolerated: boolean;
  /** For a test that fails on base: somebody asked that it pass, or it reaches what the change touches or base lacks. */
  target: boolean;
}

export type Class =
  | 'kept'
  | 'removed'
  | 'fixed'
  | 'proven'
  | 'new'
  | 'broken'
  | 'unmet'
  | 'preexisting'
  | 'failing_new'
  | 'flaky'
  | 'skipped';

/** The rows of the pass rule that look at one test. First match wins; `ok` false fails the verdict. */
export const testRows: { rule: number; is: Class; ok: boolean; when: (test: Observation, due: boolean) => boolean }[] =
  [
    {
      rule: 6,
      is: 'flaky',
      ok: true,
      when: (test) => test.now === 'failing' && test.again === 'passed' && (test.flips_on_base || test.untouched),
    },
    {
      rule: 3,
      is: 'preexisting',
      ok: true,
      when: (test) => test.base === 'failing' && test.now !== 'passed' && test.tolerated,
    },
    { rule: 2, is: 'removed', ok: true, when: (test) => test.now === 'absent' && test.removed },
    { rule: 2, is: 'broken', ok: false, when: (test) => test.base === 'passed' && test.now !== 'passed' },
    { rule: 4, is: 'proven', ok: true, when: (test) => test.base === 'passed' && test.fails_on_base },
    { rule: 2, is: 'kept', ok: true, when: (test) => test.base === 'passed' },
    { rule: 3, is: 'fixed', ok: true, when: (test) => test.base === 'failing' && test.now === 'passed' },
    {
      rule: 3,
      is: 'broken',
      ok: false,
      when: (test) => test.base === 'failing' && (test.now === 'absent' || test.now === 'skipped'),
    },
    { rule: 3, is: 'unmet', ok: false, when: (test, due) => test.base === 'failing' && due && test.target },
    { rule: 3, is: 'preexisting', ok: true, when: (test) => test.base === 'failing' },
    { rule: 4, is: 'failing_new', ok: false, when: (test) => test.now === 'failing' },
    {
      rule: 4,
      is: 'proven',
      ok: true,
      when: (test) => test.base === 'absent' && test.now === 'passed' && test.fails_on_base,
    },
    { rule: 4, is: 'new', ok: true, when: (test) => test.now === 'passed' },
    { rule: 4, is: 'skipped', ok: true, when: () => true },
  ];

export interface Case {
  differs: boolean;
  tests: Observation[];
  /** False while later tasks of the plan may still fix what fails on base. */
  targets_due: boolean;
  control: 'passed' | 'failed' | 'none';
  /** `exit_code`: only the command's exit code is known; `none`: there is no runner at all. */
  evidence: 'report' | 'exit_code' | 'none';
  /** Nothing guards the report against the code under test. */
  unguarded?: boolean;
  /** Whether tests execute as many of the changed lines as they must; absent: not measured. */
  covered?: boolean;
  /** Data that the fixed tests need and do not lead to, or code that looks at what it runs in: absent means neither. */
  doubted?: boolean;
  /** Only documentation was asked for and changed. */
  docs_only: boolean;
  /** A person accepts changes that no test proves where base has no tests. */
  allow_untested?: boolean;
}

export interface Ruling {
  pass: boolean;
  classes: Map<string, Class>;
  /** One for each row that does not hold. */
  breaches: Finding[];
  /** What else a reader should know. */
  findings: Finding[];
  confidence: number;
}

/** Decides whether a judged tree may be committed. The order of the checks is the order of the rule. */
export function passRule(input: Case): Ruling {
  const classes = new Map<string, Class>();
  const breaches: Finding[] = [];
  // Documentation fixes no test: it is enough that the suite is as before.
  const due = input.targets_due && !input.docs_only;
  if (!input.differs) breaches.push(emptyChange);
  for (const test of input.tests) {
    const row = testRows.find((candidate) => candidate.when(test, due));
    if (!row) continue;
    classes.set(test.id, row.is);
    if (!row.ok)
      breaches.push({
        kind: 'rule',
        test: test.id,
        text: test.of === 'file' ? unloaded(test, row.is) : `${explain[row.is] ?? row.is}: ${test.id}`,
      });
  }
  if (input.control === 'failed')
    breaches.push({
      kind: 'rule',
      text: 'the change makes tests pass whatever they expect: they still pass when their expected values are changed',
    });

  const outcomes = new Set(classes.values());
  const proven = outcomes.has('fixed') || outcomes.has('proven');
  const isTested = proven || input.tests.some(ranOnBase);
  const isUntested = !isTested && !input.docs_only && !input.allow_untested;
  if (isUntested) breaches.push(untested);
  const skipped = skippedBeside(input.tests, classes);
  // Where no test runs at all, that says it.
  const isUnproven = !proven && !input.docs_only && !isUntested;
  const findings: Finding[] = [...(isUnproven ? [unproven] : []), ...(skipped ? [skipped] : [])];
  const pass = breaches.length === 0;
  return {
    pass,
    classes,
    breaches,
    findings,
    confidence: pass ? passConfidence(input, proven && !skipped, outcomes) : failConfidence(input),
  };
}

/** Tests that are skipped say nothing about what must hold; files that do not load may be what the change is to mend. */
const ranOnBase = ({ of, base }: Observation): boolean => base === 'failing' || (of === 'test' && base === 'passed');

export const emptyChange: Finding = { kind: 'rule', text: 'the change is empty' };
const untested: Finding = {
  kind: 'untested',
  text: 'no test of the project runs, and no new test fails without this change: add one, or allow this with --allow-untested',
};
const unproven: Finding = { kind: 'unproven', text: 'no test fails without this change and passes with it' };

/** A few tests of a file prove little while most of them are skipped: the rest may be what the task is about. */
function skippedBeside(tests: Observation[], classes: ReadonlyMap<string, Class>): Finding | null {
  const isProof = ({ id }: Observation) => classes.get(id) === 'fixed' || classes.get(id) === 'proven';
  const files = new Set(tests.filter(isProof).map(({ file }) => file));
  const beside = tests.filter(({ of, file }) => of === 'test' && files.has(file));
  const skipped = beside.filter(({ now }) => now === 'skipped').length;
  if (skipped * 2 <= beside.length) return null;
  return {
    kind: 'skipped',
    text: `${skipped} of ${beside.length} tests in the files that prove this change did not run`,
  };
}

/** The tests that show that the change does something: it fails without it and passes with it. */
export const provingTests = (tests: Observation[], ruling: Ruling): Observation[] =>
  testsThatAre(['fixed', 'proven'], tests, ruling);

export const testsThatAre = (kinds: Class[], tests: Observation[], { classes }: Ruling): Observation[] =>
  tests.filter(({ id }) => kinds.some((kind) => kind === classes.get(id)));

const explain: Partial<Record<Class, string>> = {
  broken: 'broken by this change',
  unmet: 'still failing, as before this change',
  failing_new: 'new test fails',
};

const unloaded = ({ file, now }: Observation, is: Class): string => {
  if (now !== 'failing') return `none of its tests ran: ${file}`;
  return `${file} ${is === 'broken' ? 'does not load any more' : is === 'unmet' ? 'still does not load' : 'does not load'}`;
};

/** The lowest of what applies. */
function passConfidence(input: Case, proven: boolean, outcomes: Set<Class>): number {
  const caps = [0.95];
  if (input.control === 'none') caps.push(0.9);
  if (outcomes.has('flaky')) caps.push(0.8);
  if (input.covered === false) caps.push(0.7);
  // A project without tests has nothing but its new ones to say what else must hold.
  if (input.tests.every((test) => test.base === 'absent')) caps.push(0.8);
  if (input.evidence === 'exit_code' || input.unguarded) caps.push(0.6);
  if (input.doubted === true) caps.push(0.5);
  if (!proven && !input.docs_only) caps.push(0.5);
  if (input.evidence === 'none' || input.tests.length === 0) caps.push(0.3);
  return Math.min(...caps);
}

const failConfidence = (input: Case): number => (input.evidence === 'report' ? 0.95 : 0.6);
