import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ofKind } from '../../../src/core/judge/findings.ts';
import { analysisOf, failuresIn, groupsOf } from '../../../src/rooms/verify/advice/analyse.ts';
import { shortened } from '../../../src/rooms/verify/shortened.ts';
import { unended } from '../../../src/rooms/verify/unended.ts';
import type { Finding } from '../../../src/schema/judge/finding.ts';
import type { TestRun } from '../../../src/schema/judge/test-run.ts';
import type { BareVerdict, Verdict } from '../../../src/schema/judge/verdict.ts';
import { eventSchema, maxEventBytes } from '../../../src/schema/run/event.ts';
import { judgement, verdictWith } from '../../core/verdict.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const chars = ['a', '"', '\n', '\u0001', 'é', '€', '😀', '\ud800'];
const long = fc
  .tuple(fc.constantFrom(...chars), fc.constantFrom(0, 3, 300, 3000))
  .map(([char, times]) => char.repeat(times));
const rows = <T>(row: fc.Arbitrary<T>) =>
  fc.tuple(row, fc.constantFrom(0, 1, 5, 40)).map(([one, count]) => Array.from({ length: count }, () => one));
const place = { file: fc.option(long), line: fc.option(fc.nat()) };

const anyVerdict: fc.Arbitrary<BareVerdict> = fc
  .record({
    syntax_errors: rows(fc.record({ file: long, line: fc.nat(), column: fc.nat(), message: long })),
    import_errors: rows(fc.record({ file: long, line: fc.nat(), name: long, message: long })),
    test_failures: rows(fc.record({ test: long, error: long, ...place })),
    runtime_errors: rows(fc.record({ message: long, ...place })),
    findings: rows(
      fc.record({ kind: fc.constantFrom('flaky' as const, 'rule' as const), file: long, test: long, text: long }),
    ),
    slower: rows(fc.record({ test: long, before_ms: fc.nat(), after_ms: fc.nat() })),
    integrity: rows(fc.record({ file: long, rule: long })),
  })
  .map(({ findings, ...parts }) => ({
    ...verdictWith({ ...parts, stopped_at: 'syntax', recommendation: 'escalate_tier' }),
    findings,
  }));

describe('a verdict in an event', () => {
  test('fits, whatever was found', () => {
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        const event = judgement(shortened(verdict), { judged_tree: 'b'.repeat(64), signature: 'c'.repeat(64) });
        expect(eventSchema.safeParse(event).success).toBe(true);
        expect(bytes(event)).toBeLessThan(maxEventBytes - 256);
      }),
      { numRuns: 200 },
    );
  });

  test('fits where everything is as long as can be', () => {
    const text = 'a'.repeat(5000);
    const at = { file: text, line: 2 ** 31 };
    const many = <T>(row: T): T[] => Array.from({ length: 40 }, () => row);
    const verdict = verdictWith({
      syntax_errors: many({ ...at, column: 2 ** 31, message: text }),
      import_errors: many({ ...at, name: text, message: text }),
      test_failures: many({ ...at, test: text, error: text }),
      runtime_errors: many({ ...at, message: text }),
      slower: many({ test: text, before_ms: 2 ** 31, after_ms: 2 ** 31 }),
      integrity: many({ file: text, rule: text }),
    });
    const findings = many<Finding>({ kind: 'needs_dependency', ...at, test: text, text });
    const event = judgement(shortened({ ...verdict, findings }), { judged_tree: 'b'.repeat(64) });
    expect(bytes(event)).toBeLessThan(maxEventBytes - 256);
  });

  test('keeps its status, counts and stage, and the first of each list', () => {
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        const small = shortened(verdict);
        for (const key of ['status', 'tests', 'stopped_at', 'recommendation', 'confidence'] as const)
          expect(small[key]).toEqual(verdict[key]);
        for (const key of ['syntax_errors', 'test_failures', 'runtime_errors', 'integrity', 'findings'] as const)
          expect((small[key] ?? []).length > 0).toBe(verdict[key].length > 0);
      }),
      { numRuns: 100 },
    );
  });

  test('is as it was where it is small', () => {
    const verdict = verdictWith({ test_failures: [{ test: 'a > x', error: 'no', file: 'a', line: 3 }] });
    const findings: Finding[] = [{ kind: 'lint', file: 'a', line: 3, text: 'a:3: no' }];
    expect(shortened({ ...verdict, findings })).toEqual({ ...verdict, findings, warnings: ['lint: a:3: no'] });
  });

  test('keeps what the review acts on behind any number of flaky tests', () => {
    const flaky = Array.from({ length: 60 }, (_, at): Finding => {
      const test = `test/a.test.js > ${at} ${'long '.repeat(60)}`;
      return { kind: 'flaky', file: 'test/a.test.js', line: at, test, text: `${test} failed once` };
    });
    const coverage: Finding = { kind: 'coverage', file: 'a.js', line: 3, text: 'a.js:3: no test executes this' };
    const small = shortened({ ...verdictWith({ status: 'pass' }), findings: [...flaky, coverage] });
    expect(ofKind(small, 'flaky').length).toBeGreaterThan(0);
    expect(ofKind(small, 'coverage')).toEqual([coverage]);
    expect(small.warnings.at(-1)).toBe('coverage: a.js:3: no test executes this');
  });
});

describe('tests that did not come to an end', () => {
  const run = (outcome: TestRun['outcome'], errors: TestRun['errors'] = []): TestRun => ({
    runner: 'node:test',
    outcome,
    evidence: 'report',
    cases: [],
    errors,
    duration_ms: 1,
    exit_code: null,
    signal: outcome === 'crash' ? 'SIGSEGV' : null,
    output_tail: '',
  });

  test.each<[TestRun['outcome'], Partial<Verdict>]>([
    ['timeout', { status: 'warning', confidence: 0.3, recommendation: 'escalate_tier', stopped_at: 'tests' }],
    ['crash', { status: 'fail', confidence: 0.8, recommendation: 'escalate_tier', stopped_at: 'tests' }],
    ['memory', { status: 'fail', confidence: 0.8, recommendation: 'escalate_tier', stopped_at: 'tests' }],
    ['output_limit', { status: 'fail', confidence: 0.8, recommendation: 'fix_required', stopped_at: 'tests' }],
    ['no_report', { status: 'fail', confidence: 0.8, recommendation: 'fix_required', stopped_at: 'tests' }],
  ])('%s is never permission to commit', (outcome, expected) => {
    expect(unended(run(outcome), run('ok'))).toMatchObject(expected);
  });

  test('because the build failed say so', () => {
    const error = { type: 'BuildError', message: 'the build failed: no', stack: '', file: null, line: null };
    const verdict = unended(run('no_report', [error]), run('ok'));
    expect(verdict.stopped_at).toBe('build');
    expect(verdict.runtime_errors.map(({ message }) => message)).toContain('the build failed: no');
  });

  test('name what killed them', () => {
    expect(unended(run('crash'), run('ok')).findings).toEqual([
      { kind: 'unended', text: 'the test runner crashed (SIGSEGV)' },
    ]);
    const silent = { ...run('no_report'), output_tail: 'boot\n    at x (y.js:1:1)\nno such option --x\n' };
    expect(unended(silent, run('ok')).runtime_errors[0]?.message).toBe(
      'the test runner wrote no readable report. Its last lines: boot | no such option --x',
    );
    const placed = { ...silent, errors: [{ type: 'X', message: 'x', stack: '', file: 'a.js', line: 1 }] };
    expect(unended(placed, run('ok')).runtime_errors[0]?.message).toBe('the test runner wrote no readable report');
  });
});

const analysed = (verdict: Parameters<typeof failuresIn>[0]) => groupsOf(failuresIn(verdict, null)).map(analysisOf);

describe('the analysis of a failure', () => {
  test('fits an event, whatever was found', () => {
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        for (const found of analysed(verdict)) {
          const event = { type: 'failure.analysed', task: 't1', attempt: 1, ...found };
          expect(eventSchema.safeParse(event).success).toBe(true);
          expect(bytes(event)).toBeLessThan(maxEventBytes - 256);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('does not pretend to know why', () => {
    const failure = { test: 'a > x', error: 'Error: no', file: 'src/a.js', line: 3 };
    expect(analysed(verdictWith({ test_failures: [failure] }))).toEqual([
      expect.objectContaining({ test: 'a > x', root_cause: '', fix_strategy: '', confidence: 0, by: 'nobody' }),
    ]);
  });
});
