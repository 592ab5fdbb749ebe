import { describe, expect, test } from 'vitest';
import type { EventOf } from '../../../src/schema/run/event.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { policyWith, tier } from '../../core/policy.ts';
import { wrong } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

const thought = 'I have read it.';
const answer = { root_cause: 'add.js:1 doubles b', fix_strategy: 'add b once', confidence: 0.9 };
const gives = (output: Record<string, unknown>): Line => call('finish', { thought, ...output });
const roles = { analyst: 'cheap' };

/** Judges an attempt whose test fails, with these lines of an analyst. */
async function analysed(line: Line, { policy = policyWith({ roles }), code = wrong, earlier = 0, same = false } = {}) {
  const model = scriptedModel(() => line);
  const place = await placeWith({ measured: true, policy, model });
  for (let number = 0; number < earlier; number += 1) {
    await place.attempt({ 'add.js': same ? code : `${code}// ${number}\n` });
    place.ruled({ tests: { total: 2, passed: 0, failed: 2 - number } }, { signature: `s${number}` });
  }
  await place.attempt({ 'add.js': code });
  const { said, verdict } = await place.judged();
  const analyses = said.filter((event): event is EventOf<'failure.analysed'> => event.type === 'failure.analysed');
  return { place, model, said, verdict, analyses };
}

const evidence = { root_cause: expect.stringContaining('unknown; the error appears at'), confidence: 0.3 };

describe('the analyst', () => {
  test('gives the first failure its cause and its cure, in one call', async () => {
    const { analyses, model, verdict } = await analysed(gives(answer));
    expect(analyses).toMatchObject([{ test: 'test/add.test.js > adds', error_type: 'AssertionError', ...answer }]);
    expect(model.requests).toHaveLength(1);
    const prompt = model.requests[0]?.messages[1]?.text ?? '';
    for (const part of ['# test\ntest/add.test.js > adds', '# error\nAssertionError', '+export const add'])
      expect(prompt).toContain(part);
    expect(verdict.verdict.status).toBe('fail');
  });

  test.each<[string, Line]>([
    ['breaks its contract', gives({ root_cause: 1 })],
    ['never answers', { text: 'Hm.' }],
    ['cannot be reached', { fault: { kind: 'unauthorized', message: 'no' } }],
  ])('that %s leaves what the evidence says, and the verdict', async (_, line) => {
    const { analyses, verdict } = await analysed(line);
    expect(analyses).toMatchObject([evidence]);
    expect(verdict.verdict.status).toBe('fail');
  });

  test('that would cost more than is left is not asked, and the run goes on', async () => {
    const limits = { run_usd: 0.000_001 };
    const { analyses, said, place } = await analysed(gives(answer), { policy: policyWith({ roles, limits }) });
    expect(analyses).toMatchObject([evidence]);
    expect(said.map((event) => event.type)).not.toContain('budget.exhausted');
    expect(place.state.exhausted).toBeNull();
  });

  const nobody: [string, { policy?: Policy; code?: string; earlier?: number; same?: boolean }][] = [
    ['where nobody has the role', { policy: policyWith() }],
    ['about a file that does not parse', { code: 'export const = ;\n' }],
    ['about a change that brings a secret', { code: `${wrong}const t = '${['ghp_', 'a1B2'.repeat(9)].join('')}';\n` }],
    [
      'when it goes in circles on the last tier',
      { policy: policyWith({ roles, tiers: [tier('cheap')] }), earlier: 1, same: true },
    ],
    ['when no attempt follows', { policy: policyWith({ roles, limits: { attempts_per_task: 2 } }), earlier: 1 }],
  ];
  test.each(nobody)('is not asked %s', async (_, options) => {
    const { analyses, model } = await analysed(gives(answer), options);
    expect(model.requests).toEqual([]);
    expect(analyses).toMatchObject([{ confidence: 0.3 }]);
  });

  test('is asked for the next tier, too', async () => {
    const { model } = await analysed(gives(answer), { earlier: 1, same: true });
    expect(model.requests).toHaveLength(1);
  });

  test('is asked no second time when the verdict has to be reached again', async () => {
    const { place, model, said } = await analysed(gives(answer));
    place.events.splice(place.events.length - 2);
    const again = await place.judged();
    expect(model.requests).toHaveLength(1);
    expect(again.said).toMatchObject(said.slice(-2).map(({ type }) => ({ type })));
    expect(again.said).toContainEqual(expect.objectContaining(answer));
  });
});
