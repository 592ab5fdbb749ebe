import { briefDuration, dollars } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import { outcomeOf } from '../../model/ladder.ts';
import type { Attempt } from '../../model/shape.ts';
import { attemptSeconds } from '../../model/time.ts';
import type { Page } from '../../page.ts';
import { hrefOf, type Tab, tabs } from '../../state.ts';
import { empty } from '../parts.ts';
import { changeView } from './change.ts';
import { costView } from './cost.ts';
import { logView } from './log.ts';
import { reviewView } from './review.ts';
import { stepsView } from './steps.ts';
import { testsView } from './tests.ts';

/** All about one attempt, and about the run as a whole, in tabs. */
export function attemptPanel(page: Page, run: string, selected: Attempt | null, alive: boolean): VNode {
  const { route, model, now } = page.state;
  const tab = route.tab;
  const go = (to: Tab) => {
    location.hash = hrefOf({ ...route, run, tab: to });
  };
  const whole = tab === 'cost' || tab === 'log';
  const about =
    selected === null
      ? ''
      : `Attempt ${selected.attempt} of ${selected.task} by ${selected.tier}: ${outcomeOf(selected, alive)}, ${briefDuration(attemptSeconds(model, selected, alive, now))}, ${dollars(selected.usd)}`;
  return h(
    'section',
    { class: 'card panel', key: 'panel', 'aria-label': 'Details' },
    h('h2', {}, whole ? 'The whole run' : about || 'The run'),
    h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'Details', onkeydown: arrows(tab, go) },
      ...tabs.map((name) =>
        h(
          'button',
          {
            ...{ type: 'button', role: 'tab', id: `tab-${name}`, key: name, 'aria-controls': 'tab-panel' },
            ...{
              'aria-selected': name === tab ? 'true' : 'false',
              tabindex: name === tab ? 0 : -1,
              onclick: () => go(name),
            },
          },
          `${name[0]?.toUpperCase()}${name.slice(1)}`,
          noteOf(name, selected),
        ),
      ),
    ),
    h(
      'div',
      { id: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${tab}`, tabindex: 0 },
      h('div', { key: `${tab} ${selected?.task} ${selected?.attempt}` }, view()),
    ),
  );

  function view(): VNode {
    if (tab === 'log') return logView(page);
    if (tab === 'cost') return costView(page);
    if (tab === 'steps') return stepsView(page, selected, alive);
    if (selected === null) return empty('No attempt has been made.');
    if (tab === 'change') return changeView(page, selected);
    return tab === 'tests' ? testsView(page, selected) : reviewView(selected);
  }
}

/** What a tab has to show, in a word. */
function noteOf(tab: Tab, selected: Attempt | null): VNode | null {
  const note = (text: string) => h('span', { class: 'note' }, text);
  if (!selected) return null;
  if (tab === 'steps' && selected.steps.length > 0) return note(String(selected.steps.length));
  if (tab === 'change' && selected.finished)
    return note(`+${selected.finished.insertions} −${selected.finished.deletions}`);
  if (tab === 'tests' && selected.judged)
    return note(`${selected.judged.verdict.tests.passed}/${selected.judged.verdict.tests.total}`);
  const score = selected.reviews.at(-1)?.score;
  return tab === 'review' && score !== undefined ? note(String(score)) : null;
}

function arrows(tab: Tab, go: (to: Tab) => void): (event: Event) => void {
  return (event) => {
    const { key } = event as KeyboardEvent;
    const at = tabs.indexOf(tab);
    const to =
      key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? at - 1 : key === 'Home' ? 0 : key === 'End' ? -1 : null;
    const next = to === null ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
}
