import { type Criterion, stateWords } from '../../../../../schema/judge/criterion.ts';
import { besides, decisionWords, partsOf, unlooked } from '../../../../../schema/judge/review.ts';
import type { EventOf } from '../../../../../schema/run/event.ts';
import { h, type VNode } from '../../dom/node.ts';
import type { Attempt } from '../../model/shape.ts';
import { empty, meter, pill } from '../parts.ts';

const tones: Record<Criterion['state'], string> = {
  proven: 'pass',
  unmet: 'fail',
  unproven: 'warning',
  unknown: 'none',
  person: 'none',
};

/** How each criterion stands, and what shows it. */
export const criteriaList = (criteria: Criterion[]): VNode =>
  h(
    'ul',
    { class: 'criteria' },
    ...criteria.map((one) =>
      h(
        'li',
        {},
        pill(tones[one.state] ?? 'none', stateWords[one.state] ?? one.state),
        ` ${one.text} `,
        h('span', { class: 'dim' }, proofOf(one)),
      ),
    ),
  );

const proofOf = ({ by, name, why, state }: Criterion): string =>
  [by && name ? `by ${by} “${name}”` : '', state === 'proven' ? '' : why].filter(Boolean).join(': ');

export function reviewView({ reviews, missing, judged }: Attempt): VNode {
  if (reviews.length + missing.length === 0)
    return empty(
      judged?.verdict.status === 'pass' ? 'Not reviewed yet.' : 'Only a change that passes its tests is reviewed.',
    );
  return h(
    'div',
    {},
    ...missing.map((one) => h('ul', { class: 'callout' }, ...one.missing.map((each) => h('li', {}, unlooked(each))))),
    ...reviews.toReversed().map(scored),
  );
}

function scored(review: EventOf<'review.scored'>): VNode {
  const good = review.decision === 'approve';
  return h(
    'div',
    { class: 'review', key: `round ${review.round} ${review.score}` },
    h(
      'p',
      { class: 'line' },
      h('strong', { class: 'score' }, String(review.score)),
      h('span', { class: 'dim' }, 'of 100'),
      pill(good ? 'pass' : 'warning', decisionWords[review.decision]),
      h('span', { class: 'dim' }, `round ${review.round}${review.by === 'checks' ? ', by checks alone' : ''}`),
    ),
    h(
      'div',
      { class: 'meters' },
      ...partsOf(review.breakdown).map(([name, reached, of]) =>
        meter(
          name,
          reached,
          of,
          `${reached} of ${of}`,
          reached / of >= 0.8 ? 'pass' : reached / of >= 0.5 ? 'warning' : 'fail',
        ),
      ),
    ),
    list('Blocking', review.blocking, 'blocking'),
    list('Feedback', [...review.feedback.filter((point) => !review.blocking.includes(point)), ...besides(review)], ''),
    review.criteria && review.criteria.length > 0
      ? h('div', {}, h('h3', {}, 'Evidence for each criterion'), criteriaList(review.criteria))
      : null,
  );
}

const list = (title: string, points: string[], look: string): VNode | null =>
  points.length === 0
    ? null
    : h('div', { class: look }, h('h3', {}, title), h('ul', {}, ...points.map((point) => h('li', {}, point))));
