import { dollars } from '../../../words.ts';
import { h, type VNode } from '../dom/node.ts';
import { outcomeOf } from '../model/ladder.ts';
import type { Attempt } from '../model/shape.ts';
import type { Page } from '../page.ts';
import { hrefOf, type Tab, tabs } from '../state.ts';
import { changeView } from './change.ts';
import { costView } from './cost.ts';
import { logView } from './log.ts';
import { empty } from './parts.ts';
import { reviewView } from './review.ts';
import { stepsView } from './steps.ts';
import { testsView } from './tests.ts';

/** All about one attempt, and about the run as a whole, in tabs. */
export function attemptPanel(page: Page, run: string, shown: Attempt | null, alive: boolean): VNode {
  const { route } = page.state;
  const tab = route.tab;
  const go = (to: Tab) => {
    location.hash = hrefOf({ ...route, run, tab: to });
  };
  const whole = tab === 'cost' || tab === 'log';
  const about =
    shown === null
      ? ''
      : `Attempt ${shown.attempt} of ${shown.task} by ${shown.tier}: ${outcomeOf(shown, alive)}, ${dollars(shown.usd)}`;
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
          noteOf(name, shown),
        ),
      ),
    ),
    h(
      'div',
      { id: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${tab}`, tabindex: 0 },
      h('div', { key: `${tab} ${shown?.task} ${shown?.attempt}` }, view()),
    ),
  );

  function view(): VNode {
    if (tab === 'log') return logView(page);
    if (tab === 'cost') return costView(page);
    if (tab === 'steps') return stepsView(page, shown, alive);
    if (shown === null) return empty('No attempt has been made.');
    if (tab === 'change') return changeView(page, shown);
    return tab === 'tests' ? testsView(page, shown) : reviewView(shown);
  }
}

/** What a tab has to show, in a word. */
function noteOf(tab: Tab, shown: Attempt | null): VNode | null {
  const note = (text: string) => h('span', { class: 'note' }, text);
  if (!shown) return null;
  if (tab === 'steps' && shown.steps.length > 0) return note(String(shown.steps.length));
  if (tab === 'change' && shown.finished) return note(`+${shown.finished.insertions} −${shown.finished.deletions}`);
  if (tab === 'tests' && shown.judged)
    return note(`${shown.judged.verdict.tests.passed}/${shown.judged.verdict.tests.total}`);
  const score = shown.reviews.at(-1)?.score;
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
