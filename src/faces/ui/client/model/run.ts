import type { EventOf } from '../../../../schema/run/event.ts';
import type { RunBrief } from '../../../../schema/run/view.ts';
import type { ShownEvent } from '../../wire.ts';
import { foldAttempt } from './attempt.ts';
import type { Question, RunModel, TaskModel } from './shape.ts';

export const emptyRun = (): RunModel => ({
  ...{ seq: 0, active_ms: 0, last_at: 0 },
  ...{ start: null, phase: 'initializing', doing: null, baseline: null, plan: null, confirmed: false },
  ...{ tasks: [], steps: [], question: null, usd: 0, tokens: { input: 0, cached: 0, output: 0 } },
  ...{ byTier: new Map(), byRole: new Map(), exhausted: null, commits: [], criteria: [], log: [], finished: null },
});

/** Takes one event into the model. Events that came before are left out, so a stream may repeat itself. */
export function take(run: RunModel, event: ShownEvent): void {
  if (event.seq <= run.seq) return;
  run.seq = event.seq;
  run.log.push(event);
  pass(run, event);
  foldAttempt(run, event);
  switch (event.type) {
    case 'run.started':
      run.start = event;
      break;
    case 'phase.changed':
      run.phase = event.to;
      break;
    case 'step.started':
      run.doing = event.task === null ? event.step : `${event.step} ${event.task}`;
      break;
    case 'step.finished':
      run.doing = null;
      break;
    case 'baseline.measured':
      run.baseline ??= event;
      break;
    case 'plan.proposed':
      proposed(run, event);
      break;
    case 'plan.confirmed':
      run.confirmed = true;
      run.question = null;
      break;
    case 'model.called':
      run.tokens.input += event.input_tokens;
      run.tokens.cached += event.cached_tokens;
      run.tokens.output += event.output_tokens;
      spent(run, event);
      break;
    case 'model.failed':
      spent(run, event);
      break;
    case 'budget.exhausted':
      run.exhausted = event;
      break;
    case 'commit.created':
      run.commits.push(event);
      break;
    case 'criteria.checked':
      run.criteria = event.criteria;
      break;
    case 'task.finished':
      finishedTask(run, event);
      break;
    case 'handed.over':
      if (event.question !== null) run.question = questionOf(run, event, event.question);
      break;
    case 'answer.given':
    case 'cancel.requested':
      run.question = null;
      break;
    case 'run.resumed':
      run.finished = null;
      break;
    case 'run.finished':
      run.finished = event;
      run.question = null;
      run.doing = null;
      break;
  }
}

/** What the run cost, with calls that were cut off: no event says what these cost, only the end or the list of runs. */
export function chargedUsd(
  { usd, finished }: Pick<RunModel, 'usd' | 'finished'>,
  brief: Pick<RunBrief, 'status' | 'usd'> | undefined,
): number {
  const listed = brief === undefined || brief.status === 'running' ? 0 : brief.usd;
  const charged = finished?.usd ?? listed;
  return charged - usd > 1e-9 ? charged : usd;
}

/** Time passes while somebody works: not while the run waits, or has been left. */
function pass(run: RunModel, { type, at }: ShownEvent): void {
  const now = Date.parse(at);
  const idle = type === 'run.resumed' || run.last_at === 0 || run.question !== null || run.finished !== null;
  if (!idle) run.active_ms += Math.max(0, now - run.last_at);
  run.last_at = now;
}

function proposed(run: RunModel, event: EventOf<'plan.proposed'>): void {
  if (!event.improvement) run.question = null;
  const rows = event.tasks.map(
    (task): TaskModel => ({
      ...{ task, improvement: event.improvement, status: 'pending', reason: '' },
      ...{ attempts: [], commit: null, usd: 0 },
    }),
  );
  if (event.improvement) {
    run.tasks.push(...rows);
    return;
  }
  run.plan = event;
  run.confirmed = false;
  run.tasks = rows;
}

/** A question without its subject is about the plan while that has been neither confirmed nor begun. */
function questionOf(run: RunModel, event: EventOf<'handed.over'>, text: string): Question {
  const open = run.plan !== null && !run.confirmed && run.tasks.every(({ attempts }) => attempts.length === 0);
  return { text, about: event.about ?? (open ? 'plan' : null), task: event.task };
}

function finishedTask(run: RunModel, event: EventOf<'task.finished'>): void {
  const task = run.tasks.find(({ task: { id } }) => id === event.task);
  if (!task) return;
  task.status = event.status;
  task.reason = event.reason;
}

function spent(run: RunModel, event: EventOf<'model.called'> | EventOf<'model.failed'>): void {
  run.usd += event.usd;
  add(run.byTier, event.tier, event.usd);
  add(run.byRole, event.role, event.usd);
  const task = run.tasks.find(({ task: { id } }) => id === event.task);
  if (task) task.usd += event.usd;
}

const add = (sums: Map<string, number>, name: string, usd: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + usd);
