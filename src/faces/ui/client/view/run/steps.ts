import { h, type VNode } from '../../dom/node.ts';
import { noSteps } from '../../model/ladder.ts';
import type { Attempt, Step } from '../../model/shape.ts';
import type { Page } from '../../page.ts';
import { empty, pre } from '../parts.ts';
import { localClock } from '../words.ts';

/** What agents thought, did and saw, in order. */
export function stepsView({ state }: Page, selected: Attempt | null, alive: boolean): VNode {
  const steps = selected?.steps ?? state.model.steps;
  const others = selected ? state.model.steps : [];
  const working = alive && selected !== null && selected.finished === null;
  return h(
    'div',
    {},
    others.length > 0
      ? h(
          'details',
          { class: 'others', key: 'others' },
          h('summary', {}, `Steps of the run itself, such as its plan (${others.length})`),
          list(others),
        )
      : null,
    steps.length > 0 ? list(steps) : empty(noSteps(selected)),
    working ? h('p', { class: 'dim working-line' }, 'The developer is working…') : null,
    selected?.finished?.summary
      ? h('p', { class: 'summary', key: 'summary' }, h('strong', {}, 'In the end: '), selected.finished.summary)
      : null,
  );
}

const list = (steps: Step[]): VNode => h('ol', { class: 'steps' }, ...steps.map(stepRow));

const rows = new WeakMap<Step, VNode>();

function stepRow(step: Step): VNode {
  const existing = rows.get(step);
  if (existing) return existing;
  const input = Object.entries(step.action_input).filter(([name]) => name !== 'thought');
  const row = h(
    'li',
    { key: `${step.agent} ${step.step} ${step.at}` },
    h(
      'div',
      { class: 'step-head' },
      h('code', { class: 'action' }, step.action),
      h('span', { class: 'subject' }, subjectOf(step.action_input)),
      step.agent === 'developer' ? null : h('span', { class: 'who' }, step.agent),
      h('time', { class: 'dim', datetime: step.at }, localClock(step.at)),
    ),
    step.thought ? h('p', { class: 'thought' }, step.thought) : null,
    h(
      'details',
      {},
      h('summary', {}, firstLine(step.observation) || 'What it said and saw'),
      ...input.map(([name, value]) =>
        h(
          'div',
          { class: 'input' },
          h('span', { class: 'dim' }, name),
          pre(name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
        ),
      ),
      pre('observation', step.observation),
      step.reflection ? h('p', { class: 'dim' }, step.reflection) : null,
    ),
  );
  rows.set(step, row);
  return row;
}

/** The one input that tells most about an action. */
function subjectOf(input: Record<string, unknown>): string {
  const value = input.path ?? input.command ?? input.query ?? '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 160);
}

const firstLine = (text: string): string => text.trim().split('\n')[0]?.slice(0, 120) ?? '';
