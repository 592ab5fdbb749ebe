import { clip } from '../../core/clip.ts';
import { forecastUsd } from '../../core/money/forecast.ts';
import { cutOffFromPlanning } from '../../core/run/ending/outage.ts';
import { asksPerson } from '../../core/run/planning.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { singleTask } from '../../core/run/single-task.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Task } from '../../schema/run/task.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { fileList } from '../file-list.ts';
import { hiddenIn } from '../hidden.ts';
import type { Context, Room } from '../room.ts';
import { type Thinkers, type Thought, think } from '../think.ts';
import { plannerFaults } from './planner-faults.ts';
import { tasksFrom } from './tasks.ts';

/** The Moderator's plan: the request as one task, or what the planner makes of it and of what a person says to that. */
export const plan: Room<'plan', keyof Thinkers> = async function* (_step, context, world) {
  const { state, policy } = context;
  if (policy.targets === 'all' && state.baseline?.failed === 0) {
    yield proposed([], policy);
    return;
  }
  if (policy.plan === 'single') {
    yield proposed([singleTask(state)], policy);
    return;
  }
  const files = await filesIn(context, world);
  const outcome = yield* think(
    'planner',
    {
      input: { request: state.request },
      prompt: await planningPrompt(state, files, world.blobs),
      commit: state.base,
      task: null,
      round: state.answers.length + 1,
      check: (output) => plannerFaults(output, files),
    },
    context,
    world,
  );
  if (asksPerson(outcome) || cutOffFromPlanning(context.latest?.() ?? state, policy)) return;
  yield outcome.state === 'done' ? proposed(tasksFrom(outcome.output).tasks, policy) : undelivered(outcome, context);
};

/** A planner that does not deliver costs the plan, not the run: what there was before it stands. */
function undelivered({ reason }: Thought, { state, policy }: Context): EventOf<'plan.proposed'> {
  const why = clip(reason, 500);
  if (state.plan)
    return proposed(
      state.tasks.map(({ task }) => task),
      policy,
      `the plan is unchanged, because the planner gave no new one: ${why}`,
    );
  return proposed([singleTask(state)], policy, `the request is one task, because the planner gave no plan: ${why}`);
}

const proposed = (tasks: Task[], policy: Policy, note?: string): EventOf<'plan.proposed'> => ({
  type: 'plan.proposed',
  tasks,
  forecast_usd: tasks.length === 0 ? 0 : forecastUsd(policy, tasks.length),
  improvement: false,
  ...(note !== undefined && { note }),
});

async function filesIn({ state, target }: Context, { repo }: Pick<Thinkers, 'repo'>): Promise<string[]> {
  const clone = await repo.clone(state.run, target);
  const base = await clone.treeOf(state.base);
  const isHidden = await hiddenIn(clone, base, target.scope);
  return scopeAt(target.scope)
    .inside(await clone.list(base))
    .filter((path) => !isHidden(path));
}

async function planningPrompt(state: RunState, files: string[], blobs: Blobs): Promise<string> {
  const { baseline, plan: earlier, tasks } = state;
  const tests = baseline
    ? `The project has ${baseline.total} tests (${baseline.runner ?? 'no runner'}), ${baseline.failed} of which fail.`
    : '';
  const answers = state.answers.map(({ question, text }) => `# You asked\n${question}\n\n# A person said\n${text}`);
  const current = earlier
    ? [`# The plan so far: give it whole, changed as the person said last\n${asText(tasks)}`]
    : [];
  const request = `# Request\n${clip(await blobs.text(state.request_ref), 60_000)}`;
  return [request, tests, fileList(files), ...answers, ...current].join('\n\n');
}

/** As the planner gives it. */
const asText = (tasks: RunState['tasks']): string =>
  tasks
    .map(({ task: { id: _id, depends_on, ...task } }) =>
      JSON.stringify({
        ...task,
        depends_on: depends_on.map((id) => tasks.findIndex(({ task }) => task.id === id) + 1),
      }),
    )
    .join('\n');
