import { expect, it } from 'vitest';
import { reviewComment } from '../../../src/faces/report/review-comment.ts';
import type { ReviewedChange } from '../../../src/schema/judge/review.ts';
import { verdictWith } from '../../core/verdict.ts';

const breakdown = { code_quality: 25, test_coverage: 0, security: 20, documentation: 15, acceptance: 5 };
const refused = 'tests: the verdict is fail, and only a pass can be approved';
const smell = 'debug output at a|b_c.js:3';
const change: ReviewedChange = {
  verdict: verdictWith({
    test_failures: [{ test: 'a.test.js > adds `@all`', error: '<b>1</b> is not 2', file: 'a.test.js', line: 4 }],
    tests: { total: 2, passed: 1, failed: 1 },
    warnings: [smell, 'slower: a.test.js > adds'],
  }),
  review: {
    ...{
      score: 65,
      breakdown,
      decision: 'request_changes',
      round: 1,
      by: 'checks',
      kind: 'fix',
      kind_by: 'said',
      points: [],
    },
    ...{ blocking: [refused], feedback: [refused, smell] },
  },
};

it('says the decision and that nobody looked, each point once, and nothing that is markup', () => {
  expect(reviewComment(change).split('\n')).toEqual([
    '**Pawl: changes requested**, 65/100 (checks only, nobody reviewed it)',
    '',
    'Verdict: fail, 1 of 2 tests passed; judged as a fix.',
    '',
    `- **Blocking:** ${refused}`,
    '- `` a.test.js > adds `@all` `` at `a.test.js:4`: \\<b\\>1\\</b\\> is not 2',
    '- Warning: slower: a.test.js \\> adds',
    '- debug output at a\\|b_c.js:3',
    '',
    '| part | points |',
    '| --- | --- |',
    '| code quality | 25/30 |',
    '| tests | 0/25 |',
    '| security | 20/20 |',
    '| documentation | 15/15 |',
    '| acceptance | 5/10 |',
    '',
  ]);
});

it('says why the verdict fails as such, and does not repeat the test that is named with its error', () => {
  const test = 'a.test.js > adds `@all`';
  const text = `broken by this change: ${test}`;
  const verdict = { ...change.verdict, warnings: [text], findings: [{ kind: 'rule' as const, test, text }] };
  const comment = reviewComment({ ...change, verdict });
  expect(comment).toContain('\n- Because: broken by this change\n');
  expect(comment).not.toContain('Warning');
});
