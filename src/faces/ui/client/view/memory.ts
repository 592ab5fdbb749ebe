import type { StoredExecution } from '../../../../schema/run/execution.ts';
import type { Lesson } from '../../../../schema/run/lesson.ts';
import { count, errorWords } from '../../../words.ts';
import { h, type VNode } from '../dom/node.ts';
import type { Page } from '../page.ts';
import { hrefOf } from '../state.ts';
import { card, empty, pill } from './parts.ts';
import { localTime } from './words.ts';

/** So long after the last key the search begins. */
const pauseMs = 200;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** What earlier runs went through and learned; the newest where nothing is looked for. */
export function memoryPage(page: Page): VNode {
  const { state } = page;
  if (state.recall.asked === null) page.recall();
  return h(
    'div',
    { class: 'memory-page', key: 'memory' },
    h('header', { class: 'line' }, h('h1', { tabindex: -1 }, 'Memory')),
    h('input', {
      ...{ type: 'search', placeholder: 'Words of an error, a test or a file', 'aria-label': 'Search the memory' },
      value: state.recall.words,
      oninput: (event: Event) => {
        state.recall.words = (event.target as HTMLInputElement).value;
        clearTimeout(waiting);
        waiting = setTimeout(page.recall, pauseMs);
      },
    }),
    ...results(page),
  );
}

function results({ state }: Page): VNode[] {
  const { found, fault, asked } = state.recall;
  if (fault !== null) return [h('p', { class: 'fault', role: 'alert' }, fault)];
  if (found === null) return [empty('Loading…')];
  const { lessons, executions } = found;
  if (lessons.length + executions.length === 0)
    return [empty(asked === '' ? 'Nothing is remembered yet.' : 'Nothing remembered matches.')];
  return [
    h(
      'p',
      { class: 'dim', role: 'status' },
      `${count(lessons.length, 'lesson')}, ${count(executions.length, 'attempt')}`,
    ),
    ...(lessons.length > 0 ? [card('Lessons', { key: 'lessons' }, list(lessons.map(lessonItem)))] : []),
    ...(executions.length > 0 ? [card('Attempts', { key: 'attempts' }, list(executions.map(attemptItem)))] : []),
  ];
}

const list = (items: VNode[]): VNode => h('ul', { class: 'recalled' }, ...items);

function lessonItem({ id, pattern, fix, files, told, passed }: Lesson): VNode {
  const record = told === 0 ? 'not used yet' : `used in ${count(told, 'attempt')}, ${passed} of them passed`;
  return h(
    'li',
    { key: String(id) },
    h('p', {}, h('code', {}, errorWords(pattern.slice(0, 300)) || 'an error without a message')),
    h('p', {}, fix.slice(0, 600)),
    h('p', { class: 'dim' }, `${filesOf(files)} · ${record}`),
  );
}

function attemptItem(execution: StoredExecution): VNode {
  const { id, run, task, attempt, at, tier, passed, failures, left_out, analyses, change, led_to_pass } = execution;
  const failed = `${count(failures.length + left_out, 'failure')}${led_to_pass ? ', passed later' : ''}`;
  return h(
    'li',
    { key: String(id) },
    h(
      'p',
      {},
      pill(passed ? 'pass' : 'fail', passed ? 'passed' : failed),
      ' ',
      h('a', { href: hrefOf({ page: 'runs', run, task, attempt, tab: 'tests' }) }, `Attempt ${attempt} of ${task}`),
      ` by ${tier.slice(0, 40)}`,
    ),
    ...failures
      .slice(0, 3)
      .map(({ test_name, pattern }) =>
        h('p', {}, `${test_name.slice(0, 120)}: `, h('code', {}, errorWords(pattern.slice(0, 200)) || 'no message')),
      ),
    ...analyses.slice(0, 2).map(({ root_cause }) => h('p', {}, `Cause: ${root_cause.slice(0, 300)}`)),
    h('p', { class: 'dim' }, `${localTime(at)} · ${run} · ${filesOf(change.files)}`),
  );
}

const filesOf = (files: string[]): string =>
  files.length === 0
    ? 'no file changed'
    : `${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`;
