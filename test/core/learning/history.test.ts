import { describe, expect, test } from 'vitest';
import { metricsOf } from '../../../src/core/learning/metrics.ts';
import { precedentsIn } from '../../../src/core/learning/precedents.ts';
import { recurringBreaks } from '../../../src/core/learning/recurring.ts';
import type { Execution, ExecutionKeys, StoredExecution } from '../../../src/schema/run/execution.ts';
import { execution, failing } from '../../contracts/executions.ts';
import { attempt, run, task } from './metrics-samples.ts';

const stored = (id: number, more: Partial<Execution> = {}, led_to_pass = false): StoredExecution => ({
  ...execution({ run: `r${id}`, ...more }),
  id,
  led_to_pass,
});
const changing = (...files: string[]) => ({ change: { ...execution().change, files } });
const keys: ExecutionKeys = { files: ['add.js'], tests: ['adds'], error_types: ['TypeError'], signatures: ['s1'] };

describe('precedents', () => {
  const tests = (executions: StoredExecution[]) => precedentsIn(executions, keys).map(({ test: name }) => name);

  test('are counted, with how many led to a pass and what was found', () => {
    const analyses = [{ signature: 's1', root_cause: 'x', fix_strategy: 'y', confidence: 1 }];
    expect(precedentsIn([stored(3), stored(2, { analyses }, true), stored(1)], keys)).toEqual([
      {
        ...{ test: 'adds', pattern: 'TypeError: x is null', count: 3, led_to_pass: 1, files: ['add.js'] },
        ...{ root_cause: 'x', fix_strategy: 'y' },
      },
    ]);
  });

  test('come by nearness, then by how often they led to a pass, then by age', () => {
    const other = (name: string, led: boolean, from: number) =>
      [0, 1].map((at) => stored(from + at, { failures: [failing(name, { signature: name })] }, led));
    const far = [8, 9].map((id) => stored(id, { ...changing('z.js'), failures: [failing('far')] }));
    expect(tests([...far, ...other('helped', true, 4), ...other('in vain', false, 6), stored(1), stored(2)])).toEqual([
      'adds',
      'helped',
      'in vain',
      'far',
    ]);
  });

  test('that happened once and were not explained say nothing', () => {
    expect(tests([stored(1)])).toEqual([]);
  });

  test('of assertions elsewhere say nothing', () => {
    const pattern = 'AssertionError: <number> !== <number>';
    const elsewhere = { ...changing('z.js'), failures: [failing('far', { pattern })] };
    expect(tests([stored(1, elsewhere), stored(2, elsewhere)])).toEqual([]);
  });
});

describe('what recurs', () => {
  const broke = (count: number, more: Partial<Execution> = {}) =>
    Array.from({ length: count }, (_, id) => stored(id, more));

  test('is told from the third time a change of the file broke the test', () => {
    expect(recurringBreaks(broke(2), ['add.js'])).toEqual([]);
    expect(recurringBreaks(broke(3), ['add.js'])).toEqual(['changes to add.js have broken "adds" 3 times before']);
    expect(recurringBreaks(broke(3), ['other.js'])).toEqual([]);
  });

  test('is not what failed before the change, too', () => {
    expect(recurringBreaks(broke(3, { failures: [failing('adds', { broken: false })] }), ['add.js'])).toEqual([]);
  });

  test('is in the metrics: tests and kinds of errors, the most frequent first', () => {
    const failed = (...failed_tests: string[]) => attempt('cheap', 0, { failed_tests, patterns: ['TypeError: x'] });
    const solved = task([failed('a', 'b'), failed('a'), attempt('cheap', 0, { passed: true })]);
    const open = task([failed('b', 'constructor'), failed('b')]);
    const { recurring } = metricsOf([run([solved, open])], { since: 0, until: 1, damaged: [] });
    expect(recurring).toEqual({
      tests: [
        { test: 'b', occurrences: 3, resolution: 'pending' },
        { test: 'a', occurrences: 2, resolution: 'resolved' },
      ],
      errors: [{ pattern: 'TypeError: x', occurrences: 4 }],
    });
  });
});
