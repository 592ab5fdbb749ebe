import type { BacktestResult } from '../../schema/run/outcomes.ts';
import { evenDollars } from '../words.ts';

const [width, height, margin] = [760, 480, 60];

interface Dot {
  name: string;
  resolved: number;
  usd: number;
  color: string;
  /** Half the size of the spread, where there is one. */
  spread?: { resolved: [number, number]; usd: [number, number] };
}

/** Resolved tasks over the cost of one, on one page that needs nothing else. */
export function backtestSvg({ singles, ladder, learned, tasks }: BacktestResult): string {
  const dots: Dot[] = singles.flatMap(({ name, resolved, usd_per_resolved }) =>
    usd_per_resolved === null ? [] : [{ name, resolved, usd: usd_per_resolved, color: '#888' }],
  );
  if (ladder?.usd_per_resolved)
    dots.push({ name: 'ladder', resolved: ladder.resolved, usd: ladder.usd_per_resolved, color: '#c60' });
  if (learned?.usd_per_resolved) {
    const { resolved, usd_per_resolved } = learned;
    dots.push({
      name: 'learned',
      resolved: resolved.mean,
      usd: usd_per_resolved.mean,
      color: '#06c',
      spread: { resolved: [resolved.least, resolved.most], usd: [usd_per_resolved.least, usd_per_resolved.most] },
    });
  }
  const most = Math.max(1e-9, ...dots.map(({ usd, spread }) => spread?.usd[1] ?? usd)) * 1.1;
  const x = (usd: number) => margin + (usd / most) * (width - 2 * margin);
  const y = (resolved: number) => height - margin - (resolved / Math.max(1, tasks)) * (height - 2 * margin);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path d="M${margin} ${margin}V${height - margin}H${width - margin}" fill="none" stroke="#000"/>`,
    ...ticks(most).map((at) => text(x(at), height - margin + 16, evenDollars(at, 2), 'middle')),
    ...[0, 0.25, 0.5, 0.75, 1].map((part) =>
      text(margin - 6, y(part * tasks) + 4, String(Math.round(part * tasks)), 'end'),
    ),
    text(width / 2, height - 14, 'cost of a resolved task', 'middle'),
    text(14, 24, `resolved of ${tasks} tasks`, 'start'),
    ...dots.flatMap(({ name, resolved, usd, color, spread }) => [
      ...(spread
        ? [
            `<path d="M${n(x(spread.usd[0]))} ${n(y(resolved))}H${n(x(spread.usd[1]))}M${n(x(usd))} ${n(y(spread.resolved[0]))}V${n(y(spread.resolved[1]))}" stroke="${color}"/>`,
          ]
        : []),
      `<circle cx="${n(x(usd))}" cy="${n(y(resolved))}" r="4" fill="${color}"><title>${escaped(name)}</title></circle>`,
      text(x(usd) + 6, y(resolved) - 5, name.length > 24 ? `${name.slice(0, 23)}…` : name, 'start', color),
    ]),
    '</svg>\n',
  ].join('\n');
}

const ticks = (most: number): number[] => [0, 0.25, 0.5, 0.75, 1].map((part) => part * most);
const n = (value: number): string => value.toFixed(1);
const escaped = (name: string): string =>
  name.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function text(x: number, y: number, said: string, anchor: 'start' | 'middle' | 'end', color = '#000'): string {
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}" fill="${color}">${escaped(said)}</text>`;
}
