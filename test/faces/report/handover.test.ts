import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handover } from '../../../src/faces/report/handover.ts';
import { attemptWith, reportWith, taskWith } from './sample.ts';

const original = { files: [{ path: 'add.js', content: 'export const old = 1;\n' }], unread: null };

describe('the hand-over', () => {
  test('tells the file, the attempts of so many, and every part that a person needs, in order', () => {
    const text = handover(reportWith(), original);
    expect(text).toMatch(/^\*\*File\*\*: `add\.js`$/m);
    expect(text).toMatch(/^\*\*Attempts\*\*: 3 \/ 6, by cheap, smart/m);
    expect([...text.matchAll(/^### (.+)$/gm)].map((match) => match[1])).toEqual([
      'Failures',
      'Analysis',
      'Attempted fixes',
      'All test results',
      'Original code',
      'Debug memory summary',
    ]);
    for (const part of [
      '- `adds: expected 3, got 4`',
      'attempt 2 (cheap), `adds`: The second operand is doubled. **Fix:** Add it once. (confidence 0.8)',
      'Loop: attempt 2 made the same change as attempt 1',
      '+new line',
      '| attempt 3 (smart) | fail | 5 | 3 | 2 | 0 | 0 | 0.8 s |',
      'export const old = 1;',
      'Recurring failure `adds`: 3 times, pending',
      'Attempt 2 left tree aaaaaaaaaaaa again, as attempt 1 did',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/\*\*Human review required\.\*\* A person is needed: .+\n$/);
  });

  test('names the tests that fail where no attempt was judged, without a table of nothing', () => {
    const unjudged = attemptWith({ status: 'not judged', test_results: null, failures: [], files: [], diff: '' });
    const text = handover(reportWith({ unique_errors: [], tasks: [taskWith({ attempts: [unjudged] })] }), original);
    expect(text).toContain('### Failing tests before any change\n\n- `adds: AssertionError: expected 3, got 5`');
    expect(text).not.toContain('All test results');
  });

  test('says which file is new, and why the code cannot be shown', () => {
    expect(handover(reportWith(), { files: [{ path: 'b.js', content: null }], unread: null })).toContain(
      '`b.js` is new.',
    );
    expect(handover(reportWith(), { files: [], unread: 'it is gone' })).toContain('It could not be read: it is gone');
  });

  test.each([
    ['words', 'word '],
    ['what is not seen', '\u202e'],
    ['marks', '`'],
    ['lines', '|<@a\n'],
  ])('fits into a comment, however much there is to tell in %s', (_, said) => {
    const long = said.repeat(100_000 / said.length);
    const attempts = Array.from({ length: 60 }, (_, at) => {
      const analysis = {
        test: long,
        error_type: long,
        error_message: long,
        stack_trace_snippet: long,
        root_cause: `${at}${long}`,
        fix_strategy: long,
        confidence: 1,
      };
      return attemptWith({
        attempt: at + 1,
        tier: long,
        diff: `+${long}`,
        summary: long,
        loop: long,
        files: [`${at}${long}`],
        analyses: [analysis, analysis],
      });
    });
    const files = Array.from({ length: 40 }, (_, at) => ({ path: `f${at}`, content: long }));
    const text = handover(
      reportWith({
        ...{ request: long, reason: long, recommendation: long, branch: long },
        unique_errors: Array.from({ length: 500 }, (_, at) => `${at} ${long}`),
        tasks: [taskWith({ id: long, attempts }), taskWith({ id: 'other' })],
      }),
      { files, unread: null },
    );
    expect(text.length).toBeLessThan(60_000);
    expect(text.length).toBeGreaterThan(10_000);
    expect(text).toMatch(/… and \d+ more, in the report of the run/);
    expect(text).toMatch(/\[cut: the first \d+ of \d+ characters\]/);
  });

  test('says in words how an attempt ended, and compares nothing where nothing was changed', () => {
    const attempt = attemptWith({ ended: 'hand_over', summary: 'no idea', files: [], same_tree_as: [1] });
    const text = handover(reportWith({ tasks: [taskWith({ attempts: [attempt] })] }), original);
    expect(text).toContain('. The developer handed over: no idea');
    expect(text).not.toMatch(/hand_over|left tree/);
  });

  test('leaves out what nothing is known of', () => {
    const unknown = { root_cause: '', fix_strategy: '', confidence: 0, pattern: 'TypeError: x', by: 'nobody' } as const;
    const analysis = { test: 'adds', error_type: 'TypeError', error_message: 'x', stack_trace_snippet: '', ...unknown };
    const tasks = [taskWith({ attempts: [attemptWith({ analyses: [analysis] })] })];
    const text = handover(reportWith({ tasks }), { files: [], unread: null });
    expect(text).not.toMatch(/### (?:Analysis|Original code)|None\.|\*\*Fix:\*\*/);
    expect(text).toContain('- Pattern, in 1 attempt: `TypeError: x`');
  });

  test('has no mention, markup or heading that is not its own, whatever others say', () => {
    const foreign = fc.oneof(
      fc.constantFrom(
        '@everyone look',
        '<img src=x>',
        '# Done',
        '```\n# forged\n```',
        '[a](http://x)',
        '**bold** `',
        '| a | b |',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(foreign, (said) => {
        const [first] = reportWith().tasks[0]?.attempts ?? [];
        const attempt = attemptWith({
          ...first,
          summary: said,
          loop: said,
          diff: `+${said}`,
          files: [said],
          failures: [said],
          analyses: [
            {
              ...{ test: said, error_type: said, error_message: said, stack_trace_snippet: said, pattern: said },
              ...{ root_cause: `because ${said}`, fix_strategy: said, confidence: 0.5 },
            },
          ],
        });
        const text = handover(
          reportWith({
            request: said,
            reason: said,
            unique_errors: [said],
            tasks: [taskWith({ attempts: [attempt] })],
          }),
          { files: [{ path: said, content: said }], unread: null },
        );
        const outside = withoutFences(text);
        expect(outside.filter((line) => /^#/.test(line))).toHaveLength(7);
        const prose = outside.map((line) => line.replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')).join('\n');
        expect(prose).not.toMatch(/@[\p{L}\p{N}]|(?<!\\)[<[]/u);
      }),
      { numRuns: 200 },
    );
  });
});

test('says that nobody tried', () => {
  const nobody = reportWith({ total_attempts: 0, max_attempts: 0, tiers_used: [], tasks: [] });
  expect(handover(nobody, { files: [], unread: null })).toContain('**Attempts**: none, ');
});

/** The lines that are not code; every fence must be closed. */
function withoutFences(text: string): string[] {
  let open: string | null = null;
  const lines = text.split('\n').filter((line) => {
    const marks = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (open === null && marks) {
      open = marks;
      return false;
    }
    if (open !== null && line.startsWith(open) && /^`+$/.test(line)) {
      open = null;
      return false;
    }
    return open === null;
  });
  expect(open).toBeNull();
  return lines;
}
