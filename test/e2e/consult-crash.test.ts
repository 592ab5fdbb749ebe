import { describe, expect } from 'vitest';
import { act, agentFile, consulting, finish, playing, withAgents } from './support/consulting.ts';
import { ofType } from './support/contract.ts';
import { stateOf } from './support/crash.ts';
import { turns } from './support/model.ts';
import { type Place, type Printed, test } from './support/place.ts';

/** `PAWL_SWEEP=all` tries every point; otherwise every 23rd, from the first on. */
const stride = process.env.PAWL_SWEEP === 'all' ? 1 : 23;
const minutes = 60_000;
const calls = 6;

const files = withAgents({
  lead: agentFile('lead', 'write, delegate, finish', 'delegates: [scout]\n').replace(
    '\nactions:',
    '\n  constraints: [The answer is short.]\nactions:',
  ),
  scout: agentFile('scout', 'read, finish'),
});

/** A file is written, another agent is asked, and the output gets a second look. */
const script = playing({
  lead: turns(
    [act('write', { path: 'a.txt', content: 'a' })],
    [act('delegate', { agent_id: 'scout', task: { question: 'how many?' } }, 'a.txt is written.')],
    [finish({ answer: 'three' })],
  ),
  scout: turns([act('read', { path: 'readme.md' })], [finish({ answer: '3' })]),
  check: turns([act('finish', { broken: [] })]),
});

describe('kill -9 in the middle of an agent’s steps', () => {
  test(
    'at anything durable, then resume: every step once, and no answer is asked for again',
    async ({ place }) => {
      const whole = story((await consulted(place, 0)).events);
      expect(whole.filter((line) => line.startsWith('agent.step'))).toEqual([
        'agent.step lead 1 write',
        'agent.step scout 1 read',
        'agent.step scout 2 finish',
        'agent.step lead 2 delegate',
        'agent.step lead 3 finish',
      ]);
      let [next, last] = [1, Number.POSITIVE_INFINITY];
      const worker = async (): Promise<void> => {
        while (next < last) {
          const point = next;
          next += stride;
          const { events, crashed, asked } = await consulted(place, point);
          expect(story(events), `point ${point}`).toEqual(whole);
          // At most the answer that was in flight is asked for once more.
          expect(asked, `point ${point}`).toBeLessThanOrEqual(calls + (crashed ? 1 : 0));
          if (!crashed) last = Math.min(last, point);
        }
      };
      await Promise.all([worker(), worker(), worker()]);
      expect(last).toBeGreaterThan(50);
    },
    15 * minutes,
  );
});

/** Asks the lead, dies at a point (0: does not), and goes on until it has ended well. */
async function consulted(place: Place, point: number) {
  const { here, server } = await consulting(place, script, files);
  const env = stateOf(place, `point-${point}`);
  const start = [
    'agents',
    'run',
    'lead',
    '--input',
    place.file(`input-${point}.json`, '{"question":"why?"}'),
    ...here,
    '--json',
  ];
  const first = await place.pawl(start, { env: { ...env, PAWL_CRASH_AT: String(point) } });
  const crashed = first.signal === 'SIGKILL';
  if (crashed) {
    const resumed = await place.pawl(['resume', ...here, '--json'], { env });
    const status = await place.pawl(['status', ...here, '--json'], { env });
    const runs = status.lines[0]?.runs as unknown[];
    if (resumed.code !== 0) expect(resumed.lines, `point ${point}`).toMatchObject([{ reason: 'nothing_to_resume' }]);
    if (runs.length === 0) expect((await place.pawl(start, { env })).code, `point ${point}`).toBe(0);
  } else expect(first.code).toBe(0);
  const { events } = await place.pawl(['log', '2', ...here, '--json'], { env });
  await server.close();
  expect(ofType(events, 'run.finished'), `point ${point}`).toMatchObject([{ exit_code: 0 }]);
  expect(ofType(events, 'model.called'), `point ${point}`).toHaveLength(calls);
  return { events, crashed, asked: server.requests.length };
}

/** What happened, without how often somebody had to begin again. */
function story(events: Printed[]): string[] {
  const incidental = new Set(['step.started', 'step.finished', 'run.resumed']);
  return events
    .filter(({ type }) => !incidental.has(type))
    .map(({ type, agent, role, step, action, state }) => [type, agent ?? role, step, action ?? state].join(' ').trim());
}
