import { clip } from '../../core/clip.ts';
import { forecastUsd } from '../../core/money/forecast.ts';
import { improvementPriority } from '../../core/task/improvement-priority.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Task, TaskKind } from '../../schema/run/task.ts';
import type { Room } from '../room.ts';
import { hoursFrom, type Thinkers, think } from '../think.ts';

type Proposal = EventOf<'improvement.proposed'> & { acceptance: string[] };

const kinds: Record<Proposal['category'], TaskKind> = {
  performance: 'refactor',
  code_quality: 'refactor',
  test_coverage: 'feature',
  documentation: 'docs',
};

/** One improvement cycle: the best of what the improver proposes becomes a task. Finding none is fine. */
export const improve: Room<'improve', keyof Thinkers> = async function* (_step, context, world) {
  const { state } = context;
  const cycle = state.improvements + 1;
  const completed = state.tasks
    .filter((task) => task.status === 'completed')
    .map((task) => `- ${task.task.title}: ${task.attempts.at(-1)?.finished?.files.join(', ') ?? ''}`);
  const outcome = yield* think(
    'improver',
    {
      input: { done: completed },
      prompt: `# Done\n${completed.join('\n')}`,
      commit: state.tip,
      task: null,
      round: cycle,
    },
    context,
    world,
  );
  const proposals =
    outcome.state === 'done' ? proposalsFrom(outcome.output).sort((a, b) => b.priority - a.priority) : [];
  for (const { acceptance: _acceptance, ...event } of proposals) yield event;
  const [top] = proposals;
  const task: Task | undefined = top && {
    id: `i${cycle}`,
    title: top.title,
    kind: kinds[top.category],
    acceptance: top.acceptance,
    depends_on: [],
    effort_hours: top.effort_hours,
  };
  yield {
    type: 'plan.proposed',
    tasks: task ? [task] : [],
    forecast_usd: forecastUsd(context.policy, task ? 1 : 0),
    improvement: true,
  };
};

function proposalsFrom(output: unknown): Proposal[] {
  const rows = (output as { improvements?: Record<string, unknown>[] })?.improvements ?? [];
  return rows.map((row) => {
    const impact = row.impact as Proposal['impact'];
    const effort_hours = hoursFrom(row.effort_hours);
    return {
      type: 'improvement.proposed',
      title: clip(String(row.title), 200) || 'improve it',
      category: row.category as Proposal['category'],
      impact,
      effort_hours,
      priority: improvementPriority(impact, effort_hours),
      acceptance: (Array.isArray(row.acceptance) ? row.acceptance : [])
        .slice(0, 4)
        .map((text) => clip(String(text), 110)),
    };
  });
}
