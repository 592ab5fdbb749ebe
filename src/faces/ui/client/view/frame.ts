import { h, type VNode } from '../dom/node.ts';
import type { Page } from '../page.ts';
import { runList } from './list.ts';
import { memoryPage } from './memory.ts';
import { metricsPage } from './metrics.ts';
import { runPage } from './run/run.ts';
import { baseName } from './words.ts';

const words = {
  connecting: 'connecting',
  live: 'live',
  lost: 'reconnecting',
  locked: 'locked',
} as const;

/** The whole page. */
export function frame(page: Page): VNode {
  const { state } = page;
  const { connection, route, target } = state;
  const link = (href: string, text: string, here: boolean) =>
    h('a', { href, 'aria-current': here ? 'page' : null }, text);
  return h(
    'div',
    { class: `frame ${route.page} ${route.page === 'runs' && route.run === null ? 'listing' : 'reading'}` },
    h('a', { class: 'skip', href: '#main', onclick: skip }, 'Skip to content'),
    h(
      'header',
      { class: 'top' },
      h('span', { class: 'brand' }, 'Pawl'),
      h('span', { class: 'target dim', title: target }, baseName(target)),
      h(
        'nav',
        { 'aria-label': 'Pages' },
        link('#/', 'Runs', route.page === 'runs'),
        link('#/metrics', 'Metrics', route.page === 'metrics'),
        link('#/memory', 'Memory', route.page === 'memory'),
      ),
      h('span', { class: `connection ${connection}`, role: 'status' }, words[connection]),
    ),
    connection === 'locked'
      ? h(
          'p',
          { class: 'banner', role: 'alert' },
          'The token in this address is not valid. Open the address that pawl ui prints.',
        )
      : null,
    route.page === 'runs' ? runList(page) : null,
    h('main', { id: 'main', tabindex: -1 }, content(page)),
    h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' }, state.announcement),
  );
}

function content(page: Page): VNode {
  const { route } = page.state;
  if (route.page === 'metrics') return metricsPage(page);
  if (route.page === 'memory') return memoryPage(page);
  return route.run === null ? welcome(page) : runPage(page, route.run);
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function welcome({ state }: Page): VNode {
  const waiting = [...state.runs.values()].filter(({ status }) => status === 'waiting').length;
  return h(
    'div',
    { class: 'welcome', key: 'welcome' },
    h('h1', { tabindex: -1 }, state.runs.size === 0 && state.listed ? 'No runs yet' : 'Choose a run'),
    h(
      'p',
      { class: 'dim' },
      state.runs.size === 0 && state.listed
        ? 'Start one with: pawl run "<request>". It appears here at once.'
        : waiting > 0
          ? 'Runs that need you are marked in the list.'
          : 'What happens in a run appears here as it happens.',
    ),
  );
}
