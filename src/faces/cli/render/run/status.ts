import { isPlanned, type RunView, type TaskView } from '../../../../schema/run/view.ts';
import {
  attemptStatusWords,
  briefMoment,
  costWords,
  count,
  dollars,
  duration,
  failingWords,
  localMoment,
  phaseWords,
  requestWords,
  statusWords,
  taskWords,
} from '../../../words.ts';
import { hinted } from '../../hints.ts';
import { table } from '../../terminal/layout.ts';
import { oneLine, scrub, short } from '../../terminal/text.ts';
import { row, type Style, sub } from '../style.ts';

/** Below each, a table leaves out more of what `pawl status RUN` says as well, so that the request can be read. */
const roomy = 150;
const middling = 110;
const tight = 70;
const mostQuestions = 3;

/** On a terminal runs are shown by their ids, and long cells are cut; a program gets everything. */
export function runTable(runs: RunView[], { columns, paint }: Pick<Style, 'columns' | 'paint'>, now: number): string[] {
  if (runs.length === 0) return ['no runs yet; start one with: pawl run "<request>"'];
  const isShown = Number.isFinite(columns);
  const ids = shortNames(runs.map(({ run }) => run));
  const isNarrow = columns < roomy;
  const started = (iso: string) => (isNarrow ? briefMoment(iso, now) : localMoment(iso));
  const rows = scrub(runs).map((view) => [
    isShown ? (ids.get(view.run) ?? view.run) : view.run,
    painted(
      [...(view.undone && isShown ? [] : [statusOf(view)]), ...(view.undone ? [undoneWords(view)] : [])].join(', '),
      view,
      paint,
    ),
    ...(columns < tight
      ? []
      : [`${view.tasks.filter((task) => task.status === 'completed').length}/${view.tasks.length}`]),
    dollars(view.usd),
    ...(columns < middling ? [] : [duration(view.seconds * 1000)]),
    started(view.started_at),
    ...(isNarrow ? [] : [view.branch ?? '-']),
    oneLine(requestWords(view.request, view.agent), isShown ? 200 : 60),
  ]);
  const more = (head: string, least = roomy) => (columns < least ? [] : [head]);
  const heads = [
    'RUN',
    'STATUS',
    ...more('TASKS', tight),
    'COST',
    ...more('TIME', middling),
    'STARTED',
    ...more('BRANCH'),
    'REQUEST',
  ];
  return table(
    [heads, ...rows],
    columns,
    ['STATUS', 'STARTED'].map((head) => heads.indexOf(head)),
  );
}

/** How a run ended, in its colour; none where nothing is to be done. */
function painted(text: string, { status, undone, exit_code }: RunView, paint: Style['paint']): string {
  if (undone || status === 'cancelled') return text;
  if (status === 'completed') return paint.green(text);
  if (status === 'waiting' || status === 'interrupted') return paint.yellow(text);
  return exit_code === null ? text : paint.red(text);
}

/** What the newest runs that wait want to know, and how to answer. */
export function waitingLines(runs: RunView[], { hints, paint }: Style): string[] {
  const ids = shortNames(runs.map(({ run }) => run));
  return runs
    .filter(({ status, question }) => status === 'waiting' && question !== null)
    .slice(0, mostQuestions)
    .flatMap(({ run, question, about }) => [
      row('waits', oneLine(scrub(question ?? ''), 300)),
      sub(paint.cyan(hints.pawl(`answer ${ids.get(run) ?? run} ${answerTo(about)}`))),
    ]);
}

/** What is typed to answer; a plan is confirmed with a yes. */
export const answerTo = (about: RunView['about']): string => (about === 'plan' ? 'yes' : '"<text>"');

/** How the newest run goes on that nobody works on: it was interrupted, or has reached a limit. */
export function resumeLines([newest]: RunView[], { hints, paint }: Style): string[] {
  if (newest?.status === 'interrupted') return [row('next', paint.cyan(hints.pawl(`resume ${newest.run}`)))];
  const isAtLimit = newest?.status === 'budget_exhausted' || newest?.status === 'timed_out';
  return isAtLimit && newest.next !== null ? [row('next', paint.cyan(hinted(newest.next, hints)))] : [];
}

const statusOf = (view: RunView): string => statusWords({ status: view.status, planned: isPlanned(view) });

function stateOf(view: RunView): string {
  if (view.undone) return `${undoneWords(view)}; it had ended as ${statusOf(view)}, exit code ${view.exit_code}`;
  if (view.exit_code !== null) return `${statusOf(view)}, exit code ${view.exit_code}`;
  return isPlanned(view) ? `${statusOf(view)}, not started yet` : `${statusOf(view)} (${phaseWords[view.phase]})`;
}

const undoneWords = (view: RunView): string => `${isWhole(view) ? '' : 'partly '}undone`;

const isWhole = ({ left }: RunView): boolean => left.length === 0;

/** The last part of each name, or all of it where two share that part. */
export function shortNames(runs: string[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const run of runs) times.set(idOf(run), (times.get(idOf(run)) ?? 0) + 1);
  return new Map(runs.map((run) => [run, times.get(idOf(run)) === 1 ? idOf(run) : run]));
}

export const idOf = (run: string): string => run.slice(run.lastIndexOf('-') + 1);

export function runLines(raw: RunView, { paint, hints, columns }: Style): string[] {
  const view = scrub(raw);
  const live = view.status === 'running' ? ' so far' : '';
  const roles = Object.entries(view.usd_by_role).map(([name, usd]) => `${name} ${dollars(usd)}`);
  return [
    row('run', paint.bold(view.run)),
    row('request', oneLine(requestWords(view.request, view.agent), 300)),
    row('status', stateOf(view)),
    ...(view.question === null ? [] : [row('question', oneLine(view.question, 300))]),
    row('base', short(view.base)),
    // Its branch is gone with what it delivered.
    ...(view.branch === null || (view.undone && isWhole(view)) ? [] : [row('branch', view.branch)]),
    ...(view.commits.length === 0 ? [] : [row('commits', view.commits.map(short).join(', '))]),
    ...(view.merged_into === null ? [] : [row('merged', `into ${view.merged_into}`)]),
    ...(view.pushed_to === null ? [] : [row('pushed', `to ${view.pushed_to}`)]),
    ...view.pulls.map(({ ref, url, state }) => row('pr', `${ref} ${state}: ${url}`)),
    ...(view.unasked === null ? [] : [row('note', `the forge could not be asked: ${oneLine(view.unasked, 300)}`)]),
    ...(view.undone
      ? [row('undone', isWhole(view) ? 'what it delivered was taken back' : 'in part; what was left then:')]
      : []),
    ...view.left.map((line) => sub(oneLine(line, 600))),
    row('time', `${duration(view.seconds * 1000)}${live}, started ${localMoment(view.started_at)}`),
    row('cost', costWords(view.usd, view.usd_by_tier, view.usd_cut_off)),
    ...(roles.length === 0 ? [] : [row('roles', roles.join(', '))]),
    ...baselineLines(view),
    ...view.tasks.flatMap((task) => taskLines(task, view, columns)),
    ...next(view, hints).map((command, at) => (at === 0 ? row('next', paint.cyan(command)) : sub(paint.cyan(command)))),
  ];
}

/** What failed before any change, where the run has not changed that. */
function baselineLines({ baseline, status }: RunView): string[] {
  if (baseline === null || baseline.failed === 0 || status === 'completed') return [];
  const [first = '', ...others] = failingWords(baseline).map((line) => oneLine(line, 200));
  return first === '' ? [] : [row('failing', first), ...others.map(sub)];
}

function taskLines({ task, status, tier, usd, attempts }: TaskView, run: RunView, columns: number): string[] {
  const about = [...(tier === null ? [] : [`tier ${tier}`]), ...(usd > 0 ? [dollars(usd)] : [])].join(', ');
  return [
    row(
      'task',
      `${task.id} ${taskWords(status, run.status)}${about === '' ? '' : ` (${about})`}: ${oneLine(task.title, 120)}`,
    ),
    ...table(
      attempts.map((attempt) => [
        `attempt ${attempt.attempt}`,
        attempt.tier,
        attemptStatusWords(attempt.status, run.status),
        failingIn(attempt),
        reviewed(attempt),
      ]),
      columns - 10,
    ).map(sub),
  ];
}

const failingIn = ({ failing, status }: TaskView['attempts'][number]): string =>
  failing === null
    ? ''
    : status === 'pass' && failing > 0
      ? `${failing} failing as before`
      : count(failing, 'failing test');

const reviewed = ({ score, reviewed_by }: TaskView['attempts'][number]): string =>
  score === null ? '' : `review ${score}/100${reviewed_by === 'checks' ? ', checks only' : ''}`;

function next(view: RunView, hints: Style['hints']): string[] {
  if (view.status === 'waiting') return [hints.pawl(`answer ${view.run} ${answerTo(view.about)}`)];
  if (view.status === 'interrupted') return [hints.pawl(`resume ${view.run}`)];
  if (view.exit_code === null) return [];
  return [...(view.next === null ? [] : [hinted(view.next, hints)]), hints.pawl(`report ${view.run}`)];
}
