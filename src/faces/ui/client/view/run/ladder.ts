import { count, dollars } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import { failingOf, type Loop, lanesOf, loopsOf, outcomeOf, toneOf } from '../../model/ladder.ts';
import type { Attempt, TaskModel } from '../../model/shape.ts';
import type { Page } from '../../page.ts';
import { hrefOf } from '../../state.ts';
import { signs } from '../words.ts';

const [column, lane, chip] = [72, 44, 48];

/** A lane for each tier, the strongest on top, and each attempt where it was made; arcs lead back to what was repeated. */
export function ladder(page: Page, task: TaskModel, selected: Attempt | null, alive: boolean): VNode {
  const tiers = page.state.model.start?.policy.tiers ?? [];
  const lanes = lanesOf(task, tiers);
  const loops = loopsOf(task);
  const top = loops.length > 0 ? 40 : 4;
  const size = { width: task.attempts.length * column, height: top + lanes.length * lane };
  const x = (at: number) => at * column + column / 2;
  const y = (tier: string) => top + Math.max(0, lanes.indexOf(tier)) * lane + lane / 2;
  return h(
    'div',
    { class: 'ladder' },
    h(
      'ul',
      { class: 'lanes', 'aria-label': 'Tiers, the strongest first', style: { 'padding-top': `${top}px` } },
      ...lanes.map((name) =>
        h(
          'li',
          { key: name, class: task.attempts.at(-1)?.tier === name ? 'at' : '' },
          h('span', { class: 'tier', title: modelOf(tiers, name) }, name),
        ),
      ),
    ),
    h(
      'div',
      { class: 'track', tabindex: 0, role: 'group', 'aria-label': `Attempts at ${task.task.id}` },
      h(
        'div',
        { class: 'rungs', style: { width: `${size.width}px`, height: `${size.height}px` } },
        picture(),
        ...task.attempts.map((attempt, at) => rung(attempt, at)),
      ),
    ),
    loops.length > 0
      ? h('ul', { class: 'loops' }, ...loops.map((loop) => h('li', {}, loopText(loop, task.attempts))))
      : null,
  );

  function picture(): VNode {
    const climbs = task.attempts.slice(1).flatMap((attempt, before) => {
      const from = task.attempts[before];
      if (!from || from.tier === attempt.tier) return [];
      return [h('line', { class: 'climb', x1: x(before), y1: y(from.tier), x2: x(before + 1), y2: y(attempt.tier) })];
    });
    const arcs = loops.map(({ from, to }) => {
      const [a, b] = [x(from), from === to ? x(from) - 24 : x(to)];
      const high = Math.max(6, 30 - Math.abs(from - to) * 6);
      return h('path', {
        class: 'arc',
        d: `M ${a} ${y(task.attempts[from]?.tier ?? '') - 18} C ${a} ${high}, ${b} ${high}, ${b} ${y(task.attempts[to]?.tier ?? '') - 20}`,
        'marker-end': 'url(#back)',
      });
    });
    const arrow = h(
      'marker',
      {
        id: 'back',
        viewBox: '0 0 8 8',
        refX: 6,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: 'auto-start-reverse',
      },
      h('path', { class: 'head', d: 'M 0 0 L 8 4 L 0 8 z' }),
    );
    const guides = lanes.map((name) => h('line', { class: 'guide', x1: 0, x2: size.width, y1: y(name), y2: y(name) }));
    return h('svg', { ...size, 'aria-hidden': 'true' }, h('defs', {}, arrow), ...guides, ...climbs, ...arcs);
  }

  function rung(attempt: Attempt, at: number): VNode {
    const tone = toneOf(attempt);
    const working = tone === 'busy' && alive;
    return h(
      'a',
      {
        key: `a${attempt.attempt}`,
        class: `rung ${tone} ${working ? 'working' : ''}`,
        href: hrefOf({ ...page.state.route, task: attempt.task, attempt: attempt.attempt }),
        'aria-current': attempt === selected ? 'true' : null,
        'aria-label': labelOf(attempt, alive),
        title: labelOf(attempt, alive),
        style: { left: `${x(at) - chip / 2}px`, top: `${y(attempt.tier) - 16}px` },
      },
      `${signs[tone]} ${attempt.attempt}${attempt.loop ? ' ↻' : ''}`,
    );
  }
}

function labelOf(attempt: Attempt, alive: boolean): string {
  const failing = failingOf(attempt);
  const score = attempt.reviews.at(-1)?.score;
  return [
    `Attempt ${attempt.attempt} by ${attempt.tier}: ${outcomeOf(attempt, alive)}`,
    ...(failing === null ? [] : [count(failing, 'failing test')]),
    ...(score === undefined ? [] : [`review ${score}/100`]),
    dollars(attempt.usd),
    ...(attempt.loop ? ['loop'] : []),
  ].join(', ');
}

const loopText = ({ from, to, kind }: Loop, attempts: Attempt[]): string =>
  `↻ Attempt ${attempts[from]?.attempt} repeats attempt ${attempts[to]?.attempt}: ${kind}.`;

const modelOf = (tiers: { name: string; developer: string; model: string | null }[], name: string): string => {
  const tier = tiers.find((one) => one.name === name);
  return tier?.model ?? tier?.developer ?? name;
};
