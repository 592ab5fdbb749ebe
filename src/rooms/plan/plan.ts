import { clip } from '../../core/clip.ts';
import { forecastUsd } from '../../core/money/forecast.ts';
import { asksPerson } from '../../core/run/planning.ts';
import type { RunState } from '../../core/run/run-state.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import { type Task, type TaskKind, taskKinds } from '../../schema/run/task.ts';
import type { Room } from '../room.ts';
import { hoursFrom, type Thinkers, think } from '../think.ts';

/** The Moderator's plan: the request as one task, or what the planner makes of it. */
export const plan: Room<'plan', keyof Thinkers> = async function* (_step, context, world) {
  const { state, policy } = context;
  if (policy.targets === 'all' && state.baseline?.failed === 0) {
    yield { type: 'plan.proposed', tasks: [], forecast_usd: 0, improvement: false };
    return;
  }
  if (policy.plan === 'single') {
    yield {
      type: 'plan.proposed',
      tasks: [singleTask(state)],
      forecast_usd: forecastUsd(policy, 1),
      improvement: false,
    };
    return;
  }
  const outcome = yield* think(
    'planner',
    {
      input: { request: state.request },
      prompt: await planningPrompt(state, world.blobs),
      commit: state.base,
      task: null,
      round: state.answers.length + 1,
    },
    context,
    world,
  );
  if (asksPerson(outcome)) return;
  const planned = outcome.state === 'done' ? tasksFrom(outcome.output) : [];
  // A planner that does not deliver costs the plan, not the run.
  yield {
    type: 'plan.proposed',
    tasks: planned.length > 0 ? planned : [singleTask(state)],
    forecast_usd: forecastUsd(policy, Math.max(1, planned.length)),
    improvement: false,
  };
};

export function singleTask(state: RunState): Task {
  const lines = state.request.split('\n').map((line) => line.replace(/^\s*#+\s*/, '').trim());
  const first = lines.find((line) => line !== '') ?? 'do what was asked';
  const kind: TaskKind = /\b(refactor|rename|clean up|simplify)\b/i.test(first)
    ? 'refactor'
    : /\b(docs?|documentation|readme|changelog)\b/i.test(first)
      ? 'docs'
      : (state.baseline?.failed ?? 0) > 0 || /\b(fix|bug|repair)\b/i.test(first)
        ? 'fix'
        : 'feature';
  return {
    id: 't1',
    title: clip(first, 300),
    kind,
    acceptance: [],
    depends_on: [],
    effort_hours: 1,
  };
}

async function planningPrompt(state: RunState, blobs: Blobs): Promise<string> {
  const { baseline } = state;
  const tests = baseline
    ? `The project has ${baseline.total} tests (${baseline.runner ?? 'no runner'}), ${baseline.failed} of which fail.`
    : '';
  const answers = state.answers.map(({ question, text }) => `# You asked\n${question}\n\n# A person said\n${text}`);
  return [`# Request\n${clip(await blobs.text(state.request_ref), 60_000)}`, tests, ...answers].join('\n\n');
}

/** The output fits the contract; numbers that name no earlier task are left out, so the order always works. */
function tasksFrom(output: unknown): Task[] {
  const rows = (output as { tasks?: Record<string, unknown>[] })?.tasks ?? [];
  return rows.map((row, index) => ({
    id: `t${index + 1}`,
    title: clip(String(row.title), 200) || `task ${index + 1}`,
    kind: taskKinds.find((kind) => kind === row.kind) ?? 'feature',
    acceptance: (Array.isArray(row.acceptance) ? row.acceptance : [])
      .slice(0, 4)
      .map((text) => clip(String(text), 110)),
    depends_on: (Array.isArray(row.depends_on) ? row.depends_on : [])
      .filter((number) => Number.isInteger(number) && number >= 1 && number <= index)
      .map((number) => `t${number}`),
    effort_hours: hoursFrom(row.effort_hours),
  }));
}
