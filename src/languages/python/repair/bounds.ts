import { insert, replace } from '../../repair/edits.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { isWholeAnswer } from './conditions.ts';
import { closingOf, endsValue, type Idea, isHead, type Place, partsOf, type Template } from './place.ts';

/** One too many or too few: numbers, indices, ends of ranges and of slices. */
export const bounds: Template = (place) => {
  const { tokens } = place;
  return tokens.flatMap((token, at) => [
    ...(token.kind === 'Int' && !isWholeAnswer(place, at) ? numbers(tokens, at, isHead(place)) : []),
    ...(token.kind === 'String' && !isWholeAnswer(place, at) ? texts(token) : []),
    ...(isHead(place)
      ? []
      : [...withoutOne(tokens, at), ...ends(tokens, at), ...slots(tokens, at), ...ranges(place, at)]),
  ]);
};

function numbers(tokens: PyToken[], at: number, head: boolean): Idea[] {
  const token = tokens[at];
  const value = Number(token?.text.replaceAll('_', ''));
  if (!token || !Number.isSafeInteger(value)) return [];
  const sign = tokens[at - 1];
  // Numbers alone make an answer.
  const operator = /^(?:[-+*%]|\/\/?)$/;
  if (operator.test(sign?.text ?? '') && tokens[at - 2]?.kind === 'Int') return [];
  if (operator.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.kind === 'Int') return [];
  const negative = sign?.kind === 'Minus' && !endsValue(tokens[at - 2]);
  const others = value === 0 ? ['1'] : [String(value + 1), String(value - 1)];
  const weight = head ? 0.4 : 0.6;
  const ideas = others.map((other) => ({
    template: 'constant',
    weight,
    reckoned: isOperand(tokens, at),
    edits: replace(token, other),
  }));
  if (negative && sign) ideas.push({ template: 'constant', weight, reckoned: true, edits: replace(sign, '') });
  else if (value === 1) ideas.push({ template: 'constant', weight: 0.45, reckoned: true, edits: replace(token, '-1') });
  return ideas;
}

/** Compared, reckoned with, an index, or an end of a range. */
function isOperand(tokens: PyToken[], at: number): boolean {
  const around = [tokens[at - 1], tokens[at + 1]].map((token) => token?.text ?? '');
  const open = tokens.findLastIndex((token, before) => before < at && token.depth === (tokens[at]?.depth ?? 0) - 1);
  const inRange = tokens[open]?.kind === 'Lpar' && tokens[open - 1]?.text === 'range';
  const inSlot = tokens[open]?.kind === 'Lsqb' && endsValue(tokens[open - 1]);
  return inRange || inSlot || around.some((text) => /^(?:[<>]=?|[-+*%]|\/\/?)$/.test(text));
}

/** What joins and splits. */
function texts(token: PyToken): Idea[] {
  const other = /^(?:''|"")$/.test(token.text) ? "' '" : /^(?:' '|" ")$/.test(token.text) ? "''" : null;
  return other === null ? [] : [{ template: 'constant', weight: 0.45, edits: replace(token, other) }];
}

/** `x + 1` and `x - 1` as `x`. */
function withoutOne(tokens: PyToken[], at: number): Idea[] {
  const [sign, number] = [tokens[at], tokens[at + 1]];
  if (!sign || !/^[-+]$/.test(sign.text) || number?.kind !== 'Int' || !endsValue(tokens[at - 1])) return [];
  const before = tokens[at - 1];
  return [
    { template: 'off by one', weight: 0.6, edits: replace({ start: before?.end ?? sign.start, end: number.end }, '') },
  ];
}

/** `i < n` as `i < n + 1`. */
function ends(tokens: PyToken[], at: number): Idea[] {
  const value = tokens[at + 1];
  if (!/^[<>]=?$/.test(tokens[at]?.text ?? '') || value?.kind !== 'Name') return [];
  if (/^(?:Dot|Lpar|Lsqb|Plus|Minus)$/.test(tokens[at + 2]?.kind ?? '')) return [];
  return [' - 1', ' + 1'].map((more) => ({ template: 'off by one', weight: 0.4, edits: insert(value.end, more) }));
}

/** An index, and both ends of a slice. */
function slots(tokens: PyToken[], at: number): Idea[] {
  if (tokens[at]?.kind !== 'Lsqb' || !endsValue(tokens[at - 1])) return [];
  const close = closingOf(tokens, at);
  const inner = tokens.slice(at + 1, close);
  const depth = (tokens[at]?.depth ?? 0) + 1;
  const colon = inner.findIndex((token) => token.kind === 'Colon' && token.depth === depth);
  if (close < 0 || inner.length === 0) return [];
  const sides = colon < 0 ? [inner] : [inner.slice(0, colon), inner.slice(colon + 1)];
  const ideas: Idea[] = [];
  for (const side of sides) {
    const last = side.at(-1);
    if (last && side.every(({ kind }) => /^(?:Name|Dot)$/.test(kind)))
      for (const more of [' - 1', ' + 1'])
        ideas.push({ template: 'off by one', weight: 0.55, edits: insert(last.end, more) });
  }
  const open = tokens[at];
  if (colon >= 0 && open && sides[0]?.length === 0)
    ideas.push({ template: 'off by one', weight: 0.4, edits: insert(open.end, '1') });
  return ideas;
}

/** `range(n)` as `range(1, n)`, `range(n + 1)` and so on; the first of two left out. */
function ranges({ tokens }: Place, at: number): Idea[] {
  const open = tokens[at + 1];
  if (tokens[at]?.text !== 'range' || open?.kind !== 'Lpar') return [];
  const args = partsOf(tokens, at + 1, closingOf(tokens, at + 1));
  const stop = args[args.length === 1 ? 0 : 1];
  const last = stop?.at(-1);
  if (!stop || !last) return [];
  const ideas: Idea[] = [' + 1', ' - 1'].map((more) => ({
    template: 'off by one',
    weight: 0.65,
    edits: insert(last.end, more),
  }));
  if (args.length === 1) ideas.push({ template: 'off by one', weight: 0.5, edits: insert(open.end, '1, ') });
  return ideas;
}
