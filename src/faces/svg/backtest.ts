import type { BacktestResult } from '../../schema/run/outcomes.ts';
import { evenDollars } from '../words.ts';
import { type Placed, placeLabels } from './labels.ts';
import { digitsOf, wholeTicks } from './ticks.ts';

const [width, height] = [860, 540];
const page = { left: 56, top: 44, right: width - 24, bottom: height - 56 };
const [letter, line, longestName] = [6.1, 13, 30];

interface Dot {
  name: string;
  resolved: number;
  usd: number;
  look: 'model' | 'ladder' | 'learned';
  /** The least and the most of each, where there is a spread. */
  spread?: { resolved: [number, number]; usd: [number, number] };
}

/** Resolved tasks over the cost of one, by day and by night, on one page that needs nothing else. */
export function backtestSvg(result: BacktestResult): string {
  const dots = dotsOf(result);
  const across = wholeTicks(Math.max(1e-9, ...dots.map(({ usd, spread }) => spread?.usd[1] ?? usd)));
  const up = wholeTicks(Math.max(1, result.tasks), 1);
  const x = (usd: number) => page.left + (usd / last(across)) * (page.right - page.left);
  const y = (resolved: number) => page.bottom - (resolved / last(up)) * (page.bottom - page.top);
  const names = labelsOf(dots.map(({ name }) => name));
  const wanted = dots.map(({ usd, resolved }, index) => ({
    x: x(usd),
    y: y(resolved),
    width: (names[index] ?? '').length * letter,
    height: line,
  }));
  const bars = dots.flatMap(({ resolved, usd, spread }) =>
    spread
      ? [
          { left: x(spread.usd[0]), right: x(spread.usd[1]), top: y(resolved) - 1, bottom: y(resolved) + 1 },
          { left: x(usd) - 1, right: x(usd) + 1, top: y(spread.resolved[1]), bottom: y(spread.resolved[0]) },
        ]
      : [],
  );
  const places = placeLabels(wanted, page, bars);
  const digits = Math.max(2, digitsOf(across));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Resolved tasks over the cost of one">`,
    style,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...across.map((at) => `<path class="grid" d="M${n(x(at))} ${page.top}V${page.bottom}"/>`),
    ...up.map((at) => `<path class="grid" d="M${page.left} ${n(y(at))}H${page.right}"/>`),
    ...across.map((at) => text(x(at), page.bottom + 18, evenDollars(at, digits), 'middle')),
    ...up.map((at) => text(page.left - 8, y(at) + 4, String(at), 'end')),
    text((page.left + page.right) / 2, height - 14, 'cost of a resolved task', 'middle'),
    text(14, 24, `resolved of ${result.tasks} tasks`, 'start'),
    // Names come last: a line that leads to a dot may pass under one.
    ...dots.map((dot, index) => drawn(dot, x, y, places[index] as Placed)),
    ...dots.map(
      ({ look, usd }, index) =>
        `<g class="${look}">${labelAt(places[index] as Placed, x(usd), names[index] ?? '')}</g>`,
    ),
    '</svg>\n',
  ].join('\n');
}

/** Short names: without what stands in brackets, where that still tells them apart. */
function labelsOf(names: string[]): string[] {
  const bare = names.map((name) => name.replace(/ *\([^()]*\)/g, '').trim());
  return names.map((name, index) => {
    const short = bare[index] ?? '';
    const label = short !== '' && bare.filter((other) => other === short).length === 1 ? short : name;
    return label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label;
  });
}

/** Those of the policies first: their labels are placed while there is room. */
function dotsOf({ singles, ladder, learned }: BacktestResult): Dot[] {
  const dots: Dot[] = [];
  if (learned?.usd_per_resolved) {
    const { resolved, usd_per_resolved: usd } = learned;
    const spread: Dot['spread'] = { resolved: [resolved.least, resolved.most], usd: [usd.least, usd.most] };
    dots.push({ name: 'learned', resolved: resolved.mean, usd: usd.mean, look: 'learned', spread });
  }
  if (ladder?.usd_per_resolved)
    dots.push({ name: 'ladder', resolved: ladder.resolved, usd: ladder.usd_per_resolved, look: 'ladder' });
  for (const { name, resolved, usd_per_resolved: usd } of singles)
    if (usd !== null) dots.push({ name, resolved, usd, look: 'model' });
  return dots;
}

type Scale = (value: number) => number;

function drawn({ name, resolved, usd, look, spread }: Dot, x: Scale, y: Scale, place: Placed): string {
  const [at, height] = [n(x(usd)), n(y(resolved))];
  const bars = spread
    ? `<path d="M${n(x(spread.usd[0]))} ${height}H${n(x(spread.usd[1]))}M${at} ${n(y(spread.resolved[0]))}V${n(y(spread.resolved[1]))}"/>`
    : '';
  const [side, middle] = [
    x(usd) < place.left ? place.left : Math.min(x(usd), place.right),
    (place.top + place.bottom) / 2,
  ];
  const lead = place.far ? `<path class="lead" d="M${at} ${height}L${n(side)} ${n(middle)}"/>` : '';
  const circle = `<circle cx="${at}" cy="${height}" r="4"><title>${escaped(name)}</title></circle>`;
  return `<g class="${look}">${lead}${bars}${circle}</g>`;
}

/** A text may be narrower than the room that was kept for it: it stands at the side where its dot is. */
function labelAt({ left, right, bottom }: Placed, dot: number, label: string): string {
  if (right <= dot) return text(right, bottom - 3, label, 'end');
  return left >= dot ? text(left, bottom - 3, label, 'start') : text((left + right) / 2, bottom - 3, label, 'middle');
}

const style = `<style>
svg { background: var(--page); --page: #ffffff; --ink: #1d1d1b; --grid: #e4e2dc; --model: #6f6f68; --ladder: #b35900; --learned: #0b5fc0 }
@media (prefers-color-scheme: dark) { svg { --page: #16181b; --ink: #e8e6e1; --grid: #30343a; --model: #a5a49c; --ladder: #f0a05c; --learned: #7bb0f5 } }
text { font: 11px sans-serif; fill: var(--ink) } .page { fill: var(--page) } path { fill: none; stroke: currentColor } .grid { stroke: var(--grid) }
.lead { stroke-width: .6 } circle { fill: currentColor } .model { color: var(--model) } .ladder { color: var(--ladder) } .learned { color: var(--learned) }
g text { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round }
.model text { fill: var(--model) } .ladder text { fill: var(--ladder); font-weight: 700 } .learned text { fill: var(--learned); font-weight: 700 }
</style>`;

const last = (ticks: number[]): number => ticks.at(-1) ?? 1;
const n = (value: number): string => value.toFixed(1);
const escaped = (name: string): string =>
  name.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function text(x: number, y: number, said: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}">${escaped(said)}</text>`;
}
