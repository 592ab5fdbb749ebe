import { count, digitsFor, dollars, evenDollars } from '../words.ts';
import { type Mark, signs } from './attempt-marks.ts';
import { html, type Markup, none } from './markup.ts';

const [top, floor, height] = [26, 170, 196];
/** Room for the numbers beside the columns, in shares of the width. */
const left = 15;

/** How many tests failed after each attempt, and before the first. */
export function failuresChart(marks: Mark[], before: number | null): Markup {
  const most = Math.max(1, before ?? 0, ...marks.map(({ failing }) => failing ?? 0));
  const y = (tests: number) => tenth(floor - (tests / most) * (floor - top));
  const slot = slotOf(marks.length);
  return html`<svg class="failing" width="100%" height="${height}" role="img" aria-labelledby="p2t p2d">
<title id="p2t">Failing tests over attempts</title>
<desc id="p2d">${[...(before === null ? [] : [`${count(before, 'failing test')} before`]), ...marks.map(({ label, failing }) => `attempt ${label}: ${failing ?? 'not counted'}`)].join('; ')}</desc>
${grid(most < 2 ? [0, 1] : [0, Math.round(most / 2), most], y, String)}
${before === null ? none : html`<line class="before" x1="${left}%" x2="100%" y1="${y(before)}" y2="${y(before)}"/>`}
${marks.map((mark, at) => {
  const high = mark.failing === null ? null : y(mark.failing);
  return html`<g class="mark column ${mark.failing === 0 ? 'pass' : mark.failing === null ? 'none' : mark.tone}"><title>${mark.caption}</title>${
    high === null
      ? html`<text class="dim" x="${slot.middle(at)}" y="${floor - 6}" text-anchor="middle">?</text><rect x="${slot.left(at)}" y="${floor - 2}" width="${slot.width}" height="2"/>`
      : html`<rect x="${slot.left(at)}" y="${Math.min(high, floor - 3)}" width="${slot.width}" height="${Math.max(3, floor - high)}" rx="2"/>${slot.shows(at) ? html`<text x="${slot.middle(at)}" y="${Math.min(high, floor - 3) - 5}" text-anchor="middle">${mark.failing}</text>` : none}`
  }${numberOf(mark, at, slot)}</g>`;
})}
</svg>`;
}

/** What had been spent by the end of each attempt: each column is what it added. */
export function costChart(marks: Mark[], tiers: string[], besides: number): Markup {
  const total = besides + marks.reduce((sum, { usd }) => sum + usd, 0);
  const y = (usd: number) => tenth(floor - (usd / Math.max(total, 1e-9)) * (floor - top));
  const first = besides > 0 ? 1 : 0;
  const slot = slotOf(marks.length + first);
  let spent = besides;
  const columns = marks.map((mark, at) => {
    const from = spent;
    spent += mark.usd;
    return { mark, at: at + first, from, to: spent };
  });
  return html`<svg class="cost" width="100%" height="${height}" role="img" aria-labelledby="p3t p3d">
<title id="p3t">Cost over attempts, added up</title>
<desc id="p3d">${columns.map(({ mark, to }) => `after attempt ${mark.label}: ${dollars(to)}`).join('; ') || 'No attempt was made.'}</desc>
${grid(total > 0 ? [0, total / 2, total] : [0], y, (usd) => evenDollars(usd, digitsFor(total)))}
${columns.slice(1 - first).map(({ at, from }) => html`<line class="link" x1="${slot.middle(at - 1)}" x2="${slot.middle(at)}" y1="${y(from)}" y2="${y(from)}"/>`)}
${first ? column(0, 0, besides, 'besides', 'besides attempts (plan, cut-off calls): ') : none}
${columns.map(({ mark, at, from, to }) => html`<g class="mark column t${Math.max(0, tiers.indexOf(mark.tier)) % 6}"><title>${mark.caption}\n${dollars(to)} by then</title><rect x="${slot.left(at)}" y="${Math.min(y(to), floor - 2)}" width="${slot.width}" height="${Math.max(2, y(from) - y(to))}" rx="2"/>${numberOf(mark, at, slot)}</g>`)}
</svg>`;

  function column(at: number, from: number, to: number, kind: string, caption: string): Markup {
    return html`<g class="column ${kind}"><title>${caption}${dollars(to - from)}</title><rect x="${slot.left(at)}" y="${y(to)}" width="${slot.width}" height="${Math.max(2, y(from) - y(to))}" rx="2"/><text class="dim" x="${slot.middle(at)}" y="${height - 6}" text-anchor="middle">+</text></g>`;
  }
}

type Slot = ReturnType<typeof slotOf>;

/** Few columns keep their width; many share the room, and only some of them have words. */
function slotOf(columns: number) {
  const each = (100 - left) / Math.max(4, columns);
  const every = Math.ceil(columns / 16);
  return {
    left: (at: number) => p(left + each * (at + 0.18)),
    middle: (at: number) => p(left + each * (at + 0.5)),
    width: p(each * 0.64),
    shows: (at: number) => at % every === 0,
  };
}

function numberOf({ label, tone, loops }: Mark, at: number, slot: Slot): Markup {
  if (!slot.shows(at)) return none;
  return html`<text class="dim" x="${slot.middle(at)}" y="${height - 8}" text-anchor="middle">${signs[tone]}${label}${loops ? '↻' : ''}</text>`;
}

function grid(values: number[], y: (value: number) => number, label: (value: number) => string): Markup[] {
  return values.map(
    (value) =>
      html`<line class="grid" x1="${left}%" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text class="dim" x="${left - 1.5}%" y="${y(value) + 4}" text-anchor="end">${label(value)}</text>`,
  );
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const p = (value: number): string => `${value.toFixed(2)}%`;
