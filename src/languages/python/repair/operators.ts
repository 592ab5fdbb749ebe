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
    return [...swapped(tokens, at), ...identity(tokens, at), ...turned(tokens, at)];
  });
};

function swapped(tokens: PyToken[], at: number): Idea[] {
  const token = tokens[at];
  if (!token) return [];
  return meantBy(token.text, divisions)
    .filter((other) => !(turnsChain(tokens, at, other) || asksDivides(tokens, at)))
    .map((other) => ({ template: 'operator', weight: weightOf(token.text, other), edits: replace(token, other) }));
}

/** `x % n == 0` asks whether it divides: no other operator is meant there. */
const asksDivides = (tokens: PyToken[], at: number): boolean =>
  tokens[at]?.text === '%' && /^[!=]=$/.test(tokens[at + 2]?.text ?? '') && tokens[at + 3]?.text === '0';

/** In `1 <= x >= 9` one part says nothing. */
function turnsChain(tokens: PyToken[], at: number, other: string): boolean {
  if (!isComparison(other)) return false;
  const chained = [next(tokens, at, -1), next(tokens, at, 1)].filter((text) => text !== null);
  return chained.some((text) => text[0] !== other[0]);
}

/** The comparison before or behind this one in the same chain. */
function next(tokens: PyToken[], at: number, step: -1 | 1): string | null {
  let depth = 0;
  for (let index = at + step; tokens[index]; index += step) {
    const { text } = tokens[index] as PyToken;
    if (/^[([{]$/.test(text)) depth += step;
    else if (/^[)\]}]$/.test(text)) depth -= step;
    if (depth < 0 || (depth === 0 && /^(?:and|or|not|if|else|while|return|lambda|for|in|is|,|:|=|:=)$/.test(text)))
      return null;
    if (depth === 0 && isComparison(text)) return text;
  }
  return null;
}

const isComparison = (text: string): boolean => /^[<>]=?$/.test(text);

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
