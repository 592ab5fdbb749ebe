import type { EventOf, Recorded } from '../../../../schema/run/event.ts';
import type { RunStatus } from '../../../../schema/run/lifecycle.ts';
import { atMost, count, cutOffCalls, dollars, duration, statusWords } from '../../../words.ts';
import { hinted } from '../../hints.ts';
import { oneLine, short } from '../../terminal/text.ts';
import { row, type Style, sub } from '../style.ts';

const cutOff = ({ cut_off_usd = 0 }: EventOf<'run.finished'>): string =>
  cut_off_usd > 0 ? `, including ${atMost(cut_off_usd)} for ${cutOffCalls}` : '';

const improvements = ({ improvement_usd = 0 }: EventOf<'run.finished'>): string =>
  improvement_usd > 0 ? `, including ${dollars(improvement_usd)} for improvements` : '';

/** How a run ended, what it cost, and where to look. */
export function finishLines(event: Recorded<EventOf<'run.finished'>>, style: Style): string[] {
  const { paint, hints, columns } = style;
  const completed = event.status === 'completed';
  const color = completed ? paint.green : paint.red;
  const tier = event.tier === null ? '' : `, ${completed ? 'solved by' : 'last tier'} ${event.tier}`;
  const { stat, next } = event;
  const lines = [
    ...(stat ? [row('changed', `${count(stat.files, 'file')}, +${stat.insertions} -${stat.deletions}`)] : []),
    row(
      completed ? 'done' : 'ended',
      `${color(statusWords(event))} in ${duration(event.seconds * 1000)}: ${count(event.attempts, 'attempt')}${tier}, cost ${dollars(event.usd)}${cutOff(event)}${improvements(event)}`,
      color,
    ),
  ];
  const isTold = event.status === 'budget_exhausted' && style.exhausted !== undefined;
  if (!completed && !isTold && event.reason.trim() !== '') lines.push(sub(oneLine(event.reason, 300)));
  for (const text of event.unread ?? [])
    lines.push(sub(paint.yellow(`not read by any developer: "${oneLine(text, 200)}"; start another run for it`)));
  if (event.commits.length > 0) {
    lines.push(...commitLines(event.commits, style.commits));
  }
  if (event.branch !== null) lines.push(sub(`branch ${event.branch}`));
  // A path that is broken into lines is no use; `pawl report` prints it, too.
  const report = sub(`report ${event.report}`);
  if (event.report !== null && report.length <= columns) lines.push(report);
  if (isIdle(event)) return lines;
  const look = [
    ...(event.branch === null ? [] : [hints.git(`log -p ${event.branch}`)]),
    hints.pawl(`report ${event.run}`),
    ...(completed || style.isLog ? [] : [hints.pawl(`log ${event.run} --level error`)]),
  ];
  return [
    ...lines,
    ...look.map((command, i) => sub(`${i === 0 ? 'see:' : '    '} ${paint.cyan(command)}`)),
    ...(next === undefined ? [] : [row('next', nextLine(next, event.status, style))]),
  ];
}

/** There was nothing to do, so there is nothing to look at. */
const isIdle = ({ status, attempts, commits, report }: EventOf<'run.finished'>): boolean =>
  status === 'completed' && attempts === 0 && commits.length === 0 && report !== null;

/** A line each where there is something to say about them. */
function commitLines(commits: string[], about: Map<string, string> = new Map()): string[] {
  if (commits.length < 2 || !commits.some((sha) => about.has(sha)))
    return [sub(`${count(commits.length, 'commit')} ${commits.map(short).join(', ')}`)];
  return commits.map((sha) => sub(`commit ${short(sha)} ${about.get(sha) ?? ''}`.trimEnd()));
}

function nextLine(next: string, status: RunStatus, { paint, hints, exhausted }: Style): string {
  const command = paint.cyan(hinted(next, hints));
  if (next === 'pawl setup') return `this needs a model: set a key or start a local model server, then: ${command}`;
  if (status === 'unfit' && next === 'pawl fix') return `add a test and commit it, then: ${command}`;
  if (status === 'budget_exhausted' && exhausted?.cap === 'day') return `after midnight (UTC): ${command}`;
  return status === 'unfit' && next.startsWith('pawl resume') ? `fix this, then: ${command}` : command;
}
