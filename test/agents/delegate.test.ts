import { expect, test } from 'vitest';
import type { ActionResult } from '../../src/agents/action.ts';
import { delegateAction } from '../../src/agents/actions/standard/delegate.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import { agentWith, Bench, type Change, expectGoesOn, working } from './bench.ts';
import { call } from './thinking.ts';

const thought = 'Somebody else knows.';
const give = (decision: string) => call('delegate', { thought, agent_id: 'scout', task: 'count', decision });

/** A child that answers, or has none to give, and keeps which step asked it. */
const delegating = (result: ActionResult & { output?: unknown }, steps: unknown[] = []): Change => ({
  agent: agentWith({ id: 'lead' }),
  reflects: true,
  actions: [
    delegateAction(['scout'], (_id, _task, _signal, step) => {
      steps.push(step);
      return answering(result);
    }),
    ...new Bench().actions(),
  ],
});

// biome-ignore lint/correctness/useYield: a child that has ended before says nothing more.
async function* answering(result: ActionResult): AsyncGenerator<PawlEvent, ActionResult> {
  return result;
}

test('with the decision done the output of the child is the end: state delegate', async () => {
  const { outcome, steps } = await working(() => give('done'), delegating({ observation: 'three', output: { n: 3 } }));
  expect(outcome).toMatchObject({ state: 'delegate', cause: 'action', reason: 'handed to scout', output: { n: 3 } });
  expect(steps).toMatchObject([{ observation: 'three', decision: 'done' }]);
});

test('a child that has no output to give ends nothing', async () => {
  const { outcome, steps } = await working(
    (turn) => (turn === 0 ? give('done') : call('finish', { thought, summary: 'by myself' })),
    delegating({ observation: 'scout: blocked' }),
  );
  expect(steps[0]).toMatchObject({ observation: 'scout: blocked', decision: 'continue' });
  expect(outcome).toMatchObject({ state: 'done', reason: 'by myself' });
});

test('who was cut off asks the child of the same step again, and ends the same', async () => {
  const steps: unknown[] = [];
  const change = delegating({ observation: 'three', output: { n: 3 } }, steps);
  await expectGoesOn((turn) => (turn === 0 ? call('read', { thought, path: 'a' }) : give('done')), change);
  expect(new Set(steps)).toEqual(new Set([2]));
});
