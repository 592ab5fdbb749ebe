import type { ShownEvent } from '../../../wire.ts';
import { h, type VNode } from '../../dom/node.ts';
import { sayingOf } from '../../model/log.ts';
import type { Page } from '../../page.ts';
import { localClock } from '../words.ts';

const most = 500;
const rows = new WeakMap<ShownEvent, VNode>();

/** What happened, newest first. */
export function logView({ state }: Page): VNode {
  const events = state.model.log.filter((event) => sayingOf(event) !== null);
  return h(
    'div',
    {},
    h('ol', { class: 'log', reversed: true }, ...events.slice(-most).toReversed().map(row)),
    events.length > most
      ? h('p', { class: 'dim' }, `${events.length - most} earlier lines: pawl log prints them.`)
      : null,
  );
}

function row(event: ShownEvent): VNode {
  const existing = rows.get(event);
  if (existing) return existing;
  const { word = event.type, text = '' } = sayingOf(event) ?? {};
  const item = h(
    'li',
    { key: String(event.seq) },
    h('time', { class: 'dim num', datetime: event.at }, localClock(event.at)),
    h('span', { class: 'word' }, word),
    h('span', { class: 'saying' }, text.slice(0, 600)),
  );
  rows.set(event, item);
  return item;
}
