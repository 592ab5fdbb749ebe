import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ModelServer, Script } from '../../../src/faces/demo/model-server.ts';
import { ofType } from './contract.ts';
import { cast, finish, ladder, promptOf, read, run, turns, write } from './model.ts';
import type { Ended, Place, Printed } from './place.ts';
import { adder, edges, right, wrong } from './projects.ts';
import { commitsOn, git, makeRepo } from './repo.ts';

const branch = 'pawl/make-it-add';
const calls = 6;

/** One failed attempt of the cheap tier, then one of the smart tier that passes, with several calls in one answer. */
const script: Script = cast({
  small: turns([write('add.js', wrong), finish()]),
  large: (request) => {
    if (!promptOf(request).includes('What was tried')) throw new Error('the dossier is missing');
    return turns(
      [read('add.js'), write('add.js', right), write('edges.test.js', edges)],
      [run('cat add.js'), finish()],
    )(request);
  },
});

export interface Trial {
  target: string;
  server: ModelServer;
  here: string[];
  start: string[];
  resume: string[];
}

/** The same repository, model and ladder for every trial. */
export async function trial(place: Place, name: string): Promise<Trial> {
  const template = join(place.dir, 'template');
  const target = join(place.dir, name);
  cpSync(template, target, { recursive: true });
  const server = await place.models(script);
  const more = 'limits: { attempts_per_tier: 1 }\n';
  const here = ['--target', target, '--config', place.file(`${name}.yaml`, ladder(server.url, more)), '--json'];
  const start = ['run', 'make it add', ...here, '--yes', '--plan', 'single'];
  return { target, server, here, start, resume: ['resume', ...here, '--yes'] };
}

export function prepare(place: Place): void {
  makeRepo(join(place.dir, 'template'), adder);
}

/** A machine's state of its own for every trial. */
export const stateOf = (place: Place, name: string) => ({ XDG_STATE_HOME: join(place.dir, `state-${name}`) });

/** Goes on after a crash until the run has ended well. What was never begun is begun again. */
export async function recover(
  place: Place,
  { here, start, resume }: Trial,
  env: Record<string, string>,
): Promise<Ended> {
  const ended = await place.pawl(resume, { env });
  if (ended.code !== 2) return ended;
  const [error] = ended.lines;
  expect(error).toMatchObject({ type: 'error', reason: 'nothing_to_resume' });
  const status = await place.pawl(['status', ...here], { env });
  const runs = status.lines[0]?.runs as { exit_code: number | null }[];
  if (runs.length === 0) return place.pawl(start, { env });
  expect(runs).toMatchObject([{ status: 'completed', exit_code: 0 }]);
  return { ...ended, code: 0 };
}

/** The end that every trial must come to, whatever happened on the way. */
export async function expectSameEnd(
  place: Place,
  { target, server, here }: Trial,
  { env, crashes }: { env: Record<string, string>; crashes: number },
): Promise<void> {
  expect(commitsOn(target, branch)).toHaveLength(1);
  expect(git(target, 'for-each-ref', '--format=%(refname)', 'refs').trim().split('\n')).toHaveLength(2);
  expect(git(target, 'diff', '--name-only', `main..${branch}`)).toBe('add.js\nedges.test.js\n');
  expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
  expect(git(target, 'show', `${branch}:edges.test.js`)).toBe(edges);
  expect(git(target, '--no-optional-locks', 'status', '--porcelain')).toBe('');

  const { events } = await place.pawl(['log', '2', ...here], { env });
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(essence(events)).toEqual(story);
  expect(ofType(events, 'model.called')).toHaveLength(calls);
  // An answer that is in the journal is never asked for again: at most the one in flight is.
  expect(server.requests.length).toBeLessThanOrEqual(calls + crashes);
}

/** What happened, without how often somebody had to begin again. */
function essence(events: Printed[]): string[] {
  const incidental = new Set(['step.started', 'step.finished', 'run.resumed']);
  return events.filter((event) => !incidental.has(event.type)).map((event) => event.type);
}

const story = [
  ...['run.started', 'baseline.measured', 'phase.changed', 'plan.proposed', 'plan.confirmed', 'phase.changed'],
  ...[
    'message.sent',
    'message.received',
    'attempt.started',
    'model.called',
    'agent.step',
    'agent.step',
    'agent.finished',
  ],
  ...['attempt.finished', 'model.called', 'agent.step', 'agent.finished'],
  ...['failure.analysed', 'execution.remembered', 'verdict.reached', 'tier.escalated'],
  ...['attempt.started', 'model.called', 'agent.step', 'agent.step', 'agent.step', 'model.called'],
  ...['agent.step', 'agent.step', 'agent.finished', 'attempt.finished', 'execution.remembered', 'verdict.reached'],
  'message.sent',
  'message.received',
  ...['model.called', 'agent.step', 'agent.finished', 'model.called', 'agent.step', 'agent.finished'],
  ...['review.scored', 'commit.created', 'lesson.learned', 'message.sent', 'message.received', 'task.finished'],
  ...['phase.changed', 'criteria.checked', 'phase.changed', 'run.finished'],
];
