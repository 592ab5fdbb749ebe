import { matchesAny } from '../../code/globs.ts';
import { clip } from '../../core/clip.ts';
import { forecastUsd } from '../../core/money/forecast.ts';
import { type Opportunity, ranked, worthMaking } from '../../core/task/opportunity.ts';
import { isProtected } from '../../languages/judging/protection/protected.ts';
import { readProject, usedIn } from '../../languages/runs/project.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import type { Context, Room } from '../room.ts';
import { shownChange } from '../shown-change.ts';
import { hoursFrom, type Thinkers, think } from '../think.ts';
import { opportunitiesIn } from './opportunities.ts';
import { taskFaults } from './planner-faults.ts';

const kinds: Record<Opportunity['category'], TaskKind> = {
  performance: 'refactor',
  code_quality: 'refactor',
  test_coverage: 'feature',
  documentation: 'docs',
};

/** One improvement cycle: the best of what code sees and the improver proposes becomes a task. Finding none is fine. */
export const improve: Room<'improve', keyof Thinkers> = async function* (_step, context, world) {
  const { state, policy } = context;
  const cycle = state.improvements + 1;
  const delivered = await deliveredWork(context, world);
  const canAsk = policy.tiers.some(({ model }) => model !== null);
  const proposals = ranked([
    ...delivered.opportunities,
    ...(canAsk ? yield* askImprover(cycle, delivered, context, world) : []),
  ]);
  for (const { acceptance: _acceptance, title, ...proposal } of proposals)
    yield { type: 'improvement.proposed', title: clip(title, 300), ...proposal };
  // The repairer mends what fails, and nothing does.
  const canDevelop = policy.tiers.some(({ developer }) => developer !== 'repair');
  const best = canDevelop ? worthMaking(proposals) : null;
  yield {
    type: 'plan.proposed',
    tasks: best
      ? [
          {
            id: `i${cycle}`,
            title: clip(best.title, 300),
            kind: kinds[best.category],
            acceptance: best.acceptance.map((criterion) => clip(criterion, 1000)),
            depends_on: [],
            effort_hours: best.effort_hours,
          },
        ]
      : [],
    forecast_usd: forecastUsd(policy, best ? 1 : 0),
    improvement: true,
  };
};

interface Delivered {
  opportunities: Opportunity[];
  /** The files as they are now, and those of them that no change may touch. */
  files: string[];
  locked: string[];
  diff: string | null;
}

async function deliveredWork({ state, policy, target }: Context, world: Thinkers): Promise<Delivered> {
  const clone = await world.repo.clone(state.run, target);
  const [base, tip] = [await clone.treeOf(state.base), await clone.treeOf(state.tip)];
  const paths = await clone.list(tip);
  const { isTest } = await readProject(clone, base, target, policy, { tree: tip, paths });
  const used = await usedIn(clone, tip, target, policy);
  const isLocked = (path: (typeof paths)[number]): boolean =>
    !matchesAny(path, policy.unlock) && (used.has(path) || isProtected(path, isTest, true) !== null);
  const scope = scopeAt(target.scope);
  return {
    opportunities: await opportunitiesIn(state, { clone, tip, isTest: isTest as (path: string) => boolean }),
    files: scope.inside(paths),
    locked: scope.inside(paths.filter(isLocked)),
    diff: shownChange((await clone.diff(base, tip)).patch, target.scope, world.sight),
  };
}

const mostLocked = 40;

async function* askImprover(
  cycle: number,
  { opportunities, files, locked, diff }: Delivered,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Opportunity[]> {
  const done = context.state.tasks
    .filter((task) => task.status === 'completed')
    .map(({ task: { title }, attempts }) => {
      const files = attempts.at(-1)?.finished?.files ?? [];
      return files.length === 0 ? `- ${title}` : `- ${title}: ${files.join(', ')}`;
    });
  const more = locked.length > mostLocked ? ` and ${locked.length - mostLocked} more` : '';
  const prompt = [
    `# Done\n${done.join('\n')}`,
    `# Seen by checks: no need to propose it again\n${opportunities.map(({ title }) => `- ${title}`).join('\n') || '- nothing'}`,
    `# Protected: no change to these is accepted\n${locked.slice(0, mostLocked).join(', ') || 'nothing'}${more}`,
    ...(diff === null ? [] : [`# The change\n${diff}`]),
  ];
  const outcome = yield* think(
    'improver',
    {
      input: { done },
      prompt: prompt.join('\n\n'),
      commit: context.state.tip,
      task: null,
      round: cycle,
      check: (output) => taskFaults({ tasks: rowsIn(output) }, files),
    },
    context,
    world,
  );
  return outcome.state === 'done' ? rowsIn(outcome.output).map(opportunityFrom) : [];
}

const rowsIn = (output: unknown): Record<string, unknown>[] =>
  (output as { improvements?: Record<string, unknown>[] } | null)?.improvements ?? [];

const opportunityFrom = (row: Record<string, unknown>): Opportunity => ({
  by: 'improver',
  title: String(row.title),
  category: row.category as Opportunity['category'],
  impact: row.impact as Opportunity['impact'],
  effort_hours: hoursFrom(row.effort_hours),
  acceptance: Array.isArray(row.acceptance) ? row.acceptance.map(String) : [],
});
