import { h, type VNode } from '../../dom/node.ts';
import type { Page } from '../../page.ts';
import { button, faultOf } from '../parts.ts';

/** What can be done with a run as a whole. */
export function actions(page: Page, run: string): VNode | null {
  const { state } = page;
  const brief = state.runs.get(run);
  if (!brief || brief.status === 'damaged') return null;
  const ended = brief.exit_code !== null;
  const form = page.form('actions');
  const report = page.form('report');
  const sure = state.forms.has('sure');
  return h(
    'div',
    { class: 'actions' },
    ...(ended
      ? [
          button('Open report', { key: 'html', disabled: report.busy, onclick: () => page.openReport(run) }),
          button('Markdown', { key: 'md', class: 'quiet', onclick: () => page.download(run, 'markdown') }),
          button('JSON', { key: 'json', class: 'quiet', onclick: () => page.download(run, 'json') }),
          ...(brief.exit_code === 0
            ? []
            : [
                button('Hand-over', { key: 'handover', class: 'quiet', onclick: () => page.download(run, 'handover') }),
              ]),
        ]
      : [
          ...(brief.status === 'interrupted'
            ? [
                button(brief.planned ? 'Start' : 'Resume', {
                  key: 'resume',
                  disabled: form.busy,
                  onclick: () => page.send('actions', `/api/runs/${run}/resume`, {}),
                }),
              ]
            : []),
          button(sure ? 'Really end this run?' : 'Cancel the run', {
            ...{ key: 'cancel', class: sure ? 'danger' : 'quiet', disabled: form.busy },
            onclick: () => {
              if (!sure) state.forms.set('sure', { busy: false, fault: null });
              else {
                state.forms.delete('sure');
                void page.send('actions', `/api/runs/${run}/cancel`, {});
              }
              page.draw();
            },
            onblur: () => {
              state.forms.delete('sure');
              page.draw();
            },
          }),
        ]),
    faultOf(form),
    faultOf(report),
  );
}
