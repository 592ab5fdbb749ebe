import type { EventOf, Recorded } from '../../../../schema/run/event.ts';
import type { Task } from '../../../../schema/run/task.ts';
import { oneLine, strip } from '../../terminal/text.ts';
import { type Style, sub } from '../style.ts';
import { isMilestone, linesFor } from './lines.ts';
import { advance, initialProgress, type Progress } from './progress.ts';
import { reasonsOnce, textWithout } from './reasons.ts';

/** The milestones of one run as lines, with what it has cost so far. */
export interface Story {
  tell(event: Recorded): string[];
  progress(): Progress;
}

export interface Telling {
  /** Only how it ends, and what it asks. */
  quiet?: boolean;
  /** Also what agents do, with the ends of what they saw. */
  verbose?: boolean;
}

export function createStory(style: Style, { quiet = false, verbose = false }: Telling = {}): Story {
  let progress = initialProgress;
  let [several, request] = [false, ''];
  const tasks = new Map<string, string>();
  const commits = new Map<string, string>();
  /** What is said of each task's failures. They are analysed before the verdict is recorded, and read after it. */
  const analyses = new Map<string, string[]>();
  let exhausted: EventOf<'budget.exhausted'> | undefined;
  const reasonOnce = reasonsOnce();
  /** What providers have said: it comes again as the reason of whatever follows from it. */
  const messages = new Set<string>();
  const once = (event: Recorded, lines: string[]): string[] =>
    // The end is what is read last: it says the reason whole.
    event.type === 'run.finished'
      ? lines
      : lines.flatMap((line) => [...messages].reduce(withoutMessage(event, progress), [line]));
  return {
    tell(event) {
      progress = advance(progress, event);
      if (event.type === 'run.started') [several, request] = [event.policy.parallel > 1, event.request];
      if (event.type === 'plan.proposed')
        for (const task of event.tasks) tasks.set(task.id, aboutOf(task, event.improvement));
      if (event.type === 'commit.created') commits.set(event.sha, tasks.get(event.task) ?? event.task);
      if (verbose && isStep(event)) return [...linesFor(event, style), ...tailOf(event, style)];
      if (quiet && !loud.has(event.type)) return [];
      if (!isMilestone(event)) return [];
      if (event.type === 'run.resumed') exhausted = undefined;
      const context = { ...style, spent: progress.usd, commits, ...(exhausted && { exhausted }) };
      const lines = once(event, linesFor(reasonOnce(withoutRepetition(event, exhausted !== undefined)), context));
      if (event.type === 'budget.exhausted') exhausted = event;
      if (exhausted && (event.type === 'handed.over' || isIdle(event))) return [];
      if (event.type === 'model.failed') {
        const message = oneLine(strip(event.message));
        // The line of what goes on now counts the tries in between.
        if (messages.has(message) && event.retry_in_ms !== null) return [];
        messages.add(`${event.fault.replaceAll('_', ' ')}: ${message}`).add(message);
      }
      // It ends the run, which says why.
      if (event.type === 'step.finished' && event.error?.exit_code === 8) {
        messages.add(oneLine(strip(event.error.message), 300));
        return [];
      }
      if (event.type === 'run.resumed' && request !== '') lines.push(sub(oneLine(strip(request), 100)));
      const labelledLines = several ? labelled(lines, event) : lines;
      if (event.type === 'failure.analysed') {
        analyses.set(event.task, [...(analyses.get(event.task) ?? []), ...labelledLines]);
        return [];
      }
      if (event.type !== 'verdict.reached') return labelledLines;
      const after = analyses.get(event.task) ?? [];
      analyses.delete(event.task);
      return [...labelledLines, ...after];
    },
    progress: () => progress,
  };
}

/** The question itself is put to the person when the run has come to rest; that a limit is reached was said. */
function withoutRepetition(event: Recorded, isExhausted: boolean): Recorded {
  if (event.type === 'handed.over') return { ...event, question: null };
  return isExhausted && event.type === 'attempt.finished' && event.ended === 'unavailable'
    ? { ...event, summary: '' }
    : event;
}

const aboutOf = ({ id, title }: Task, improvement: boolean): string =>
  improvement
    ? `improvement ${id}: ${oneLine(strip(title), 80)} (--improve 0 skips improvements)`
    : `${id}: ${oneLine(strip(title), 80)}`;

/** A line without what a provider has said already, as far as anything is left of it. */
const withoutMessage =
  ({ type }: Recorded, { unanswered }: Progress) =>
  (lines: string[], message: string): string[] =>
    lines.flatMap((line) => {
      const at = line.indexOf(message);
      if (at === -1) return [line];
      const [before, after] = [line.slice(0, at), line.slice(at + message.length)];
      if (type === 'model.failed')
        return [`${before}still the same${unanswered > 1 ? ` after ${unanswered} calls` : ''}${after}`];
      return strip(before).trim() === '' || type === 'handed.over' ? [] : [textWithout(line, message)];
    });

/** A developer that could not begin, for want of money. */
const isIdle = (event: Recorded): boolean =>
  event.type === 'attempt.finished' && event.ended === 'unavailable' && event.files.length === 0;

const isStep = ({ type }: Recorded): boolean =>
  type === 'agent.step' || type === 'agent.finished' || type === 'model.called';

/** What is said however quiet it is to be. */
const loud = new Set(['run.finished', 'handed.over', 'branch.merged', 'branch.pushed']);

const tailLines = 3;

function tailOf(event: Recorded, { paint }: Style): string[] {
  if (event.type !== 'agent.step') return [];
  const lines = strip(event.observation).trimEnd().split('\n');
  const cut = lines.length > tailLines ? [sub(paint.dim('…'))] : [];
  return [...cut, ...lines.slice(-tailLines).map((line) => sub(paint.dim(line.slice(0, 200))))];
}

/** Where tasks go on side by side, each milestone says whose it is. */
function labelled([first, ...rest]: string[], event: Recorded): string[] {
  if (first === undefined) return [];
  const task = 'task' in event && typeof event.task === 'string' ? event.task : null;
  const isNamed = task === null || event.type === 'attempt.started' || event.type === 'task.finished';
  return [isNamed ? first : `${first} (${task})`, ...rest];
}
