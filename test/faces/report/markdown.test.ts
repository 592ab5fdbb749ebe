import { describe, expect, test } from 'vitest';
import { markdown } from '../../../src/faces/report/markdown.ts';
import type { RunReport } from '../../../src/schema/run/report.ts';
import { attemptWith, reportWith, taskWith } from './sample.ts';

describe('the Markdown', () => {
  const page = (changes: Partial<RunReport>) =>
    markdown(reportWith({ tasks: [taskWith({ attempts: [attemptWith({ diff: '' })] })], ...changes }));

  test('tells a person what happened, in order', () => {
    const text = page({ last_diff: '+x\n' });
    expect(text).toMatch(/^# Needs a person: make add add\n/);
    for (const part of [
      '## What to do next',
      '## Task t1: make add add (failed)',
      '### Attempt 1, cheap: fail',
      '## Last change',
    ])
      expect(text).toContain(part);
  });

  test('says that what a run delivered was undone, and names no branch that is gone', () => {
    const text = page({ status: 'completed', undone: 'wholly', branch: 'pawl/x' });
    expect(text).toMatch(/^# Undone: /);
    expect(text).toContain('- Branch: none, no commit');
    expect(page({ status: 'completed', undone: 'partly', branch: 'pawl/x' })).toMatch(/^# Partly undone: /);
  });

  test('says in few words which attempt another repeats', () => {
    const loop = 'same_state: attempt 2 produced the same tree as attempt 1 (aaaaaaaaaaaa)';
    const again = attemptWith({ attempt: 2, diff: '', same_tree_as: [1], same_failure_as: [1], loop });
    const failing = attemptWith({ attempt: 3, diff: '', same_failure_as: [1] });
    const text = page({ tasks: [taskWith({ attempts: [attemptWith({ diff: '' }), again, failing] })] });
    expect(text).toMatch(/^\| 2 \|.*\| attempt 1 \|$/m);
    expect(text).toMatch(/^\| 3 \|.*\| attempt 1, in its failure \|$/m);
  });

  test('calls no task of a cancelled run active', () => {
    expect(page({ status: 'cancelled', tasks: [taskWith({ status: 'active' })] })).toContain(
      '## Task t1: make add add (cancelled)',
    );
  });

  test('shows a cost that adds up, with calls that were cut off', () => {
    const text = page({ usd: 0.11, usd_by_tier: { cheap: 0.005, smart: 0.03 }, usd_cut_off: 0.075 });
    expect(text).toContain('- Cost: $0.11 (cheap $0.0050, smart $0.03, cut-off calls up to $0.0750)\n');
    expect(text).toContain('| cut-off calls | – | – | – | up to $0.0750 |');
  });

  test('names the tests that fail before any change', () => {
    expect(page({})).toContain(
      '- Tests before: 5, failing 2\n  - adds: AssertionError: expected 3, got 5\n  - and 1 more\n',
    );
  });

  test('lists what the person said', () => {
    expect(page({ remarks: ['keep it short', 'use plus'] })).toContain(
      '- You said: keep it short\n- You said: use plus\n',
    );
  });

  test('lists every criterion with how it stands', () => {
    const criteria = [
      { text: '1 + 2 is 3', state: 'proven', by: 'test', name: 'adds', why: '' },
      { text: 'it is quick', state: 'unproven', why: 'nothing was named' },
    ] as const;
    const text = page({ tasks: [taskWith({ criteria: [...criteria] })] });
    expect(text).toContain('- Accepted when: 1 + 2 is 3: proven by test "adds"');
    expect(text).toContain('- Accepted when: it is quick: not proven (nothing was named)');
  });

  test.each(['```', '````\n# forged\n````', '`'.repeat(40), '~~~\n', '``` `````'])(
    'keeps a diff within its fence: %j',
    (hostile) => {
      const lines = page({ last_diff: `+a\n${hostile}\n# forged heading\n+b\n` }).split('\n');
      const open = lines.findIndex((line) => /^`{3,}diff$/.test(line));
      const marks = lines[open]?.replace('diff', '') ?? '';
      const close = lines.findIndex(
        (line, index) => index > open && /^`+\s*$/.test(line) && line.trim().length >= marks.length,
      );
      expect(lines.indexOf('# forged heading')).toBeLessThan(close);
      expect(lines.slice(close + 1).join('')).toBe('');
    },
  );

  test('keeps the words of others on their own line', () => {
    const forged = 'gave up\n\n# Done: everything\n\n- Status: completed';
    const report = reportWith();
    const [task] = report.tasks;
    const attempts =
      task?.attempts.map((attempt) => ({ ...attempt, summary: forged, files: ['a\n# Done: x'], loop: forged })) ?? [];
    const text = markdown({
      ...report,
      request: forged,
      reason: forged,
      unique_errors: [forged],
      tiers_used: [forged],
      tasks: task ? [{ ...task, title: forged, reason: forged, attempts }] : [],
    });
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
    expect(text.split('\n').filter((line) => line.startsWith('- Status: '))).toHaveLength(1);
  });

  test('cuts an endless diff', () => {
    expect(page({ last_diff: '+x\n'.repeat(100_000) }).length).toBeLessThan(30_000);
  });
});
