import type { Task } from '../../../../../schema/run/task.ts';
import { h, type VNode } from '../../dom/node.ts';
import type { Page } from '../../page.ts';
import type { State } from '../../state.ts';
import { button } from '../parts.ts';

type Draft = NonNullable<State['draft']>;
const kinds = ['feature', 'fix', 'refactor', 'endpoint', 'docs'] as const satisfies readonly Task['kind'][];

export const planRows = (tasks: Task[]): Draft => tasks.map((task, at) => ({ row: `row ${at}`, task: { ...task } }));

/** The plan as a form: each task can be changed, moved and taken out. */
export function planEditor(page: Page, run: string, draft: Draft): VNode {
  const { state } = page;
  const form = page.form('answer');
  const change = (next: Draft | null): void => {
    state.draft = next;
    page.draw();
  };
  return h(
    'form',
    {
      class: 'plan-editor',
      key: 'plan editor',
      onsubmit: async (event: Event) => {
        event.preventDefault();
        state.draftFaults = [];
        const tasks = draft.map(({ task }) => task);
        if (await page.send('answer', `/api/runs/${run}/answer`, { tasks })) change(null);
      },
    },
    h('ol', {}, ...draft.map((row, at) => editedTask(row, at))),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit', class: 'main', disabled: form.busy }, 'Save the plan'),
      button('Add a task', { onclick: () => change([...draft, newRow(draft)]) }),
      button('Discard changes', { class: 'quiet', onclick: () => change(null) }),
    ),
  );

  function editedTask({ row, task }: Draft[number], at: number): VNode {
    const field = (label: string, control: VNode) => h('label', { key: label }, h('span', {}, label), control);
    const typed = (set: (text: string) => void) => (event: Event) => set((event.target as HTMLInputElement).value);
    const move = (to: number) => () => change(draft.toSpliced(at, 1).toSpliced(to, 0, ...draft.slice(at, at + 1)));
    return h(
      'li',
      { key: row, class: 'edited' },
      h(
        'fieldset',
        {},
        h('legend', {}, `Task ${at + 1} (${task.id})`),
        field(
          'Title',
          h('input', {
            value: task.title,
            required: true,
            oninput: typed((text) => {
              task.title = text;
            }),
          }),
        ),
        field(
          'Accepted when, one criterion a line',
          h('textarea', {
            rows: Math.max(2, task.acceptance.length),
            value: task.acceptance.join('\n'),
            oninput: typed((text) => {
              task.acceptance = linesOf(text);
              delete task.proofs;
            }),
          }),
        ),
        h(
          'div',
          { class: 'fields' },
          field(
            'Kind',
            h(
              'select',
              {
                onchange: typed((text) => {
                  task.kind = kinds.find((kind) => kind === text) ?? task.kind;
                }),
              },
              ...kinds.map((kind) => h('option', { value: kind, selected: kind === task.kind }, kind)),
            ),
          ),
          field(
            'After tasks',
            h('input', {
              value: task.depends_on.join(', '),
              placeholder: 'none',
              oninput: typed((text) => {
                task.depends_on = text.split(/[\s,]+/).filter(Boolean);
              }),
            }),
          ),
          field(
            'Hours',
            h('input', {
              type: 'number',
              min: 0,
              step: 'any',
              value: String(task.effort_hours),
              oninput: typed((text) => {
                task.effort_hours = Math.max(0, Number(text) || 0);
              }),
            }),
          ),
        ),
        h(
          'div',
          { class: 'actions' },
          button('Up', {
            class: 'quiet',
            disabled: at === 0,
            'aria-label': `Move task ${at + 1} up`,
            onclick: move(at - 1),
          }),
          button('Down', {
            class: 'quiet',
            disabled: at === draft.length - 1,
            'aria-label': `Move task ${at + 1} down`,
            onclick: move(at + 1),
          }),
          button('Remove', {
            class: 'quiet',
            disabled: draft.length === 1,
            'aria-label': `Remove task ${at + 1}`,
            onclick: () => change(draft.toSpliced(at, 1)),
          }),
        ),
        ...state.draftFaults
          .filter((fault) => fault.task === at)
          .map((fault) => h('p', { class: 'fault', role: 'alert' }, fault.text)),
      ),
    );
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function newRow(draft: Draft): Draft[number] {
  const ids = new Set(draft.map(({ task }) => task.id));
  let number = 1;
  while (ids.has(`t${number}`)) number += 1;
  const rows = new Set(draft.map(({ row }) => row));
  let row = draft.length;
  while (rows.has(`row ${row}`)) row += 1;
  return {
    row: `row ${row}`,
    task: { id: `t${number}`, title: '', kind: 'feature', acceptance: [], depends_on: [], effort_hours: 1 },
  };
}
