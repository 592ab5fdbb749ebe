import type { RunBrief } from '../../../../schema/run/view.ts';
import { briefDuration, count, dollars } from '../../../words.ts';
import { h, type VNode } from '../dom/node.ts';
import { runSeconds } from '../model/time.ts';
import type { Page } from '../page.ts';
import { hrefOf } from '../state.ts';
import { localTime, statusTone, statusWord } from './words.ts';

const filters: [name: string, label: string, fits: (run: RunBrief) => boolean][] = [
  ['all', 'All', () => true],
  ['waiting', 'Needs you', ({ status }) => status === 'waiting'],
  ['running', 'Running', ({ status }) => status === 'running'],
  ['completed', 'Completed', ({ status }) => status === 'completed'],
  ['other', 'Not completed', ({ status }) => !['completed', 'running', 'waiting'].includes(status)],
];

/** All runs, newest first. */
export function runList({ state, draw }: Page): VNode {
  const fits = filters.find(([name]) => name === state.filter)?.[2] ?? (() => true);
  const words = state.search.trim().toLowerCase();
  const runs = [...state.runs.values()].filter((run) => fits(run) && (words === '' || textOf(run).includes(words)));
  return h(
    'aside',
    { class: 'runs', 'aria-label': 'Runs', key: 'runs' },
    h(
      'div',
      { class: 'find' },
      h('input', {
        ...{ type: 'search', placeholder: 'Search runs', 'aria-label': 'Search runs' },
        oninput: (event: Event) => {
          state.search = (event.target as HTMLInputElement).value;
          draw();
        },
      }),
      h(
        'select',
        {
          'aria-label': 'Show',
          onchange: (event: Event) => {
            state.filter = (event.target as HTMLSelectElement).value;
            draw();
          },
        },
        ...filters.map(([name, label]) => h('option', { value: name, key: name }, label)),
      ),
    ),
    h('p', { class: 'dim counted', role: 'status' }, state.listed ? count(runs.length, 'run') : 'Loading…'),
    h('ul', { class: 'rows', onkeydown: move }, ...runs.map((run) => row(run, run.run === state.route.run, state.now))),
  );
}

const textOf = (run: RunBrief): string =>
  `${run.run} ${run.request} ${run.status} ${statusWord(run)} ${run.branch ?? ''}`.toLowerCase();

/** A line breaks behind it, never before. */
const between = '·\u00a0';

/** The same run looks the same: its row is made once, unless it has a clock. */
const rows = new WeakMap<RunBrief, { open: VNode | null; closed: VNode | null }>();

function row(run: RunBrief, here: boolean, now: number): VNode {
  if (run.status === 'running') return newRow(run, here, briefDuration(runSeconds(run, now)));
  const nodes = rows.get(run) ?? { open: null, closed: null };
  rows.set(run, nodes);
  const side = here ? 'open' : 'closed';
  nodes[side] ??= newRow(run, here, localTime(run.started_at));
  return nodes[side];
}

function newRow(run: RunBrief, here: boolean, time: string): VNode {
  return h(
    'li',
    { key: run.run },
    h(
      'a',
      {
        class: 'row',
        href: hrefOf({ page: 'runs', run: run.run, task: null, attempt: null, tab: 'steps' }),
        'aria-current': here ? 'true' : null,
      },
      h('span', { class: `dot ${statusTone(run.status)}`, 'aria-hidden': 'true' }),
      h('span', { class: 'request' }, run.request.slice(0, 200) || run.run),
      h(
        'span',
        { class: 'about dim' },
        h('span', { class: `state ${statusTone(run.status)}` }, statusWord(run)),
        ...[time, dollars(run.usd), ...(run.attempts > 0 ? [count(run.attempts, 'attempt')] : [])].flatMap((part) => [
          ' ',
          h('span', {}, between, part),
        ]),
      ),
    ),
  );
}

/** Arrow keys move through the list. */
function move(event: Event): void {
  const { key } = event as KeyboardEvent;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const item = (event.target as Element).closest('li');
  const next = key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  const link = next?.querySelector('a');
  if (!link) return;
  event.preventDefault();
  link.focus();
}
