import { nextCommand as commandAfter, mergedFrom } from '../../core/delivery/landing.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import { resumeCommand } from '../../core/run/ending/more.ts';
import { isDown, isMisnamed, isUntested } from '../../core/run/ending/outage.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { isRepairOnly } from '../../core/task/ladder.ts';
import { type AttemptState, failingTests } from '../../core/task/task-state.ts';
import type { EventOf } from '../../schema/run/event.ts';

/** What a person should do next. */
export function recommendation(state: RunState, end: EventOf<'run.finished'>): string {
  const { undone } = state.landing;
  if (undone)
    return undone.left.length === 0
      ? 'Nothing: what it delivered was undone.'
      : `What it delivered was undone, but for this: ${undone.left.join('; ')}.`;
  switch (end.status) {
    case 'completed':
      if (state.tasks.length === 0 && state.policy?.agent === undefined) return 'Nothing: no test fails.';
      if (state.policy?.agent !== undefined) return `Read its output: pawl log ${state.run} --agent shows it.`;
      return completed(state);
    case 'budget_exhausted':
      return `Continue where it stopped, ${state.exhausted?.cap === 'day' ? 'after midnight (UTC)' : 'with a larger budget'}: ${resumeCommand(state, end.status)}. Or narrow the request and run it again.`;
    case 'timed_out':
      return `Continue where it stopped, with more time: ${resumeCommand(state, end.status)}. Or narrow the request and run it again.`;
    case 'cancelled':
      return state.commits.length === 0
        ? `Run it again when you want it done${again(state)}.`
        : `What was finished is on ${state.branch}: git diff ${state.base.slice(0, 12)}..${state.branch} shows it. Run it again for the rest${again(state)}.`;
    case 'review_rejected':
      return rejected(state);
    case 'undelivered':
      return undelivered(state);
    case 'unfit':
      if (isUntested(state)) return 'Add a test and commit it, then: pawl fix.';
      if (isMisnamed(state)) return 'Name a test that fails, or leave the name out: pawl fix.';
      return `Fix what is wrong (pawl doctor names what it finds), then go on: pawl resume ${state.run}.`;
    case 'failed':
      if (state.policy?.agent !== undefined) return `Read its steps: pawl log ${state.run} --agent shows them.`;
      if (isDown(state)) return `No model could answer. Once one can, go on: pawl resume ${state.run}.`;
      return `A person is needed: ${failed(state)}${state.policy && isRepairOnly(state.policy) ? ' Only the repairer was tried; anything else needs a model: set a key or start a local model server, run pawl setup, and run it again.' : ''}`;
  }
}

/** The command that starts a run anew, as far as it can be told from the run. */
function again({ policy, request }: RunState): string {
  if (policy?.targets === 'all') return ': pawl fix';
  if (policy?.targets !== undefined || policy?.agent !== undefined) return '';
  const isPlain = request.length <= 100 && !/["$`\\!\n]/.test(request);
  return `: pawl run "${isPlain ? request : '<request>'}"`;
}

/** What to type once the work is read, unless it is where it should be already; or to have more of it done. */
export function nextCommand(state: RunState, { status }: EventOf<'run.finished'>): string | null {
  if (state.landing.undone) return null;
  if (status !== 'completed') return resumeCommand(state, status);
  return state.landing.merged?.to === state.tip ? null : commandAfter(state);
}

function completed({ base, branch, landing, tip }: RunState): string {
  const from = ((landing.merged?.to === tip ? mergedFrom(landing) : null) ?? base).slice(0, 12);
  const advice = landing.merged?.to === tip ? 'Read the change' : 'Read the change, then merge it';
  return `${advice}: git diff ${from}..${landing.merged?.branch ?? branch}`;
}

function undelivered({ landing: { refused }, branch }: RunState): string {
  if (!refused) return `The work is on ${branch}.`;
  return `The work is committed on ${branch}. ${refused.command} was not possible: ${refused.message}. To go on: ${refused.cure}.`;
}

function rejected({ tasks, run }: RunState): string {
  const missing = tasks.flatMap(({ attempts }) => attempts.at(-1)?.missing ?? []);
  if (missing.length > 0)
    return `The tests pass, but ${nobodyReviewed(missing)}. Have it reviewed again (pawl resume ${run}), review it yourself (pawl diff ${run} prints it), or run it with --review checks, which asks no model.`;
  const review = tasks
    .flatMap(({ attempts }) => attempts)
    .flatMap((attempt) => attempt.review ?? [])
    .at(-1);
  const points = [...new Set([...(review?.blocking ?? []), ...(review?.feedback ?? [])])];
  const why = review ? ` (${review.score} of 100)` : '';
  const where = points.length > 0 ? ` Address its points: ${points.slice(0, 3).join('; ').replace(/\.$/, '')}.` : '';
  return `The tests pass, but the review rejected the change${why}.${where} Finish the change by hand (pawl diff ${run} prints it), or make the request more specific.`;
}

function failed({ tasks, salvaged, run, initialTests }: RunState): string {
  const failedTask = tasks.find((task) => task.status === 'failed');
  const attempts = failedTask?.attempts ?? [];
  // What a person starts from is what the branch holds.
  const salvagedAttempt = salvaged?.task === failedTask?.task.id ? salvaged?.attempt : null;
  const nearest = attempts.find(({ attempt }) => attempt === salvagedAttempt) ?? nearestOf(attempts);
  const failing = nearest ? failingTests(nearest) : null;
  const likely = attempts
    .flatMap(({ analyses }) => analyses)
    .filter(({ confidence }) => confidence >= 0.5)
    .reduce<EventOf<'failure.analysed'> | null>(
      (best, candidate) => (best && best.confidence >= candidate.confidence ? best : candidate),
      null,
    );
  return [
    nearest
      ? `attempt ${nearest.attempt} (${nearest.tier}) came closest, with ${failing} failing test${failing === 1 ? '' : 's'}; start from its change${nearest === attempts.at(-1) ? ` (pawl diff ${run} | git apply)` : ''}.`
      : attempts.some(({ finished }) => finished?.files.length)
        ? `read the failures of each attempt; pawl diff ${run} prints the last change.`
        : unchanged(attempts, initialTests),
    ...(likely
      ? [`The most likely cause (confidence ${likely.confidence}): ${likely.root_cause.replace(/[^.!?]$/, '$&.')}`]
      : []),
    ...(salvaged ? [`The unfinished work is on ${salvaged.branch}.`] : []),
    `pawl log ${run} --agent shows every step.`,
  ].join(' ');
}

/** Where a person begins that no attempt left anything for. */
function unchanged(attempts: AttemptState[], initialTests: RunState['initialTests']): string {
  const { failing = [], failed = 0 } = initialTests ?? {};
  const names = failing.slice(0, 3).map(({ test }) => test.replace(/^\(runner\)/, 'the test run'));
  const more = failed > names.length ? ` and ${failed - names.length} more` : '';
  const lines = (attempts.at(-1)?.finished?.suspects ?? []).slice(0, 3).map(({ file, line }) => `${file}:${line}`);
  return [
    'no attempt changed anything.',
    ...(names.length > 0 ? [`Start with what fails: ${names.join('; ')}${more}.`] : []),
    ...(lines.length > 0 ? [`The most suspicious lines are ${lines.join(', ')}.`] : []),
  ].join(' ');
}

/** The one with the fewest failing tests of those that changed anything; the latest of equals. */
function nearestOf(attempts: AttemptState[]): AttemptState | null {
  let [best, least]: [AttemptState | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const attempt of attempts) {
    const failing = attempt.finished?.files.length ? failingTests(attempt) : null;
    if (failing !== null && failing <= least) [best, least] = [attempt, failing];
  }
  return best;
}
