import { describe, expect, test } from 'vitest';
import type { FaultKind, ModelRequest } from '../../../src/ports/outside/model.ts';
import { review } from '../../../src/rooms/review/review.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { execution } from '../../contracts/executions.ts';
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

const isLine = (words: object): words is Line => 'fault' in words || 'text' in words || 'calls' in words;
const isAuditor = ({ tools }: ModelRequest): boolean => JSON.stringify(tools.at(-1)).includes('suggestion');

/** Reviews a change that passed, with what the two say of it. */
async function looked(words: Words, files: Record<string, string> = { 'add.js': right }, options: PlaceOptions = {}) {
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
  return { place, said, requests: model.requests, lets };
}

async function scoredBy(...given: Parameters<typeof looked>) {
  const result = await looked(...given);
  return { ...result, scored: only(result.said, 'review.scored') };
}

/** What a review that nobody did comes to: its events, and why. */
async function unseen(words: Words, options: PlaceOptions = {}) {
  const { said, requests } = await looked(words, undefined, options);
  expect(said.map(({ type }) => type)).not.toContain('review.scored');
  const [missing] = said.flatMap((event) => (event.type === 'review.missing' ? event.missing : []));
  return { said, requests, missing };
}

describe('what earlier changes of a file have broken', () => {
  const broken = 'changes to add.js have broken "adds" 3 times before';

  /** So many attempts of earlier runs at this file broke a test; those of this very task do not count. */
  async function reviewedAfter(times: number, files: Record<string, string> = { 'add.js': right }) {
    const { world, ...place } = await placeWith({ policy: policyWith({ roles }), model: reviewers() });
    for (let n = 1; n <= times; n += 1) await world.memory.remember(execution({ run: `earlier-${n}` }));
    for (let attempt = 1; attempt <= 5; attempt += 1) await world.memory.remember(execution({ run: 'r1', attempt }));
    await place.attempt(files);
    place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
    const said = await place.lets((context, all) => review({ kind: 'review', task: 't1', attempt: 1 }, context, all));
    return only(said, 'review.scored');
  }
  let requests: ModelRequest[] = [];
  const reviewers = () => {
    const model = scriptedModel(() => {
      const asked = model.requests.at(-1);
      return call('finish', { thought, ...(asked && isAuditor(asked) ? { findings: [] } : fine) });
    });
    requests = model.requests;
    return model;
  };

  test('is in the review, and the reviewer is told', async () => {
    expect((await reviewedAfter(3)).recurring).toEqual([broken]);
    const prompts = requests.map(({ messages }) => JSON.stringify(messages));
    expect(prompts.map((prompt) => prompt.includes('have broken'))).toEqual([false, true]);
  });

  test('is not told before the third time, nor of other files', async () => {
    expect(await reviewedAfter(2)).not.toHaveProperty('recurring');
    expect(await reviewedAfter(3, { 'double.js': right })).not.toHaveProperty('recurring');
    expect(JSON.stringify(requests)).not.toContain('have broken');
  });
});

describe('the auditor and the reviewer', () => {
  test('hear what the person said meanwhile, the reviewer alone and no plain yes', async () => {
    const model = scriptedModel(() => {
      const asked = model.requests.at(-1);
      return call('finish', { thought, ...(asked && isAuditor(asked) ? { findings: [] } : fine) });
    });
    const place = await placeWith({ policy: policyWith({ roles }), model });
    await place.attempt({ 'add.js': right });
    place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
    await place.lets((context, world) => {
      const tasks = context.state.tasks.map((task) => ({ ...task, hints: ['yes', 'keep it short'] }));
      const state = { ...context.state, tasks };
      return review({ kind: 'review', task: 't1', attempt: 1 }, { ...context, state }, world);
    });
    const prompts = model.requests.map(({ messages }) => messages[1]?.text ?? '');
    expect(prompts.map((prompt) => prompt.includes('keep it short'))).toEqual([false, true]);
    expect(prompts[1]).not.toMatch(/["-] ?yes\b/);
  });

  test('with nothing to say cost a call each and no point', async () => {
    const { scored, requests } = await scoredBy({});
    expect(scored).toMatchObject({ score: 100, decision: 'approve', feedback: [] });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.messages[1]?.text).toContain('add.js');
    expect(requests[1]?.messages[1]?.text).toContain('+export const add = (a, b) => a + b;');
    expect(requests[1]?.messages[1]?.text).toContain('"fixed": 1');
  });

  test('stay whole where there are few of them: what to do stands at the end', async () => {
    const message = `${'The reason. '.repeat(40)}Add b once.`;
    const findings = [{ file: 'add.js', line: 1, severity: 'major', message }];
    const { scored } = await scoredBy({ reviewer: { ...fine, quality: 21, findings } });
    expect(scored.feedback[0]).toBe(`review: major at add.js:1: ${message}`);
  });

  test('lower the score: ten points for a grave finding in the change, and the quality they give', async () => {
    const { scored } = await scoredBy({ auditor: { findings: [finding] }, reviewer: { ...fine, quality: 21 } });
    expect(scored).toMatchObject({ breakdown: { security: 10, code_quality: 21 }, blocking: [] });
    expect(scored.feedback).toEqual(['security: high at add.js:1: it leaks (close it)', 'quality: 21 of 30: Good.']);
  });

  test('block with a critical hole or a blocking fault in a line that the change touches', async () => {
    const hole = await scoredBy({ auditor: { findings: [{ ...finding, severity: 'critical' }] } });
    expect(hole.scored).toMatchObject({ decision: 'request_changes', blocking: [expect.stringContaining('add.js:1')] });
    const fault = await scoredBy({ reviewer: { ...fine, findings: [remark] } });
    expect(fault.scored).toMatchObject({
      score: 100,
      decision: 'request_changes',
      blocking: ['review: blocking at add.js:1: it forgets zero'],
    });
  });

  test('only advise about lines that the change does not touch', async () => {
    const elsewhere = { file: 'test/add.test.js', line: 2 };
    const { scored } = await scoredBy({
      auditor: { findings: [{ ...finding, ...elsewhere, severity: 'critical' }] },
      reviewer: { ...fine, findings: [{ ...remark, ...elsewhere }] },
    });
    expect(scored).toMatchObject({ score: 100, decision: 'approve', blocking: [] });
    expect(scored.feedback).toEqual([
      'security: critical at test/add.test.js:2: it leaks (close it)',
      'review: blocking at test/add.test.js:2: it forgets zero',
    ]);
  });

  test('only note small faults that were there before: nobody is asked to mend them', async () => {
    const old = { ...finding, file: 'test/add.test.js', line: 2, severity: 'low' };
    const { scored } = await scoredBy({ auditor: { findings: [old] } });
    expect(scored).toMatchObject({ score: 100, feedback: [] });
    expect(scored.noted).toEqual(['security: low at test/add.test.js:2: it leaks (close it)']);
  });

  test('see the task and the change, and the reviewer what its developer says of it', async () => {
    const { requests } = await scoredBy({});
    const [audited = '', reviewed = ''] = requests.map(({ messages }) => messages[1]?.text);
    for (const asked of [audited, reviewed]) {
      expect(asked).toContain('make add add');
      expect(asked).toContain('+export const add');
    }
    expect(reviewed).toContain('# summary');
    expect(reviewed).not.toContain('# earlier');
  });

  test('do not count again what the scan has found', async () => {
    const files = { 'add.js': `${right}export const run = (x) => eval(x);\n` };
    const { scored } = await scoredBy({ auditor: { findings: [{ ...finding, line: 2 }] } }, files);
    expect(scored.breakdown.security).toBe(10);
  });

  test('keep what is right of an answer with one finding that cites what is not there', async () => {
    const hole = { ...finding, severity: 'critical' };
    const { scored } = await scoredBy({ auditor: { findings: [{ ...finding, line: 99, message: 'nowhere' }, hole] } });
    expect(scored).toMatchObject({ by: 'models', decision: 'request_changes' });
    expect(scored.blocking).toEqual(['security: critical at add.js:1: it leaks (close it)']);
  });

  test('are not asked about a change that brings a secret, nor where nobody has the role', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('');
    const secret = await scoredBy({}, { 'add.js': `${right}const t = '${token}';\n` });
    expect(secret.requests).toEqual([]);
    expect(secret.scored.blocking).toEqual(['security: a GitHub token at add.js:2']);
    expect((await scoredBy({}, undefined, { policy: policyWith() })).requests).toEqual([]);
  });

  test('leave documentation to the reviewer alone', async () => {
    const { requests } = await scoredBy({}, { 'README.md': '# adder\n' }, { task: { kind: 'docs' } });
    expect(requests.map(isAuditor)).toEqual([false]);
  });

  test('are not asked again when the review has to be scored again', async () => {
    const { place, requests, scored, lets } = await scoredBy({ reviewer: { ...fine, quality: 25 } });
    place.events.pop();
    expect(only(await lets(), 'review.scored')).toEqual(scored);
    expect(requests).toHaveLength(2);
  });
});

describe('a part of the review that nobody did', () => {
  const fault = (kind: FaultKind): Line => ({ fault: { kind, message: 'no' } });

  test('is missing where the model refuses, gives half an answer, or an answer that is none', async () => {
    expect((await unseen({ auditor: fault('refused') })).missing).toMatchObject({ part: 'audit', cause: 'refusal' });
    const wordy = await unseen({ reviewer: { text: 'Hm.' } });
    expect(wordy.missing).toMatchObject({ part: 'review', cause: 'partial' });
    const praise = await unseen({ reviewer: { ...fine, quality: 99 } });
    expect(praise.missing).toMatchObject({ part: 'review', cause: 'partial' });
    const elsewhere = await unseen({ auditor: { findings: [{ ...finding, severity: 'critical', line: 99 }] } });
    expect(elsewhere.missing).toMatchObject({ part: 'audit', cause: 'partial' });
  });

  test('is asked of every tier that has a model, its own first', async () => {
    const { missing, requests } = await unseen({ auditor: fault('refused') });
    expect(requests).toHaveLength(2);
    expect(missing?.reason).toContain('refused to look');
    let asked = 0;
    const model = scriptedModel(() => {
      asked += 1;
      if (asked === 1) return fault('refused');
      return call('finish', { thought, ...(asked === 2 ? { findings: [] } : fine) });
    });
    const { scored } = await scoredBy({}, undefined, { model });
    expect(scored).toMatchObject({ score: 100, decision: 'approve', by: 'models' });
    expect(asked).toBe(3);
  });

  test('reaches the person where the auditor or the reviewer asks for one, whoever else there is', async () => {
    for (const part of ['audit', 'review'] as const) {
      let steps = 0;
      const model = scriptedModel((_turn, _failures, request) => {
        if (isAuditor(request) !== (part === 'audit')) return call('finish', { thought, findings: [] });
        steps += 1;
        const stop = steps === 1 ? {} : { decision: 'escalate', reason: 'a person must look' };
        return call('read', { thought, path: 'add.js', reflection: 'a + b', ...stop });
      });
      const { missing } = await unseen({}, { model });
      expect(missing).toEqual({ part, cause: 'escalation', reason: 'asks for a person: a person must look' });
      expect(steps).toBe(2);
    }
  });

  test('ends the run where money or credentials are lacking', async () => {
    const policy = policyWith({ roles, limits: { run_usd: 0.000_001 } });
    const { said, requests } = await unseen({}, { policy });
    expect(requests).toEqual([]);
    expect(said.map(({ type }) => type)).toContain('budget.exhausted');
    await expect(looked({ auditor: fault('unauthorized') })).rejects.toMatchObject({ exitCode: 8 });
  });

  test('is asked anew when the review is, and nothing else is', async () => {
    let isAway = true;
    const model = scriptedModel((_turn, _failures, request) => {
      if (isAuditor(request)) return call('finish', { thought, findings: [] });
      return isAway ? fault('refused') : call('finish', { thought, ...fine });
    });
    const { lets, said } = await looked({}, undefined, { model });
    expect(said.at(-1)).toMatchObject({ type: 'review.missing', missing: [{ part: 'review' }] });
    isAway = false;
    expect(only(await lets(), 'review.scored')).toMatchObject({ by: 'models', decision: 'approve' });
    expect(model.requests.filter(isAuditor)).toHaveLength(2);
  });

  test('is not missed where checks alone were wanted, and the score says so', async () => {
    const { scored, requests } = await scoredBy({}, undefined, { policy: policyWith({ roles, review: 'checks' }) });
    expect(requests).toEqual([]);
    expect(scored).toMatchObject({ by: 'checks', decision: 'approve' });
    const nobody = await scoredBy({}, undefined, { policy: policyWith() });
    expect(nobody.scored.by).toBe('checks');
  });
});
