import { replace } from '../../repair/edits.ts';
import { isOrdered, meantBy, weightOf } from '../../repair/operators.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { endsValue, type Idea, isHead, type Template } from './place.ts';

/** Where a whole number is divided, there is one more. */
const divisions = {
  ...{ '/': ['//', '*', '%'], '%': ['//', '/'], '//': ['/', '%'] },
  ...{ '-': ['+', '%', '//'], '-=': ['+=', '//='] },
};

/** Another operator, or its sides the other way round. */
export const operators: Template = (place) => {
  if (isHead(place)) return [];
  const { tokens } = place;
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    if (!endsValue(before)) return [];
    if (token.kind === 'Equal') return added(place.statement.level, token, at);
    if (/^[-+]$/.test(token.text) && (isString(before) || isString(tokens[at + 1]))) return [];
    return [...swapped(token), ...identity(tokens, at), ...turned(tokens, at)];
  });
};

function swapped(token: PyToken): Idea[] {
  return meantBy(token.text, divisions).map((other) => ({
    template: 'operator',
    weight: weightOf(token.text, other),
    edits: replace(token, other),
  }));
}

/** `is`, `is not`, `in` and `not in`. */
function identity(tokens: PyToken[], at: number): Idea[] {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || !next) return [];
  const two = { start: token.start, end: next.end };
  if (token.kind === 'Is' && next.kind === 'Not')
    return [{ template: 'operator', weight: 0.7, edits: replace(two, 'is') }];
  if (token.kind === 'Is')
    return [
      { template: 'operator', weight: 0.7, edits: replace(token, 'is not') },
      { template: 'operator', weight: 0.6, edits: replace(token, '==') },
    ];
  if (token.kind === 'Not' && next.kind === 'In')
    return [{ template: 'operator', weight: 0.75, edits: replace(two, 'in') }];
  return token.kind === 'In' && tokens[0]?.kind !== 'For' && !tokens.slice(0, at).some(({ kind }) => kind === 'For')
    ? [{ template: 'operator', weight: 0.7, edits: replace(token, 'not in') }]
    : [];
}

/** `a - b` as `b - a`, where both are one name or number. */
function turned(tokens: PyToken[], at: number): Idea[] {
  const [left, operator, right] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!left || !operator || !right || !isOrdered(operator.text) || left.kind !== 'Name' || right.kind !== 'Name')
    return [];
  const alone =
    !/^(?:Dot|Minus|Plus|Star|Slash)$/.test(tokens[at - 2]?.kind ?? '') &&
    !/^(?:Dot|Lpar|Lsqb)$/.test(tokens[at + 2]?.kind ?? '');
  if (!alone) return [];
  return [
    {
      template: 'order of operands',
      weight: 0.6,
      edits: [...replace(left, right.text), ...replace(right, left.text)],
    },
  ];
}

/** `total = price`, where it was to be added: in a block inside of a function. */
function added(level: number, token: PyToken, at: number): Idea[] {
  if (at !== 1 || level < 2) return [];
  return [{ template: 'operator', weight: 0.5, edits: replace(token, '+=') }];
}

const isString = (token: PyToken | undefined): boolean => token !== undefined && /String/.test(token.kind);
