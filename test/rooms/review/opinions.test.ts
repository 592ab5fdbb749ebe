import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { review } from '../../../src/rooms/review/review.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { policyWith } from '../../core/policy.ts';
import { right } from '../../engine/house.ts';
import { only, type PlaceOptions, placeWith } from '../place.ts';

const thought = 'I have read it.';
const roles = { auditor: 'smart', reviewer: 'smart' };
const finding = {
  file: 'add.js',
  line: 1,
  severity: 'high',
  category: 'x',
  message: 'it leaks',
  suggestion: 'close it',
};
const remark = { file: 'add.js', line: 1, severity: 'blocking', message: 'it forgets zero' };
const fine = { quality: 30, findings: [], summary: 'Good.' };

interface Words {
  auditor?: Record<string, unknown> | Line;
  reviewer?: Record<string, unknown> | Line;
}

const isLine = (words: object): words is Line => 'fault' in words || 'text' in words;
const isAuditor = ({ tools }: ModelRequest): boolean => JSON.stringify(tools.at(-1)).includes('suggestion');

/** Reviews a change that passed, with what the two say of it. */
async function reviewed(words: Words, files: Record<string, string> = { 'add.js': right }, options: PlaceOptions = {}) {
  const model = scriptedModel(() => {
    const asked = model.requests.at(-1);
    const said = asked && isAuditor(asked) ? (words.auditor ?? { findings: [] }) : (words.reviewer ?? fine);
    return isLine(said) ? said : call('finish', { thought, ...said });
  });
  const place = await placeWith({ policy: policyWith({ roles }), model, ...options });
  await place.attempt(files);
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
  const lets = () => place.lets((context, world) => review({ kind: 'review', task: 't1', attempt: 1 }, context, world));
  const said = await lets();
  return { place, said, requests: model.requests, scored: only(said, 'review.scored'), lets };
}

describe('the auditor and the reviewer', () => {
  test('with nothing to say cost a call each and no point', async () => {
    const { scored, requests } = await reviewed({});
    expect(scored).toMatchObject({ score: 100, decision: 'approve', feedback: [] });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.messages[1]?.text).toContain('add.js');
    expect(requests[1]?.messages[1]?.text).toContain('+export const add = (a, b) => a + b;');
    expect(requests[1]?.messages[1]?.text).toContain('"fixed": 1');
  });

  test('lower the score: ten points for a grave finding in the change, and the quality they give', async () => {
    const { scored } = await reviewed({ auditor: { findings: [finding] }, reviewer: { ...fine, quality: 21 } });
    expect(scored).toMatchObject({ breakdown: { security: 10, code_quality: 21 }, blocking: [] });
    expect(scored.feedback).toEqual(['security: high at add.js:1: it leaks (close it)', 'quality: 21 of 30: Good.']);
  });

  test('block with a critical hole or a blocking fault in a line that the change touches', async () => {
    const hole = await reviewed({ auditor: { findings: [{ ...finding, severity: 'critical' }] } });
    expect(hole.scored).toMatchObject({ decision: 'request_changes', blocking: [expect.stringContaining('add.js:1')] });
    const fault = await reviewed({ reviewer: { ...fine, findings: [remark] } });
    expect(fault.scored).toMatchObject({
      score: 100,
      decision: 'request_changes',
      blocking: ['review: blocking at add.js:1: it forgets zero'],
    });
  });

  test('only advise about lines that the change does not touch', async () => {
    const elsewhere = { file: 'test/add.test.js', line: 2 };
    const { scored } = await reviewed({
      auditor: { findings: [{ ...finding, ...elsewhere, severity: 'critical' }] },
      reviewer: { ...fine, findings: [{ ...remark, ...elsewhere }] },
    });
    expect(scored).toMatchObject({ score: 100, decision: 'approve', blocking: [] });
    expect(scored.feedback).toEqual([
      'security: critical at test/add.test.js:2: it leaks (close it)',
      'review: blocking at test/add.test.js:2: it forgets zero',
    ]);
  });

  test('do not count again what the scan has found', async () => {
    const files = { 'add.js': `${right}export const run = (x) => eval(x);\n` };
    const { scored } = await reviewed({ auditor: { findings: [{ ...finding, line: 2 }] } }, files);
    expect(scored.breakdown.security).toBe(10);
  });

  test.each<[string, Words]>([
    ['cannot be reached', { auditor: { fault: { kind: 'unauthorized', message: 'no' } }, reviewer: { text: 'Hm.' } }],
    [
      'cite what is not there',
      { auditor: { findings: [{ ...finding, line: 99 }] }, reviewer: { ...fine, quality: 99 } },
    ],
  ])('that %s leave the score to the evidence', async (_, words) => {
    expect((await reviewed(words)).scored).toMatchObject({ score: 100, decision: 'approve', feedback: [] });
  });

  test('are not asked about a change that brings a secret, nor where nobody has the role', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('');
    const secret = await reviewed({}, { 'add.js': `${right}const t = '${token}';\n` });
    expect(secret.requests).toEqual([]);
    expect(secret.scored.blocking).toEqual(['security: a GitHub token at add.js:2']);
    expect((await reviewed({}, undefined, { policy: policyWith() })).requests).toEqual([]);
  });

  test('leave documentation to the reviewer alone', async () => {
    const { requests } = await reviewed({}, { 'README.md': '# adder\n' }, { task: { kind: 'docs' } });
    expect(requests.map(isAuditor)).toEqual([false]);
  });

  test('whose money is spent leave the score to the evidence, and end nothing', async () => {
    const policy = policyWith({ roles, limits: { run_usd: 0.000_001 } });
    const { said, scored, requests } = await reviewed({}, undefined, { policy });
    expect(requests).toEqual([]);
    expect(said.filter((event) => event.type === 'budget.exhausted')).toEqual([]);
    expect(scored.score).toBe(100);
  });

  test('are not asked again when the review has to be scored again', async () => {
    const { place, requests, scored, lets } = await reviewed({ reviewer: { ...fine, quality: 25 } });
    place.events.pop();
    expect(only(await lets(), 'review.scored')).toEqual(scored);
    expect(requests).toHaveLength(2);
  });
});
