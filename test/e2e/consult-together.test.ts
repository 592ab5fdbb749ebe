import { describe, expect } from 'vitest';
import {
  act,
  agentFile,
  consulting,
  endOf,
  finish,
  observed,
  playing,
  stepsOf,
  withAgents,
} from './support/consulting.ts';
import { ofType } from './support/contract.ts';
import { promptOf, turns } from './support/model.ts';
import { test } from './support/place.ts';

describe.concurrent('delegation', () => {
  const task = { question: 'how many lines?' };
  const delegates = (id: string, to: string) => agentFile(id, 'delegate, finish', `delegates: [${to}]\n`);
  const give = (agent_id: string, input: unknown = task) => act('delegate', { agent_id, task: input });

  test('gives the parent what the child came to, and refuses a task that does not fit its contract', async ({
    place,
  }) => {
    const files = withAgents({ lead: delegates('lead', 'scout'), scout: agentFile('scout', 'read, finish') });
    const scene = await consulting(
      place,
      playing({
        lead: turns([give('scout', { why: 1 })], [give('scout')], [finish({ answer: 'three' })]),
        scout: turns([finish({ answer: '3 lines' })]),
      }),
      files,
    );
    const ended = await scene.ask('lead');
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'agent.finished').map(({ agent }) => agent)).toEqual(['scout', 'lead']);
    expect(observed(scene.server.requests.at(-1))).toEqual([
      'Refused: the task does not fit the contract of scout: question is missing. Nothing was done.',
      'scout: done: the output is verified\n{"answer":"3 lines"}',
    ]);
  });

  test('with the decision done hands over the work: state delegate, the output of the child, exit 0', async ({
    place,
  }) => {
    const files = withAgents({ lead: delegates('lead', 'scout'), scout: agentFile('scout', 'read, finish') });
    const handed = { name: 'delegate', input: { ...give('scout').input, decision: 'done' } };
    const scene = await consulting(
      place,
      playing({ lead: turns([handed]), scout: turns([finish({ answer: '3 lines' })]) }),
      files,
    );
    const ended = await scene.ask('lead');
    expect(ended.code).toBe(0);
    expect(endOf(ended)).toMatchObject({ agent: 'lead', state: 'delegate', output: { answer: '3 lines' } });
  });

  test('back to who delegated is refused, whatever the files say', async ({ place }) => {
    const files = withAgents({ alpha: delegates('alpha', 'beta'), beta: delegates('beta', 'alpha') });
    const scene = await consulting(
      place,
      playing({
        alpha: turns([give('beta')], [finish({ answer: 'a' })]),
        beta: turns([give('alpha')], [finish({ answer: 'b' })]),
      }),
      files,
    );
    const ended = await scene.ask('alpha');
    expect(ended.code).toBe(0);
    expect(stepsOf(ended)[0]).toMatchObject({
      agent: 'beta',
      observation: 'Refused: alpha cannot be asked from here. Nothing was done.',
    });
    expect(scene.server.requests).toHaveLength(4);
  });

  test('is two deep at most', async ({ place }) => {
    const chain = ['alpha', 'beta', 'gamma', 'delta'];
    const files = withAgents(Object.fromEntries(chain.map((id, at) => [id, delegates(id, chain[at + 1] ?? 'alpha')])));
    const parts = chain.map((id, at) => [id, turns([give(chain[at + 1] ?? '')], [finish({ answer: id })])] as const);
    const ended = await (await consulting(place, playing(Object.fromEntries(parts)), files)).ask('alpha');
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'agent.finished').map(({ agent }) => agent)).toEqual(['gamma', 'beta', 'alpha']);
    expect(stepsOf(ended)[0]).toMatchObject({
      agent: 'gamma',
      observation: 'Refused: delegation is at most 2 levels deep.',
    });
  });
});

describe.concurrent('a constraint that is a sentence', () => {
  const files = withAgents({ scout: agentFile('scout', 'finish', '  constraints: [The answer is polite.]\n') });
  const judged = (...verdicts: string[][]) => {
    let asked = -1;
    return () => {
      asked += 1;
      return { calls: [act('finish', { broken: verdicts[asked] ?? [] })] };
    };
  };
  const rude = finish({ answer: 'No.' });
  const polite = finish({ answer: 'No, thank you.' });

  test('is looked at a second time: named broken once, then kept, it is done', async ({ place }) => {
    const script = playing({ scout: turns([rude], [polite]), check: judged(['it is rude'], []) });
    const scene = await consulting(place, script, files);
    const ended = await scene.ask('scout');
    expect(ended.code).toBe(0);
    expect(stepsOf(ended)[0]).toMatchObject({ observation: 'Not accepted on a second look: it is rude.' });
    expect(endOf(ended)).toMatchObject({ state: 'done', output: { answer: 'No, thank you.' } });
    expect(promptOf(scene.server.requests[1] as never)).toContain('- The answer is polite.');
  });

  test('named broken twice leaves the output partial: done_partial, exit 0', async ({ place }) => {
    const script = playing({ scout: turns([rude], [rude]), check: judged(['it is rude'], ['still rude']) });
    const ended = await (await consulting(place, script, files)).ask('scout');
    expect(ended.code).toBe(0);
    expect(endOf(ended)).toMatchObject({
      ...{ state: 'done_partial', reason: 'a second look still doubts it: still rude', output: { answer: 'No.' } },
    });
    expect(endOf(ended)?.verification).toContain('constraints: doubted: still rude');
  });
});
