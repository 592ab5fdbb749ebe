import { describe, expect, test } from 'vitest';
import type { EventOf } from '../../../src/schema/run/event.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { policyWith } from '../../core/policy.ts';
import { adder, wrong } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

const thought = 'I have read it.';
const answer = { root_cause: 'add.js:1 doubles b', fix_strategy: 'add b once', confidence: 0.9 };
const gives = (output: Record<string, unknown>): Line => call('finish', { thought, ...output });
const roles = { analyst: 'cheap' };

/** Judges an attempt whose test fails, with these lines of an analyst. */
async function analysed(
  line: Line | (() => Line),
  { policy = policyWith({ roles }), code = wrong, earlier = 0, same = false, files = adder, change = {} } = {},
) {
  const model = scriptedModel(() => (typeof line === 'function' ? line() : line));
  const place = await placeWith({ measured: true, policy, model, files });
  for (let number = 0; number < earlier; number += 1) {
    await place.attempt({ 'add.js': same ? code : `${code}// ${number}\n` });
    place.ruled({ tests: { total: 2, passed: 0, failed: 2 - number } }, { signature: `s${number}` });
  }
  await place.attempt({ 'add.js': code, ...change });
  const { said, verdict } = await place.judged();
  const analyses = said.filter((event): event is EventOf<'failure.analysed'> => event.type === 'failure.analysed');
  return { place, model, said, verdict, analyses };
}

const evidence = { root_cause: '', fix_strategy: '', confidence: 0, by: 'nobody' };

describe('the analyst', () => {
  test('gives a failure its cause and its cure, in one call', async () => {
    const { analyses, model, verdict } = await analysed(gives(answer));
    const by = 'analyst';
    expect(analyses).toMatchObject([{ test: 'test/add.test.js > adds', error_type: 'AssertionError', ...answer, by }]);
    expect(model.requests).toHaveLength(1);
    const prompt = model.requests[0]?.messages[1]?.text ?? '';
    for (const part of [
      '# test\ntest/add.test.js > adds',
      '# error\nAssertionError',
      '+export const add',
      '# source\ntest/add.test.js',
      '# one_test\n',
      '# task\n',
    ])
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
  ];
  test.each(nobody)('is not asked %s', async (_, options) => {
    const { analyses, model } = await analysed(gives(answer), options);
    expect(model.requests).toEqual([]);
    expect(analyses.every(({ by }) => by !== 'analyst')).toBe(true);
  });

  test('is asked about the last attempt, too: whoever goes on by hand needs it', async () => {
    const last = policyWith({ roles, limits: { attempts_per_task: 2 } });
    expect((await analysed(gives(answer), { policy: last, earlier: 1 })).model.requests).toHaveLength(1);
  });

  test('who names a file that does not exist is asked once more', async () => {
    const invented = { ...answer, root_cause: 'src/sums.js:9 doubles b' };
    const lines = [gives(invented), gives(answer)];
    const { analyses, model } = await analysed(() => lines.shift() ?? gives(answer));
    expect(model.requests).toHaveLength(2);
    expect(JSON.stringify(model.requests[1])).toContain('there is no file src/sums.js');
    expect(analyses).toMatchObject([answer]);
  });

  test('who insists on it has analysed nothing', async () => {
    const { analyses, model } = await analysed(gives({ ...answer, fix_strategy: 'mend the test "subtracts"' }));
    expect(model.requests).toHaveLength(2);
    expect(analyses).toMatchObject([evidence]);
  });

  test('may run one test, once', async () => {
    const run = call('run', { thought, command: 'echo ran it' });
    const lines = [run, run, gives(answer)];
    const { analyses, model } = await analysed(() => lines.shift() ?? gives(answer));
    const observations = JSON.stringify(model.requests[2]?.messages);
    expect(observations).toContain('ran it');
    expect(observations).toContain('Refused: you may run one command');
    expect(analyses).toMatchObject([answer]);
  });

  test('is asked about three kinds of failures at once; the rest is told by code', async () => {
    const other = {
      test: 'test/other.test.js > two',
      root_cause: 'other.js:1 throws',
      fix_strategy: 'throw not',
      confidence: 0.7,
    };
    const files = {
      ...adder,
      'other.js': 'export const other = () => 1;\n',
      'test/other.test.js': `import test from 'node:test';
import { other } from '../other.js';
for (const name of ['two', 'three', 'four']) test(name, () => other(name));
`,
    };
    const code = `const kinds = { two: TypeError, three: RangeError, four: URIError };
export const other = (name) => { throw new kinds[name](name); };
`;
    const { analyses, model } = await analysed(gives({ ...answer, others: [other] }), {
      files,
      change: { 'add.js': wrong, 'other.js': code },
    });
    expect(model.requests).toHaveLength(1);
    expect(analyses).toHaveLength(4);
    expect(
      analyses
        .filter(({ by }) => by === 'analyst')
        .map(({ root_cause }) => root_cause)
        .sort(),
    ).toEqual(['add.js:1 doubles b', 'other.js:1 throws']);
    expect(analyses.filter(({ by }) => by === 'nobody')).toHaveLength(2);
  });

  test('is asked no second time when the verdict has to be reached again', async () => {
    const { place, model, said } = await analysed(gives(answer));
    place.events.splice(place.events.length - 3);
    const again = await place.judged();
    expect(model.requests).toHaveLength(1);
    expect(again.said).toMatchObject(said.slice(-3).map(({ type }) => ({ type })));
    expect(again.said).toContainEqual(expect.objectContaining(answer));
  });
});
