import type { Activity } from '../../../../schema/run/activity.ts';
import type { Recorded } from '../../../../schema/run/event.ts';
import type { StepKind } from '../../../../schema/run/lifecycle.ts';
import type { Policy } from '../../../../schema/settings/policy.ts';
import { clock, count, doingWords, dollars, roughly } from '../../../words.ts';
import { cut, widthOf } from '../../terminal/layout.ts';
import { oneLine } from '../../terminal/text.ts';
import { actionWords } from './subject.ts';

/** What a run is doing now, as far as its events tell. */
export interface Progress {
  doing: StepKind | 'start';
  task: string | null;
  tier: string | null;
  attempt: number | null;
  steps: number;
  action: string | null;
  thought: string;
  /** Calls that failed since a model last answered. */
  unanswered: number;
  tokens: number;
  usd: number;
  /** Of it, for the task that is worked on. */
  task_usd: number;
  /** When work on the task began, in milliseconds. */
  task_since: number;
  limits: Policy['limits'] | null;
  /** Whether a model is asked about changes that pass. */
  has_tester: boolean;
}

export const initialProgress: Progress = {
  ...{ doing: 'start', task: null, tier: null, attempt: null, steps: 0, action: null, thought: '' },
  ...{ unanswered: 0, tokens: 0, usd: 0, task_usd: 0, task_since: 0, limits: null, has_tester: false },
};

export function advance(progress: Progress, event: Recorded): Progress {
  switch (event.type) {
    case 'run.started':
      return { ...progress, limits: event.policy.limits, has_tester: event.policy.roles.tester !== undefined };
    case 'run.resumed':
      return { ...progress, task_since: progress.task_since && Date.parse(event.at) };
    case 'step.started':
      return { ...progress, doing: event.step, task: event.task, action: null, thought: '', unanswered: 0 };
    case 'attempt.started':
      return {
        ...progress,
        ...{ task: event.task, tier: event.tier, attempt: event.attempt, steps: 0, action: null, thought: '' },
        task_since: progress.task_since || Date.parse(event.at),
      };
    case 'agent.step':
      return {
        ...progress,
        steps: progress.steps + 1,
        action: actionWords(event),
        thought: event.thought,
      };
    case 'agent.finished':
      // Who works now has not acted yet.
      return { ...progress, action: null, thought: '' };
    case 'model.called':
    case 'model.failed':
      return {
        ...progress,
        unanswered: event.type === 'model.failed' ? progress.unanswered + 1 : 0,
        tokens: progress.tokens + (event.type === 'model.called' ? event.input_tokens + event.output_tokens : 0),
        usd: progress.usd + event.usd,
        task_usd: progress.task_usd + (event.task === null ? 0 : event.usd),
      };
    case 'task.finished':
      return {
        ...progress,
        ...{ task: null, tier: null, attempt: null, steps: 0, action: null, thought: '', task_usd: 0, task_since: 0 },
      };
    default:
      return progress;
  }
}

export interface Instant {
  now: number;
  /** How long the run has been worked on. */
  elapsed_ms: number;
  activity: Activity | null;
}

/** One line that fits `columns`: the most important first. What it costs is said however narrow it is. */
export function statusLine(progress: Progress, at: Instant, columns: number): string {
  const { tier, attempt, steps, limits, thought, action } = progress;
  const isThinking = at.activity?.kind === 'model';
  const isTried = tier !== null && attempt !== null && progress.doing === 'develop';
  const tried = isTried ? `${isThinking ? '' : `${tier}, `}attempt ${attempt}` : '';
  const step = isTried && steps > 0 ? `, step ${steps}${limits === null ? '' : ` of ${limits.developer_steps}`}` : '';
  const doing = [progress.task, doingNow(progress, at)].filter(Boolean).join(' ');
  const cost = dollars(progress.usd);
  const tokens = progress.tokens > 0 ? `${roughly(progress.tokens)} tokens, ` : '';
  const line = (...parts: string[]) => oneLine(parts.filter((part) => part.trim() !== '').join(separator), 400);
  const time = clock(at.elapsed_ms);
  const heads = [
    line(time, doing, `${tried}${step}`, `${tokens}${cost}`),
    line(time, doing, tried, `${tokens}${cost}`),
    line(time, doing, tried, cost),
  ];
  const head = heads.find((each) => widthOf(each) <= columns);
  if (head === undefined) {
    const room = columns - widthOf(line(time, tried, cost)) - separator.length;
    return room < leastDoing ? cut(line(time, cost, doing), columns) : line(time, cut(doing, room), tried, cost);
  }
  const last = isThinking && action !== null ? `last: ${action}` : '';
  const whole = [last, ...nextLimit(progress, at.now)].reduce((text, part) => {
    const longer = line(text, part);
    return widthOf(longer) <= columns ? longer : text;
  }, head);
  return columns - widthOf(whole) < leastDoing ? whole : cut(line(whole, thought), columns);
}

const separator = ' · ';
/** In fewer columns it says nothing. */
const leastDoing = 12;

/** While a verdict is made, the analyst is asked about a failure that is known; a tester, where there is one, about a pass. */
const thinking = (doing: Progress['doing'], has_tester: boolean): string =>
  doing === 'verify' && !has_tester ? 'analysing the failure' : doingWords[doing];

function doingNow({ doing, action, has_tester, unanswered }: Progress, { activity, now }: Instant): string {
  const since = activity ? clock(now - activity.since) : '';
  switch (activity?.kind) {
    case 'tests': {
      const { total, failed } = activity.tests ?? { total: 0, failed: 0 };
      const counted = total > 0 ? `${count(total, 'test')}, ${failed} failed, ${since}` : `${activity.name}, ${since}`;
      return `${doing === 'intake' ? 'tests before any change' : 'tests'}: ${counted}`;
    }
    case 'build':
      return `build: ${activity.name}, ${since}`;
    case 'command':
      // Others than the developer run what only proves a verdict: its words would say nothing to a person.
      if (doing !== 'develop' && doing !== 'test') return `${doingWords[doing]}, ${since}`;
      return `run ${oneLine(activity.name, 80)}, ${since}`;
    case 'model':
      return `${action === null ? `${thinking(doing, has_tester)}, ` : ''}${activity.name} is thinking ${since}`;
    default:
      return `${action ?? doingWords[doing]}${unanswered > 0 ? `, the model did not answer ${count(unanswered, 'call')}` : ''}`;
  }
}

/** The limit that is nearest, once a tenth of it is used. */
function nextLimit({ limits, usd, task_usd, task_since, steps, doing }: Progress, now: number): string[] {
  if (!limits) return [];
  const minutes = task_since === 0 ? 0 : (now - task_since) / 60_000;
  const near: [share: number, text: string][] = [
    [usd / limits.run_usd, `${dollars(limits.run_usd)} a run`],
    [task_usd / limits.task_usd, `${dollars(limits.task_usd)} a task`],
    [minutes / limits.task_minutes, `${limits.task_minutes} min a task`],
    [doing === 'develop' ? steps / limits.developer_steps : 0, `${limits.developer_steps} steps an attempt`],
  ];
  const [nearest] = near.filter(([share]) => Number.isFinite(share)).sort(([a], [b]) => b - a);
  return nearest && nearest[0] >= 0.1
    ? [`next limit: ${nearest[1]}, ${Math.min(100, Math.round(nearest[0] * 100))} % used`]
    : [];
}
