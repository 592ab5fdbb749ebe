import { h, type Kid, type VNode } from '../dom/node.ts';
import type { Form } from '../state.ts';

export const pill = (tone: string, text: string): VNode => h('span', { class: `pill ${tone}` }, text);

export const card = (title: string, props: { key?: string; class?: string }, ...kids: Kid[]): VNode =>
  h('section', { ...props, class: `card ${props.class ?? ''}` }, h('h2', {}, title), ...kids);

/** A bar with words of its own; full at `of`. */
export function meter(label: string, value: number, of: number, words: string, tone = 'plain'): VNode {
  const share = of > 0 ? Math.min(1, value / of) : 0;
  return h(
    'div',
    { class: `meter ${tone}` },
    h('div', { class: 'meter-words' }, h('span', {}, label), h('span', { class: 'num' }, words)),
    h(
      'div',
      {
        class: 'bar',
        role: 'meter',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': Math.round(share * 100),
        'aria-valuetext': words,
      },
      h('span', { style: { width: `${(share * 100).toFixed(1)}%` } }),
    ),
  );
}

export const faultOf = ({ fault }: Form): VNode | null =>
  fault === null ? null : h('p', { class: 'fault', role: 'alert' }, fault);

export const empty = (text: string): VNode => h('p', { class: 'dim empty' }, text);

export const button = (text: string, props: Record<string, unknown>): VNode =>
  h('button', { type: 'button', ...(props as object) }, text);

/** A block of fixed width that can be scrolled by keyboard. */
export const pre = (label: string, text: string): VNode => h('pre', { tabindex: 0, 'aria-label': label }, text);

export const scroll = (label: string, ...kids: Kid[]): VNode =>
  h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, ...kids);
