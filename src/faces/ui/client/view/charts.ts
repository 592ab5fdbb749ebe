import { h, type VNode } from '../dom/node.ts';
import { isNamed } from '../model/ticks.ts';

export interface Bar {
  label: string;
  /** From the bottom up. */
  parts: { tone: string; value: number }[];
  caption: string;
}

/** `left`: room for the numbers beside the bars, in shares of the width. */
const [height, left, bottom] = [180, 13, 22];

/** Bars over days, the last of which has its name; with the same numbers in a table for who does not see them. */
export function barChart(
  title: string,
  bars: Bar[],
  label: (value: number, step: number) => string,
  whole = false,
): VNode {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = niceTop(Math.max(...totals, 0));
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - 12);
  const each = (100 - left) / bars.length;
  return h(
    'figure',
    { class: 'chart', key: title },
    h('figcaption', {}, title),
    h(
      'svg',
      {
        width: '100%',
        height,
        role: 'img',
        'aria-label': `${title}: ${
          bars
            .filter((_, at) => (totals[at] ?? 0) > 0)
            .map(({ caption }) => caption)
            .join('; ') || 'nothing yet'
        }`,
      },
      ...(whole && most % 2 === 1 ? [0, most] : [0, most / 2, most]).flatMap((value) => [
        h('line', { class: 'grid', x1: `${left}%`, x2: '100%', y1: y(value), y2: y(value) }),
        h(
          'text',
          { class: 'tick', x: `${left - 1.5}%`, y: y(value) + 4, 'text-anchor': 'end' },
          label(value, most / 2),
        ),
      ]),
      h('g', { class: 'bars' }, ...bars.map((bar, at) => column(bar, at))),
    ),
  );

  function column({ parts, label: name, caption }: Bar, at: number): VNode {
    let base = 0;
    const rects = parts.map(({ tone, value }) => {
      const from = base;
      base += value;
      return h('rect', {
        class: tone,
        x: share(left + each * (at + 0.15)),
        width: share(each * 0.7),
        y: y(base),
        height: Math.max(0, y(from) - y(base)),
        rx: 2,
      });
    });
    const tick = isNamed(at, bars.length)
      ? h(
          'text',
          at === bars.length - 1
            ? { class: 'tick', x: '100%', y: height - 6, 'text-anchor': 'end' }
            : { class: 'tick', x: share(left + each * (at + 0.5)), y: height - 6, 'text-anchor': 'middle' },
          name,
        )
      : null;
    return h('g', {}, h('title', {}, caption), ...rects, tick);
  }
}

const share = (percent: number): string => `${percent.toFixed(2)}%`;

/** 1, 2 or 5 times a power of ten, at least as much. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10;
  return times * power;
}
