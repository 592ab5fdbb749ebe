import type { RunView, TaskView } from '../../../../schema/run/view.ts';
import { count, dollars, duration } from '../../../words.ts';
import { oneLine, scrub, short, table } from '../../text.ts';
import { row, type Style, sub } from '../style.ts';

export function runTable(runs: RunView[]): string[] {
  if (runs.length === 0) return ['no runs yet; start one with: pawl run "<request>"'];
  const rows = scrub(runs).map((view) => [
    view.run,
    view.status,
    `${view.tasks.filter((task) => task.status === 'completed').length}/${view.tasks.length}`,
    dollars(view.usd),
    duration(view.seconds * 1000),
    view.branch ?? '-',
    oneLine(view.request, 60),
  ]);
  return table([['RUN', 'STATUS', 'TASKS', 'COST', 'TIME', 'BRANCH', 'REQUEST'], ...rows]);
}

export function runLines(given: RunView, { paint, hints }: Style): string[] {
  const view = scrub(given);
  const amounts = (by: Record<string, number>) => Object.entries(by).map(([name, usd]) => `${name} ${dollars(usd)}`);
  const [tiers, roles] = [amounts(view.usd_by_tier), amounts(view.usd_by_role)];
  return [
    row('run', paint.bold(view.run)),
    row('request', oneLine(view.request, 300)),
    row('status', `${view.status}${view.exit_code === null ? ` (${view.phase})` : `, exit code ${view.exit_code}`}`),
    ...(view.question === null ? [] : [row('question', oneLine(view.question, 300))]),
    row('base', short(view.base)),
    ...(view.branch === null ? [] : [row('branch', view.branch)]),
    ...(view.commits.length === 0 ? [] : [row('commits', view.commits.map(short).join(', '))]),
    row('time', `${duration(view.seconds * 1000)} since ${view.started_at}`),
    row('cost', `${dollars(view.usd)}${tiers.length === 0 ? '' : ` (${tiers.join(', ')})`}`),
    ...(roles.length === 0 ? [] : [row('roles', roles.join(', '))]),
    ...view.tasks.flatMap(taskLines),
    ...next(view).map((command) => row('next', paint.cyan(hints.pawl(command)))),
  ];
}

function taskLines({ task, status, tier, usd, attempts }: TaskView): string[] {
  const about = [...(tier === null ? [] : [`tier ${tier}`]), ...(usd > 0 ? [dollars(usd)] : [])].join(', ');
  return [
    row('task', `${task.id} ${status}${about === '' ? '' : ` (${about})`}: ${oneLine(task.title, 120)}`),
    ...table(
      attempts.map((attempt) => [
        `attempt ${attempt.attempt}`,
        attempt.tier,
        attempt.status,
        attempt.failing === null ? '' : count(attempt.failing, 'failing test'),
        reviewed(attempt),
      ]),
    ).map(sub),
  ];
}

const reviewed = ({ score, reviewed_by }: TaskView['attempts'][number]): string =>
  score === null ? '' : `review ${score}/100${reviewed_by === 'checks' ? ', checks only' : ''}`;

function next(view: RunView): string[] {
  if (view.status === 'waiting') return [`answer ${view.run} "<text>"`];
  if (view.status === 'interrupted') return [`resume ${view.run}`];
  return view.exit_code === null ? [] : [`report ${view.run}`];
}
