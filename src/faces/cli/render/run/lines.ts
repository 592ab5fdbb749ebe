import { checksOnly } from '../../../../schema/judge/review.ts';
import type { EventOf, EventType, Recorded } from '../../../../schema/run/event.ts';
import type { Policy, Tier } from '../../../../schema/settings/policy.ts';
import {
  count,
  doingWords,
  dollars,
  duration,
  errorWords,
  failingWords,
  phaseWords,
  requestWords,
  testWords,
} from '../../../words.ts';
import { listed, oneLine, scrub, short } from '../../terminal/text.ts';
import { plainStyle, type Renderer, row, type Style, sub } from '../style.ts';
import { verdictLines } from '../verdict.ts';
import { deliveryLines } from './delivery.ts';
import { finishLines } from './finish.ts';
import { tooLate } from './late-words.ts';
import { planLines } from './plan.ts';
import { repositoryOf } from './repository.ts';
import { reviewLines } from './review.ts';
import { actionWords, stepWords } from './subject.ts';

/** What an event says to a person, at most a few lines. Nothing for a type that this version does not know. */
export function linesFor(event: Recorded, style: Style = plainStyle()): string[] {
  if (!Object.hasOwn(renderers, event.type)) return [];
  const render = renderers[event.type] as Renderer<EventType>;
  return render(scrub(event), style);
}

/** What belongs into the story of a run; the rest is for `pawl log`. */
export function isMilestone(event: Recorded): boolean {
  if (event.type === 'step.finished') return event.error !== null;
  // What the evidence alone says is in the verdict already.
  if (event.type === 'failure.analysed') return event.confidence >= 0.5 && (event.by ?? 'analyst') === 'analyst';
  return !background.has(event.type);
}

const background = new Set<EventType>([
  'step.started',
  'phase.changed',
  'message.sent',
  'message.received',
  'agent.step',
  'agent.finished',
  'model.called',
  // Its first and its last state are told; the review has told the score.
  'pr.updated',
  'commit.prepared',
  'backup.kept',
  'execution.remembered',
]);

/** An external agent spends by itself; only what the user declared is held to the budget. */
const isUncounted = ({ developer, attempt_usd }: Tier): boolean =>
  (developer === 'acp' || developer === 'command') && attempt_usd === undefined;

/** What a run can cost. */
const mostOf = ({ tiers, roles, limits }: Policy): string =>
  tiers.every(({ developer }) => developer === 'repair') && Object.keys(roles).length === 0
    ? 'without a model: $0'
    : `at most ${dollars(limits.run_usd)}`;

/** The limits that a person has changed. */
function raised({ limits: { run_usd, run_minutes } = {} }: EventOf<'run.resumed'>): string {
  const money = run_usd === undefined ? [] : [`at most ${dollars(run_usd)}`];
  const time = run_minutes === undefined || run_minutes === null ? [] : [`at most ${duration(run_minutes * 60_000)}`];
  return [...money, ...time].map((limit) => `, ${limit}`).join('');
}

const renderers: { [T in EventType]: Renderer<T> } = {
  'run.started': (e, { paint }) => [
    row('run', `${paint.bold(e.run)}: ${oneLine(requestWords(e.request, e.policy.agent), 100)}`, paint.cyan),
    sub(`base ${short(e.base)} of ${repositoryOf(e)}`),
    sub(`ladder ${e.policy.tiers.map((t) => t.name).join(' → ')}, ${mostOf(e.policy)}`),
    ...e.policy.tiers
      .filter(isUncounted)
      .map((t) => row('note', `spending by the agent of tier ${t.name} is not counted`)),
  ],
  'run.resumed': (e, { paint }) => [row('run', `${paint.bold(e.run)} continues${raised(e)}`, paint.cyan)],
  'step.started': (e, { paint }) => [paint.dim(row('step', stepWords(e)))],
  'step.finished': (e, { paint }) =>
    e.error === null
      ? [paint.dim(row('step', `${stepWords(e)} ended`))]
      : [row('step', paint.red(`${doingWords[e.step]}${of(e.task)} failed: ${oneLine(e.error.message, 300)}`))],
  'phase.changed': (e, { paint }) => [paint.dim(row('phase', phaseWords[e.to]))],
  'baseline.measured': (e) => [
    row('baseline', baselineText(e)),
    ...failingWords(e).map((line) => sub(oneLine(line, 200))),
  ],
  'plan.proposed': planLines,
  'plan.confirmed': (e) => [row('plan', e.by === 'person' ? 'confirmed by you' : 'accepted without asking')],
  'message.sent': (e, { paint }) => [
    paint.dim(
      row(
        'message',
        `${who[e.from]} → ${who[e.to]}: ${messages[e.kind]}, ${e.task}${e.round > 0 ? `, round ${e.round}` : ''}`,
      ),
    ),
    ...e.feedback.map((item) => paint.dim(sub(`- ${oneLine(item)}`))),
  ],
  'message.received': (e, { paint }) => [
    paint.dim(row('message', `${who[e.to]} received: ${messages[e.kind]}, ${e.task}`)),
  ],
  'attempt.started': (e, { paint }) => [
    row('attempt', `${e.attempt} of ${e.task} by ${paint.bold(e.tier)}`, paint.cyan),
  ],
  'agent.step': (e, { paint }) => [
    paint.dim(row(`step ${e.step}`, `${e.agent} ${actionWords(e)}${because(e.thought, 120)}`)),
  ],
  'agent.finished': (e, { paint }) => [paint.dim(row('agent', `${e.agent} ${e.state}: ${oneLine(e.reason)}`))],
  'model.called': (e, { paint }) => [
    paint.dim(
      row(
        'model',
        `${e.tier} ${e.model} as ${e.role}: ${e.input_tokens} tokens in (${e.cached_tokens} cached), ${e.output_tokens} out, ${dollars(e.usd)}${e.estimated ? ' (estimated)' : ''}`,
      ),
    ),
  ],
  'model.failed': (e, { paint }) => [
    row('model', paint.yellow(`${e.tier} (${e.model}): ${oneLine(e.message)}${retry(e.retry_in_ms)}`)),
  ],
  'budget.exhausted': (e, { paint }) => [
    row(
      'budget',
      paint.red(
        `the next call could exceed the ${e.cap} limit of ${dollars(e.limit_usd)}: ${dollars(e.spent_usd)} spent, and it may cost ${dollars(e.needed_usd)}`,
      ),
    ),
  ],
  'attempt.finished': (e, { paint, spent }) => [
    row(
      'change',
      `${changed(e)}${ended[e.ended]}${spent === undefined ? '' : paint.dim(`, ${dollars(spent)} so far`)}`,
    ),
    ...summaryLines(e.summary, paint),
  ],
  'verdict.reached': verdictLines,
  'tests.written': (e) => [
    row(
      'tests',
      e.files.length === 0 ? 'no tests were added to the change' : `added to the change: ${listed(e.files)}`,
    ),
  ],
  'integrity.violated': (e, { paint }) => [
    row('integrity', paint.red(`${e.rule}: ${listed(e.files)} (protected; restored from the base)`)),
  ],
  'failure.analysed': (e) => [
    row(
      'analysis',
      `${oneLine(testWords(e.test), 100)}: ${oneLine(e.root_cause || e.error_message)}${alsoFailing(e.count)}`,
    ),
    ...(e.fix_strategy === '' ? [] : [sub(`fix: ${oneLine(e.fix_strategy)} (confidence ${e.confidence})`)]),
  ],
  'execution.remembered': (e, { paint }) => [
    paint.dim(row('memory', `attempt ${e.attempt} of ${e.task} is remembered, with ${count(e.failures, 'failure')}`)),
  ],
  'history.recalled': (e) => [
    row('history', `recalled ${count(e.executions, 'earlier attempt')}`),
    ...e.text.split('\n').map((line) => sub(oneLine(line))),
  ],
  'loop.detected': (e, { paint }) => [row('loop', paint.yellow(`${e.task}, ${oneLine(e.evidence, 300)}`))],
  'tier.chosen': (e, { paint }) => [
    row('tier', `${paint.bold(e.tier)} instead of ${e.instead_of}: ${oneLine(e.reason, 300)}`, paint.magenta),
  ],
  'tier.stopped': (e, { paint }) => [
    row('tier', paint.red(`${e.tier} gets no more calls in this run: ${oneLine(e.reason, 300)}`)),
  ],
  'tier.escalated': (e, { paint }) => [
    row('escalate', `${paint.bold(`${e.from} → ${e.to}`)}${because(e.reason)}`, paint.magenta),
  ],
  ...reviewLines,
  'change.merged': (e, { paint }) => [
    e.tree === null
      ? row(
          'merge',
          paint.yellow(
            `conflicts with ${short(e.onto)} in ${oneLine(e.conflicts.join(', '), 200)}: starting again on top of it`,
          ),
        )
      : row('merge', `now on top of ${short(e.onto)}; testing it again`),
  ],
  ...deliveryLines,
  'pr.updated': (e) => [
    row('pr', `${e.ref}: ${e.draft ? e.stage : 'ready'}${e.score === null ? '' : `, ${e.score}/100`}`),
  ],
  'pr.merged': (e) => [row('pr', `${e.ref} merged`)],
  'pr.pending': (e) => [row('pr', `${e.ref} is open: ${e.url}`)],
  'issue.answered': (e) => [row('issue', `${e.ref} answered: ${e.url}`)],
  'forge.failed': (e) => [row('forge', e.message)],
  'memory.failed': (e) => [row('note', `lessons are unavailable: ${oneLine(e.message)}`)],
  'lesson.recalled': (e) => [row('lesson', `recalled: ${oneLine(e.fix)}`)],
  'lesson.learned': (e) => [row('lesson', `${errorWords(oneLine(e.error, 120))}: ${oneLine(e.fix)} (${e.tier})`)],
  'improvement.proposed': (e) => [
    row(
      'improve',
      `${oneLine(e.title)} (${e.category}, impact ${e.impact}, ${e.effort_hours} h, priority ${e.priority})`,
    ),
  ],
  'task.finished': (e, { paint }) => [
    row(
      'task',
      `${e.task} ${e.status === 'completed' ? paint.green('completed') : paint.red('failed')}${because(e.reason.replace(`; ${checksOnly}`, ''))}`,
    ),
  ],
  'handed.over': (e, { paint }) => [
    e.about === 'plan'
      ? row('plan', paint.bold('waits for you to confirm it'))
      : e.about === 'request'
        ? row('question', 'the planner asks you', paint.magenta)
        : row('escalate', `${e.task === null ? '' : `${e.task} `}to a person${because(e.reason)}`, paint.magenta),
    ...(e.question === null ? [] : e.question.split('\n').map((line) => sub(paint.bold(line)))),
  ],
  'answer.given': (e, { paint }) => [
    row(e.asked === false ? 'you said' : 'answer', `${oneLine(e.text)}${paint.yellow(tooLate(e))}`),
  ],
  'cancel.requested': (e, { paint }) => [row('cancel', paint.yellow(`requested${because(e.reason)}`))],
  'run.finished': finishLines,
};

const who = { moderator: 'moderator', tech_lead: 'tech lead' } as const;

const messages: Record<EventOf<'message.sent'>['kind'], string> = {
  TASK_ASSIGNED: 'task assigned',
  PR_SUBMITTED: 'change submitted',
  PR_FEEDBACK: 'feedback on the change',
  IMPROVEMENT_TASK: 'improvement assigned',
  TASK_COMPLETED: 'task completed',
};

const ended: Record<EventOf<'attempt.finished'>['ended'], string> = {
  finished: '',
  step_limit: ', ran out of steps',
  step_loop: ', stopped because its steps repeated',
  hand_over: ', handed over',
  unavailable: ', the developer could not work',
};

const alsoFailing = (failures = 1): string => (failures > 1 ? ` (and ${failures - 1} more like it)` : '');
const of = (task: string | null): string => (task === null ? '' : ` of ${task}`);
const because = (reason: string, most = 300): string => (reason.trim() === '' ? '' : `: ${oneLine(reason, most)}`);
const retry = (ms: number | null): string => (ms === null ? '' : `; retrying in ${duration(ms)}`);

function baselineText({ runner, total, passed, failed, duration_ms }: EventOf<'baseline.measured'>): string {
  const took = `(${duration(duration_ms)})`;
  if (total > 0) return `${runner ?? 'tests'}: ${count(total, 'test')}, ${passed} passed, ${failed} failed ${took}`;
  if (failed > 0) return `${runner ?? 'tests'}: the test run failed before any test ended ${took}`;
  const by = runner === null ? '' : ` (${runner})`;
  return `no tests${by}: the change must add some, unless --allow-untested is given`;
}

function changed(e: EventOf<'attempt.finished'>): string {
  if (e.files.length === 0) return 'nothing changed';
  return `${count(e.files.length, 'file')} +${e.insertions} -${e.deletions}: ${listed(e.files)}`;
}

/** The first of several lines says what was done, the others how. */
function summaryLines(summary: string, paint: Style['paint']): string[] {
  const [first = '', ...rest] = summary.trim().split('\n');
  const details = oneLine(rest.join(' '), 400);
  if (details === '') return first === '' ? [] : [sub(paint.dim(oneLine(first, 400)))];
  return [sub(oneLine(first, 400)), sub(paint.dim(details))];
}
