import type { RunBrief } from '../../../../../schema/run/view.ts';
import { briefDuration, dollars, phaseWords, taskWords } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import { chargedUsd } from '../../model/run.ts';
import type { Attempt, RunModel, TaskModel } from '../../model/shape.ts';
import { runSeconds } from '../../model/time.ts';
import type { Page } from '../../page.ts';
import { card, meter, pill } from '../parts.ts';
import { localTime, short, statusTone, statusWord } from '../words.ts';
import { actions } from './actions.ts';
import { attemptPanel } from './attempt.ts';
import { ladder } from './ladder.ts';
import { question } from './question.ts';
import { criteriaList } from './review.ts';

/** One run, from its request to its commit. */
export function runPage(page: Page, run: string): VNode {
  const { state } = page;
  const { model } = state;
  const brief = state.runs.get(run);
  if (!brief || (model.seq === 0 && state.runFault === null))
    return h(
      'div',
      { class: 'welcome', key: 'loading', 'aria-busy': brief || !state.listed ? 'true' : null },
      h('h1', { tabindex: -1 }, brief || !state.listed ? 'Loading…' : 'There is no such run'),
      h('p', {}, h('a', { href: '#/' }, 'All runs')),
    );
  const alive = brief.status === 'running';
  const selected = shownAttempt(page);
  return h(
    'article',
    { class: 'run', key: run },
    h('a', { class: 'back', href: '#/' }, '← Runs'),
    head(page, run),
    state.runFault === null ? null : h('p', { class: 'fault', role: 'alert' }, state.runFault),
    question(page, run),
    ...model.tasks.map((task) => taskCard(page, task, selected, brief)),
    model.start ? attemptPanel(page, run, selected, alive) : null,
  );
}

function head(page: Page, run: string): VNode {
  const { model } = page.state;
  const brief = page.state.runs.get(run);
  const status = brief?.status ?? 'running';
  const limit = model.start?.policy.limits.run_usd;
  const usd = chargedUsd(model, brief);
  return h(
    'header',
    { class: `card head ${statusTone(status)}` },
    h(
      'p',
      { class: 'line' },
      pill(statusTone(status), brief ? statusWord(brief) : status),
      h('span', { class: 'dim' }, brief?.planned ? 'not started yet' : nowOf(model, status)),
    ),
    h('h1', { tabindex: -1 }, (model.start?.request ?? brief?.request ?? '').slice(0, 600)),
    h(
      'dl',
      { class: 'facts' },
      fact('Run', run.slice(-4), run),
      fact('Started', brief ? localTime(brief.started_at) : '–'),
      fact('Time', brief ? briefDuration(runSeconds(brief, page.state.now)) : '–'),
      fact(
        'Tests before',
        model.baseline ? `${model.baseline.total}, ${model.baseline.failed} failing` : '–',
        model.baseline?.runner ?? '',
      ),
      fact('Branch', brief?.branch ?? '–', '', 'wide'),
      fact('Commits', model.commits.map(({ sha }) => short(sha)).join(', ') || '–'),
    ),
    limit === undefined
      ? null
      : meter(
          'Cost of the run',
          usd,
          limit,
          `${dollars(usd)} of ${dollars(limit)}`,
          limit > 0 && usd / limit > 0.8 ? 'warning' : 'plain',
        ),
    takeIt(model.finished?.next, brief?.undone === true),
    actions(page, run),
  );
}

/** The command that takes what the run made. */
const takeIt = (command: string | undefined, undone: boolean): VNode | null =>
  command === undefined || undone ? null : h('p', { class: 'take', key: 'take' }, 'Next: ', h('code', {}, command));

const fact = (name: string, value: string, title = '', look = ''): VNode =>
  h('div', { key: name, class: look }, h('dt', {}, name), h('dd', { title: title || null }, value));

/** What is going on, or how it ended. */
function nowOf(model: RunModel, status: string): string {
  if (model.finished) return model.finished.reason;
  if (status !== 'running') return phaseWords[model.phase];
  const attempt = model.tasks.flatMap(({ attempts }) => attempts).findLast(({ judged }) => judged === null);
  const step = attempt && !attempt.finished ? attempt.steps.at(-1) : null;
  const parts = [
    model.doing ?? phaseWords[model.phase],
    attempt ? `attempt ${attempt.attempt} by ${attempt.tier}` : null,
    step ? `step ${step.step}: ${step.action}` : null,
  ];
  return parts.filter(Boolean).join(' · ');
}

const taskTones = { pending: 'none', active: 'busy', completed: 'pass', failed: 'fail' } as const;

function taskCard(page: Page, task: TaskModel, selected: Attempt | null, run: RunBrief): VNode {
  const alive = run.status === 'running';
  const word = taskWords(task.status, run.status);
  const { id, title, kind, acceptance, depends_on } = task.task;
  const limit = page.state.model.start?.policy.limits.task_usd;
  const criteria = page.state.model.criteria.filter((one) => one.task === id);
  const lastCriteria = task.attempts.findLast(({ reviews }) => reviews.length > 0)?.reviews.at(-1)?.criteria ?? [];
  const proven = criteria.length > 0 ? criteria : lastCriteria;
  return card(
    `${task.improvement ? 'Improvement' : 'Task'} ${id}${title === page.state.model.start?.request ? '' : `: ${title}`}`,
    { key: `task ${id}`, class: 'task' },
    h(
      'p',
      { class: 'line' },
      pill(task.status === 'active' && word !== 'active' ? 'none' : taskTones[task.status], word),
      h(
        'span',
        { class: 'dim' },
        [
          kind,
          ...(depends_on.length > 0 ? [`after ${depends_on.join(', ')}`] : []),
          limit === undefined ? dollars(task.usd) : `${dollars(task.usd)} of ${dollars(limit)}`,
          ...(task.reason ? [task.reason] : []),
        ].join(' · '),
      ),
    ),
    task.attempts.length > 0 ? ladder(page, task, selected, alive) : null,
    proven.length > 0
      ? criteriaList(proven)
      : acceptance.length > 0
        ? h('ul', { class: 'criteria' }, ...acceptance.map((text) => h('li', {}, text)))
        : null,
  );
}

/** The attempt that the address names; else the newest. */
function shownAttempt({ state }: Page): Attempt | null {
  const all = state.model.tasks.flatMap(({ attempts }) => attempts);
  const { task, attempt } = state.route;
  const named = all.find((one) => one.task === task && one.attempt === attempt);
  return named ?? all.toSorted((a, b) => a.started_at.localeCompare(b.started_at)).at(-1) ?? null;
}
