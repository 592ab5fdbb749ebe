import { atMost, cutOffCalls, dollars } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import { chargedUsd } from '../../model/run.ts';
import type { Page } from '../../page.ts';
import { meter } from '../parts.ts';

/** What was spent, on whom, and how far the limits are. */
export function costView({ state }: Page): VNode {
  const { model } = state;
  const usd = chargedUsd(model, state.runs.get(model.log[0]?.run ?? ''));
  const cutOff = usd - model.usd;
  const limits = model.start?.policy.limits ?? { run_usd: 0, task_usd: 0, day_usd: 0 };
  const { input, cached, output } = model.tokens;
  const near = (part: number, of: number) => (of > 0 && part / of > 0.8 ? 'warning' : 'plain');
  const shares = (title: string, by: Map<string, number>) =>
    by.size === 0
      ? null
      : h(
          'div',
          { key: title },
          h('h3', {}, title),
          ...[...by].sort(([, a], [, b]) => b - a).map(([name, part]) => meter(name, part, usd, dollars(part))),
          cutOff > 0 ? meter(cutOffCalls, cutOff, usd, atMost(cutOff)) : null,
        );
  return h(
    'div',
    { class: 'costs' },
    h('h3', {}, 'Against the limits'),
    meter('This run', usd, limits.run_usd, `${dollars(usd)} of ${dollars(limits.run_usd)}`, near(usd, limits.run_usd)),
    ...model.tasks.map(({ task, usd: part }) =>
      meter(
        `Task ${task.id}`,
        part,
        limits.task_usd,
        `${dollars(part)} of ${dollars(limits.task_usd)}`,
        near(part, limits.task_usd),
      ),
    ),
    h('p', { class: 'dim' }, `All runs on this machine together may spend ${dollars(limits.day_usd)} a day.`),
    model.exhausted
      ? h(
          'p',
          { class: 'callout' },
          `The ${model.exhausted.cap} limit of ${dollars(model.exhausted.limit_usd)} was reached: the next call could have cost ${dollars(model.exhausted.needed_usd)}.`,
        )
      : null,
    shares('By tier', model.byTier),
    shares('By role', model.byRole),
    h(
      'p',
      { class: 'dim' },
      `${input.toLocaleString()} tokens in (${cached.toLocaleString()} cached), ${output.toLocaleString()} out`,
    ),
  );
}
