import { h, type VNode } from '../../dom/node.ts';
import type { Page } from '../../page.ts';
import { button, faultOf } from '../parts.ts';
import { planEditor, planRows } from './plan.ts';

/** What the run asks, with a way to answer; while it works, a way to tell it something. */
export function question(page: Page, run: string): VNode | null {
  const { state } = page;
  const { model } = state;
  const brief = state.runs.get(run);
  if (brief?.status === 'running') return telling(page, run);
  if (brief?.status !== 'waiting' || brief.question === null) return null;
  const about = model.question?.about ?? null;
  const form = page.form('answer');
  const say = (text: string) => page.send('answer', `/api/runs/${run}/answer`, { text });
  const quick = (text: string, label: string, look: string) =>
    button(label, { key: text, class: look, disabled: form.busy, onclick: () => say(text) });
  return h(
    'section',
    { class: 'card question', key: 'question', 'aria-label': 'The run needs you' },
    h('h2', {}, about === 'plan' ? 'Go on with this plan?' : 'The run needs you'),
    h('p', { class: 'asked' }, brief.question),
    ...(about === 'plan' && state.draft === null
      ? [
          h(
            'div',
            { class: 'actions', key: 'plan actions' },
            quick('yes', 'Start the work', 'main'),
            button('Edit the plan', { key: 'edit', disabled: form.busy, onclick: edit }),
          ),
        ]
      : []),
    about === 'review' ? h('div', { class: 'actions' }, quick('yes', 'Yes', 'main'), quick('no', 'No', '')) : null,
    state.draft === null
      ? words(page, run, about === 'plan' ? 'Or say what to change' : 'Your answer', 'Send')
      : planEditor(page, run, state.draft),
    faultOf(form),
  );

  function edit(): void {
    state.draft = planRows(model.plan?.tasks ?? []);
    state.draftFaults = [];
    page.draw();
  }
}

function telling(page: Page, run: string): VNode {
  return h(
    'details',
    { class: 'card telling', key: 'telling' },
    h('summary', {}, 'Tell the developer something'),
    words(page, run, 'It reaches the developer with its next step', 'Tell'),
    faultOf(page.form('answer')),
  );
}

function words(page: Page, run: string, label: string, action: string): VNode {
  const { busy } = page.form('answer');
  return h(
    'form',
    {
      class: 'words',
      key: 'words',
      onsubmit: async (event: Event) => {
        event.preventDefault();
        const field = (event.target as HTMLFormElement).querySelector('textarea');
        const text = field?.value.trim() ?? '';
        if (text === '' || page.form('answer').busy) return field?.focus();
        if ((await page.send('answer', `/api/runs/${run}/answer`, { text })) && field) field.value = '';
      },
    },
    h('label', {}, label, h('textarea', { rows: 2, maxlength: 4000, onkeydown: submitted })),
    h('button', { type: 'submit', disabled: busy }, action),
  );
}

/** Ctrl-Enter sends. */
function submitted(event: Event): void {
  const { key, ctrlKey, metaKey } = event as KeyboardEvent;
  if (key === 'Enter' && (ctrlKey || metaKey)) (event.target as HTMLTextAreaElement).form?.requestSubmit();
}
