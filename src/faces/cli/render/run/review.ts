import { type Criterion, inWords } from '../../../../schema/judge/criterion.ts';
import { besides, inShort, unlooked, unnamedIn } from '../../../../schema/judge/review.ts';
import { listed, oneLine } from '../../terminal/text.ts';
import { scoreParts } from '../review.ts';
import { type Renderer, row, sub } from '../style.ts';

type ReviewType = 'review.scored' | 'review.missing' | 'criteria.checked';

/** What reviews say of a change, and of all of them together. */
export const reviewLines: { [T in ReviewType]: Renderer<T> } = {
  'review.scored': (e, { paint }) => [
    row(
      'review',
      `${(e.decision === 'approve' && e.by !== 'checks' ? paint.green : paint.yellow)(inShort(e))}${e.by === 'checks' && e.round === 1 ? '' : `, round ${e.round}`}`,
    ),
    sub(scoreParts(e.breakdown)),
    ...besides(e).map((line) => sub(paint.dim(oneLine(line)))),
    ...e.blocking.map((item) => sub(paint.red(`blocking: ${oneLine(item)}`))),
    ...unnamedLine(unnamedIn(e)),
    ...e.feedback
      .filter(
        (item) => !e.blocking.includes(item) && !unnamedIn(e).some((text) => item.includes(`not proven: ${text}:`)),
      )
      .slice(0, 5)
      .map((item) => sub(`- ${oneLine(item)}`)),
  ],
  'review.missing': (e, { paint }) => [
    row('review', paint.yellow('missing')),
    ...e.missing.map((missing) => sub(paint.yellow(oneLine(unlooked(missing), 300)))),
  ],
  'criteria.checked': (e, { paint }) => [
    ...(e.failures.length > 0 ? [row('together', paint.red(`the tasks fail together: ${listed(e.failures)}`))] : []),
    ...(e.criteria.length > 0 ? [row('criteria', countedCriteria(e.criteria))] : []),
    ...e.criteria
      .filter(({ state }) => state !== 'proven')
      .map((one) => sub((one.state === 'unmet' ? paint.red : paint.yellow)(`${one.task}: ${oneLine(inWords(one))}`))),
  ],
};

const unnamedLine = (texts: string[]): string[] =>
  texts.length === 0
    ? []
    : [
        sub(
          `no test was named for ${texts.length === 1 ? '1 criterion' : `${texts.length} criteria`}: ${oneLine(texts.join('; '), 200)}`,
        ),
      ];

const countedCriteria = (criteria: Criterion[]): string =>
  `${criteria.filter(({ state }) => state === 'proven').length} of ${criteria.length} proven`;
