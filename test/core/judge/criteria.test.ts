import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compact,
  criteriaOf,
  isCalled,
  isKept,
  type JudgedTests,
  type Outcome,
  testOutcome,
} from '../../../src/core/judge/criteria.ts';
import { type Criterion, criteriaInShort, criterionStates, inWords } from '../../../src/schema/judge/criterion.ts';
import type { Proof } from '../../../src/schema/run/task.ts';

const sums = { id: 'add.test.js > adding > sums', file: 'test/add.test.js', names: ['adding', 'sums'] };
const tests = (changes: Partial<JudgedTests> = {}): JudgedTests => ({
  isNamed: true,
  cases: [{ ...sums, status: 'passed' }],
  proving: new Set([sums.id]),
  before: new Set(),
  ...changes,
});

describe('a test by its name', () => {
  test.each([
    'sums',
    'adding > sums',
    'adding sums',
    'add.test.js > adding > sums',
    'test/add.test.js',
    'test/add.test.js > sums',
    ' adding  sums ',
    'test/add.test.js::adding::sums',
    'adding.sums',
    'adding#sums',
  ])('is found as %s', (name) => {
    expect(isCalled(sums, name)).toBe(true);
  });

  test.each(['', ' ', 'sum', 'adds', 'add', 'js', 'other.sums', 'it sums', 'test'])('is not found as "%s"', (name) => {
    expect(isCalled(sums, name)).toBe(false);
  });

  test('has parameters that nobody need name', () => {
    const pytest = { id: 'tests/test_a.py > test_sums[1-2]', file: 'tests/test_a.py', names: ['test_sums[1-2]'] };
    for (const name of ['test_sums', 'test_sums()', 'tests/test_a.py::test_sums', 'test_sums[1-2]'])
      expect(isCalled(pytest, name)).toBe(true);
  });
});

describe('a criterion that asks for what is so already', () => {
  const kept = tests({ proving: new Set() });

  test.each([
    'parse without the option still gives 1',
    'the default output is unchanged',
    'existing callers keep working as before',
    'the change is backward compatible',
    'it does not break the old format',
  ])('is proven by a test that passes without the change: %s', (criterion) => {
    expect(isKept(criterion)).toBe(true);
    expect(testOutcome('sums', kept, 'pass').state).toBe('proven');
  });

  test('is not proven by a test that fails, is skipped or did not run', () => {
    expect(testOutcome('adds', kept, 'pass').state).toBe('unmet');
    for (const status of ['failed', 'error', 'skipped'] as const)
      expect(testOutcome('sums', tests({ cases: [{ ...sums, status }] }), 'pass').state).toBe('unmet');
  });

  test.each(['longer keys are ignored', 'adds 1 to the remaining items', 'throws a RangeError'])(
    'is told from one that asks for something new: %s',
    (criterion) => {
      expect(isKept(criterion)).toBe(false);
    },
  );
});

describe('a test as a proof', () => {
  test('must have run, passed, and fail without the change where it is new', () => {
    expect(testOutcome('sums', tests(), 'fail_before')).toEqual({ state: 'proven', why: '' });
    expect(testOutcome('adds', tests(), 'be_known')).toEqual({ state: 'unmet', why: 'no test "adds" ran' });
    for (const status of ['failed', 'error', 'skipped'] as const)
      expect(testOutcome('sums', tests({ cases: [{ ...sums, status }] }), 'be_known').state).toBe('unmet');
    expect(testOutcome('sums', tests({ proving: new Set() }), 'be_known').state).toBe('unproven');
  });

  test('shows what was so before where the plan names it, and nothing new where the developer does', () => {
    const kept = tests({ proving: new Set(), before: new Set([sums.id]) });
    expect(testOutcome('sums', kept, 'be_known').state).toBe('proven');
    expect(testOutcome('sums', kept, 'fail_before').state).toBe('unproven');
  });

  test('is not known where only an exit code is', () => {
    expect(testOutcome('sums', tests({ isNamed: false }), 'be_known').state).toBe('unknown');
  });
});

describe('criteria', () => {
  const proof = (criterion: number, by: Proof['by'], name: string): Proof => ({ criterion, by, name });
  const says = (outcomes: Record<string, Outcome['state']>) => (one: Proof) => ({
    state: outcomes[one.name] ?? ('unmet' as const),
    why: one.name,
  });
  const standing = (planned: Proof[], developer: Proof[], outcomes: Record<string, Outcome['state']>) =>
    criteriaOf({ acceptance: ['it adds'], planned, developer }, says(outcomes), says(outcomes))[0];

  test('without any proof are not proven', () => {
    expect(standing([], [], {})).toMatchObject({ state: 'unproven', text: 'it adds' });
    expect(standing([proof(2, 'test', 'of another')], [], {})?.state).toBe('unproven');
  });

  test('stand as their worst proof does', () => {
    const two = [proof(1, 'test', 'a'), proof(1, 'command', 'b')];
    expect(standing(two, [], { a: 'proven', b: 'unmet' })).toMatchObject({ state: 'unmet', by: 'command' });
    expect(standing(two, [], { a: 'proven', b: 'proven' })?.state).toBe('proven');
    expect(standing([proof(1, 'person', 'c')], [], { c: 'person' })?.state).toBe('person');
  });

  test('are proven by the test that the developer names instead of one that nobody wrote, and by no other word of it', () => {
    const planned = [proof(1, 'test', 'planned')];
    expect(standing(planned, [proof(1, 'test', 'real')], { real: 'proven' })).toMatchObject({
      state: 'proven',
      name: 'real',
    });
    expect(standing(planned, [proof(1, 'test', 'real')], { real: 'unproven' })?.state).toBe('unmet');
    expect(standing([], [proof(1, 'test', 'real')], { real: 'proven' })?.state).toBe('proven');
    expect(standing([], [proof(1, 'test', 'invented')], {})?.state).toBe('unmet');
    expect(standing([proof(1, 'command', 'lint')], [proof(1, 'test', 'real')], { real: 'proven' })?.state).toBe(
      'unmet',
    );
    expect(standing([], [proof(1, 'file', 'README.md')], { 'README.md': 'proven' })?.state).toBe('unproven');
  });

  test('are each there, whatever is named', () => {
    const anyProof = fc.record({
      criterion: fc.integer({ min: 1, max: 6 }),
      by: fc.constantFrom('test' as const, 'command' as const, 'file' as const, 'person' as const),
      name: fc.string({ minLength: 1 }),
    });
    const any = fc.tuple(
      fc.array(fc.string()),
      fc.array(anyProof),
      fc.array(anyProof),
      fc.constantFrom(...criterionStates),
    );
    fc.assert(
      fc.property(any, ([acceptance, planned, developer, state]) => {
        const outcome = () => ({ state, why: '' });
        const criteria = criteriaOf({ acceptance, planned, developer }, outcome, outcome);
        expect(criteria.map(({ text }) => text)).toEqual(acceptance);
        for (const one of criteria) if (one.state === 'proven') expect(one.name).toBeDefined();
      }),
    );
  });

  test('fit an event, however many there are', () => {
    const long: Criterion = {
      text: 'é'.repeat(500),
      state: 'unmet',
      by: 'test',
      name: 'x'.repeat(400),
      why: '"'.repeat(400),
    };
    for (const count of [1, 4, 12]) {
      const bytes = Buffer.byteLength(JSON.stringify(compact(Array(count).fill(long), 1500)));
      expect(bytes).toBeLessThan(count > 10 ? 2000 : 1600);
    }
  });

  test('read as sentences', () => {
    const proven: Criterion = { text: 'it adds', state: 'proven', by: 'test', name: 'sums', why: '' };
    const open: Criterion = {
      text: 'it is quick',
      state: 'unproven',
      why: 'neither the plan nor the developer named a test for it',
    };
    expect(inWords(proven)).toBe('it adds: proven by test "sums"');
    expect(inWords(open)).toBe('it is quick: not proven (neither the plan nor the developer named a test for it)');
    expect(criteriaInShort([proven, open])).toBe('1 of 2 criteria proven');
    expect(criteriaInShort([])).toBeNull();
  });
});

test('a developer who names a test that did not run is told so, although the plan names another', () => {
  const planned: Proof[] = [{ criterion: 1, by: 'test', name: 'it adds' }];
  const developer: Proof[] = [{ criterion: 1, by: 'test', name: 'sums up' }];
  const look = ({ name }: Proof) => testOutcome(name, tests(), 'fail_before');
  const [criterion] = criteriaOf({ acceptance: ['it adds'], planned, developer }, look, look);
  expect(criterion).toMatchObject({
    state: 'unmet',
    why: 'no test "it adds" ran; the developer names another: no test "sums up" ran',
  });
});
