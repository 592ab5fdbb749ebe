import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdown } from '../../../src/faces/report/markdown.ts';
import { page } from '../../../src/faces/report/page.ts';
import type { RunReport } from '../../../src/schema/run/report.ts';
import { attemptWith, reportWith, taskWith } from './sample.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    ']]><svg/onload=alert(1)>',
    '<!-- -->',
    '</style><style>*{display:none}</style>',
    '&lt;b&gt; &amp;',
    "' onmouseover='alert(1)",
    '\u001b[2J\u0000\u0007\u009b',
    'a\u202eb\u2066c\u200f\ufeff',
    '\ud800 alone, \udfff too',
    '`{{alert(1)}}`',
  ),
);
/** A text that is there, whatever is in it. */
const word = hostile.map((text) => `w${text}`);

/** The same words wherever somebody else's words are shown. */
function filledWith(text: string): RunReport {
  const attempt = attemptWith({
    ...{
      tier: text,
      summary: text,
      files: [text],
      failures: [text],
      loop: text,
      ended: text,
      status: text,
      tests: text,
    },
    suspects: [{ file: text, line: 3, suspicion: 1, text }],
    diff: `+${text.replaceAll('\n', '\n+')}`,
    analyses: [
      {
        test: text,
        error_type: text,
        error_message: text,
        stack_trace_snippet: text,
        root_cause: text,
        fix_strategy: text,
        confidence: 1,
      },
    ],
    points: {
      score: 1,
      breakdown: { code_quality: 1, test_coverage: 0, security: 0, documentation: 0, acceptance: 0 },
      ...{ blocking: [text], feedback: [text], decision: 'reject', round: 1 },
    },
  });
  return reportWith({
    ...{ run: text, request: text, reason: text, branch: text, recommendation: text, last_commit: text },
    ...{ unique_errors: [text], tiers_used: [text], last_diff: `-${text.replaceAll('\n', '\n-')}` },
    tiers: [{ tier: text, model: text, attempts: 1, passed: 0, usd: 0.1 }],
    tasks: [
      taskWith({ id: text, title: text, reason: text, acceptance: [text], depends_on: [text], attempts: [attempt] }),
    ],
    recurring_failures: [{ test: text, occurrences: 2, resolution: 'pending' }],
    remarks: [text],
    stopped_agents: [{ agent: text, task: text, attempt: 1, cause: text, reason: text }],
  });
}

const tags = (text: string): string[] => text.match(/<[^>]*>/g) ?? [];

describe('whatever others say', () => {
  test('draws how suspicious lines are, the longest bar for the most suspicious', () => {
    const suspects = [
      { file: 'lib.js', line: 3, suspicion: 1, text: 'return a - b;' },
      { file: 'lib.js', line: 9, suspicion: 0.5, text: 'if (a < b) {' },
    ];
    const shown = page(reportWith({ tasks: [taskWith({ attempts: [attemptWith({ suspects })] })] }));
    const [, picture = ''] = /<svg class="suspicion"(.*?)<\/svg>/s.exec(shown) ?? [];
    expect([...picture.matchAll(/<rect x="0" y="\d+" width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
      90, 45,
    ]);
    expect(picture).toContain('lib.js:9  if (a &#60; b) {');
    expect(page(reportWith())).not.toContain('Where the fault may be');
  });

  test('the page has the same markup as with plain words', () => {
    const plain = tags(page(filledWith('w')));
    expect(plain.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(word, (text) => {
        expect(tags(page(filledWith(text)))).toEqual(plain);
      }),
      { numRuns: 150 },
    );
  });

  test('nothing in the page is unseen or changes the order of what is seen', () => {
    fc.assert(
      fc.property(word, (text) => {
        expect(page(filledWith(text))).not.toMatch(
          /(?![\t\n])\p{Cc}|\p{Cs}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('what would mislead is named where it was', () => {
    const text = page(reportWith({ request: 'a\u202eb\u0007c\ud800d' }));
    expect(text).toContain('<h1>a[U+202E]b␇c[U+D800]d</h1>');
  });
});

describe('the page', () => {
  test('allows nothing but its own style, and asks for nothing', () => {
    const text = page(reportWith());
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(text).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(text).not.toMatch(/<script|<img|<link|<iframe|\ssrc=|\shref=|@import|url\(|https?:|\sstyle=|\son\w+=/);
  });

  test('draws every attempt in each of the three pictures, each with a title and a description', () => {
    const attempts = Array.from({ length: 40 }, (_, at) =>
      attemptWith({ attempt: at + 1, began_seconds: at * 30, failing: at % 7 === 0 ? null : at }),
    );
    const text = page(reportWith({ tasks: [taskWith({ attempts })] }));
    for (const name of ['timeline', 'failing', 'cost']) {
      const drawn = new RegExp(`<svg class="${name}"[\\s\\S]*?</svg>`).exec(text)?.[0] ?? '';
      expect(drawn.match(/class="mark /g)).toHaveLength(40);
      expect(drawn).toMatch(/<title id="p\d[td]">.+<\/title>\n<desc id="p\dd">.+<\/desc>/);
      expect(drawn).not.toMatch(/NaN|Infinity|undefined|="-/);
    }
  });

  test('attempts at the same time, of two tasks, do not lie on each other', () => {
    const attempts = [attemptWith({ began_seconds: 0, seconds: 10 })];
    const text = page(reportWith({ tasks: [taskWith({ id: 'a', attempts }), taskWith({ id: 'b', attempts })] }));
    const rows = [...text.matchAll(/class="mark attempt [\s\S]*?<rect [^>]* y="([\d.]+)"/g)].map((match) => match[1]);
    expect(new Set(rows).size).toBe(2);
  });

  test('costs add up, with what no attempt was for', () => {
    const text = page(reportWith({ usd_besides: 0.5 }));
    expect(text).toMatch(/after attempt 1: \$0\.5020; after attempt 2: \$0\.5040; after attempt 3: \$0\.5340/);
  });

  test('the table of tiers adds up, with calls that were cut off', () => {
    expect(page(reportWith())).not.toContain('<td>cut-off calls');
    expect(page(reportWith({ usd_cut_off: 0.075 }))).toMatch(/<td>cut-off calls<\/td>.*<td>up to \$0.0750<\/td>/);
  });

  test('of a completed run shows the command and the change before anything else, once', () => {
    const done = { status: 'completed', exit_code: 0, branch: 'pawl/add', next_command: 'git merge pawl/add' };
    const attempts = [attemptWith(), attemptWith({ attempt: 2, status: 'pass', diff: '+final line\n' })];
    const text = page(reportWith({ ...done, tasks: [taskWith({ commit: 'c0ffee', attempts })] }));
    const places = ['git merge pawl/add', '+final line', 'The attempts in a picture'].map((words) =>
      text.indexOf(words),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(text.split('+final line')).toHaveLength(2);
  });

  test('a run without an attempt has a page', () => {
    const text = page(reportWith({ tasks: [], tiers: [], baseline: null, usd: 0, usd_besides: 0, last_diff: '' }));
    expect(text).toContain('No attempt was made.');
    expect(text).not.toMatch(/NaN|Infinity/);
  });

  test('colours the lines of a diff by what they are', () => {
    const text = page(reportWith());
    expect(text).toMatch(
      /<span class="hunk">@@ -1 \+1 @@<\/span><span class="del">-old line<\/span><span class="add">\+new line<\/span>/,
    );
  });

  test('cuts a diff of 10 MB and says so, and stays small with hundreds of attempts', () => {
    const diff = '+<b>a line of code & more</b>\n'.repeat(350_000);
    const one = page(reportWith({ last_diff: diff }));
    expect(one).toMatch(/\[cut: the first 60000 of 10500000 characters\]/);
    expect(one.length).toBeLessThan(400_000);
    const attempts = Array.from({ length: 300 }, (_, at) =>
      attemptWith({ attempt: at + 1, diff: diff.slice(0, 100_000) }),
    );
    expect(page(reportWith({ tasks: [taskWith({ attempts })] })).length).toBeLessThan(3_000_000);
  });
});

describe('an attempt that passed its tests and was not approved', () => {
  const points = (decision: 'approve' | 'request_changes') => ({
    ...{ score: 60, decision, round: 1, blocking: [], feedback: [] },
    breakdown: { code_quality: 1, test_coverage: 0, security: 0, documentation: 0, acceptance: 0 },
  });
  const shown = (decision: 'approve' | 'request_changes') => {
    const attempt = attemptWith({ status: 'pass', failing: 0, points: points(decision) });
    return reportWith({ tasks: [taskWith({ attempts: [attempt] })] });
  };

  test('says that changes were requested, wherever it is shown', () => {
    const text = page(shown('request_changes'));
    expect(text.match(/<span class="pill warning">pass, changes requested<\/span>/g)).toHaveLength(2);
    expect(text).toContain('attempt 1 by cheap: pass, changes requested');
    expect(text).toContain('<text class="on" x="4.67%" dx="6" y="34">! 1</text>');
    expect(text).not.toContain('✓ 1');
    expect(markdown(shown('request_changes'))).toContain('### Attempt 1, cheap: pass, changes requested');
    expect(page(shown('approve'))).toContain('<span class="pill pass">pass</span>');
  });
});
