import { briefDuration, count } from '../words.ts';
import { type Mark, signs } from './attempt-marks.ts';
import { html, type Markup, none } from './markup.ts';

const [laneHeight, barHeight, labelHeight, axisHeight] = [30, 20, 20, 26];

/** Which tier worked when: a lane for each, the strongest on top, a bar for each attempt. Widths are shares of the page. */
export function timeline(marks: Mark[], tiers: string[], seconds: number): Markup {
  const whole = Math.max(seconds, ...marks.map(({ to }) => to), 0.1);
  const x = (at: number) => 0.5 + (99 * at) / whole;
  const lanes = lanesOf(marks, tiers);
  const height = lanes.reduce((sum, lane) => sum + lane.height, 0) + axisHeight;
  const placed = lanes.flatMap((lane) =>
    lane.bars.map(({ mark, row }) => ({ mark, y: lane.y + labelHeight + row * laneHeight })),
  );
  const at = (mark: Mark) => placed.find((bar) => bar.mark === mark)?.y ?? 0;
  return html`<svg class="timeline" width="100%" height="${height}" role="img" aria-labelledby="p1t p1d">
<title id="p1t">Tiers over time</title>
<desc id="p1d">${marks.map(({ caption }) => caption.replaceAll('\n', ', ')).join('; ') || 'No attempt was made.'}</desc>
${ticks(whole).map((tick) => axis(x(tick), height, briefDuration(tick)))}
${lanes.map(({ tier, y, rows, at: color }) => html`${Array.from({ length: rows }, (_, row) => html`<rect class="track" x="0" y="${y + labelHeight + row * laneHeight}" width="100%" height="${barHeight}" rx="4"/>`)}<circle class="tier t${color}" cx="6" cy="${y + 9}" r="5"/><text x="18" y="${y + 13}">${tier}</text>`)}
${marks.slice(1).map((mark, before) => climb(marks[before], mark, at, x))}
${placed.map((bar) => barOf(bar.mark, bar.y, x))}
</svg>`;
}

/** The lanes from top to bottom. Attempts at the same time, of several tasks, lie in rows of their own. */
function lanesOf(marks: Mark[], tiers: string[]) {
  let y = 0;
  return tiers
    .map((tier, at) => {
      const ends: number[] = [];
      const bars = marks.flatMap((mark) => {
        if (mark.tier !== tier) return [];
        const free = ends.findIndex((end) => end < mark.from + 0.001);
        const row = free === -1 ? ends.length : free;
        ends[row] = mark.to;
        return [{ mark, row }];
      });
      const rows = Math.max(1, ends.length);
      return { tier, at: at % 6, bars, rows, height: labelHeight + rows * laneHeight };
    })
    .reverse()
    .map((lane) => {
      const placed = { ...lane, y };
      y += lane.height;
      return placed;
    });
}

function axis(x: number, height: number, label: string): Markup {
  const anchor = x < 4 ? 'start' : x > 96 ? 'end' : 'middle';
  return html`<line class="grid" x1="${p(x)}" x2="${p(x)}" y1="0" y2="${height - axisHeight + 4}"/><text class="dim" x="${p(x)}" y="${height - 6}" text-anchor="${anchor}">${label}</text>`;
}

/** From where one tier gave up to where the next begins. */
function climb(before: Mark | undefined, mark: Mark, at: (mark: Mark) => number, x: (at: number) => number): Markup {
  if (!before || before.tier === mark.tier) return none;
  const middle = p(x(Math.max(before.to, mark.from)));
  return html`<line class="climb" x1="${middle}" x2="${middle}" y1="${at(before) + barHeight / 2}" y2="${at(mark) + barHeight / 2}"/>`;
}

function barOf(mark: Mark, y: number, x: (at: number) => number): Markup {
  const [left, width] = [x(mark.from), Math.max(0.7, x(mark.to) - x(mark.from) - 0.2)];
  const wide = width > 4;
  return html`<g class="mark attempt ${mark.tone}"><title>${mark.caption}</title>
<rect x="${p(left)}" y="${y}" width="${p(width)}" height="${barHeight}" rx="4"/>${
    wide
      ? html`<text class="on" x="${p(left)}" dx="6" y="${y + 14}">${signs[mark.tone]} ${mark.label}${mark.loops ? ' ↻' : ''}</text>`
      : none
  }</g>`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

function ticks(whole: number): number[] {
  const step = steps.find((size) => whole / size <= 5) ?? Math.ceil(whole / 5);
  return Array.from({ length: Math.floor(whole / step) + 1 }, (_, at) => at * step);
}

const p = (value: number): string => `${value.toFixed(2)}%`;

export const timelineCaption = (marks: Mark[], tiers: string[]): string =>
  `${count(marks.length, 'attempt')} on ${count(tiers.length, 'tier')}, the strongest on top`;
