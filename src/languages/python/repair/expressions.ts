import type { PyToken } from '../code/python-tokens.ts';

/** An expression of a statement, by its place in the text. */
export interface Expression {
  kind:
    | 'name'
    | 'literal'
    | 'attribute'
    | 'subscript'
    | 'call'
    | 'binary'
    | 'compare'
    | 'bool'
    | 'not'
    | 'unary'
    | 'ternary'
    | 'collection'
    | 'comprehension'
    | 'group'
    | 'other';
  start: number;
  end: number;
  /** Of what is joined or compared. */
  operator?: PyToken;
  /** Its parts in their order; of a call, what is called and the arguments. */
  parts: Expression[];
}

const levels: Record<string, number> = {
  ...{ Or: 1, And: 2, In: 4, Is: 4, Not: 4, Less: 4, Greater: 4, EqEqual: 4, NotEqual: 4, LessEqual: 4 },
  ...{ GreaterEqual: 4, Vbar: 5, CircumFlex: 6, Amper: 7, LeftShift: 8, RightShift: 8, Plus: 9, Minus: 9, Star: 10 },
  ...{ Slash: 10, DoubleSlash: 10, Percent: 10, At: 10, DoubleStar: 12 },
};
const comparing = 4;
const closes = /^R(?:par|sqb|brace)$/;

/** The outermost expressions of a statement; what is no expression is skipped. */
export function expressionsIn(tokens: readonly PyToken[]): Expression[] {
  let at = 0;
  const peek = (): PyToken | undefined => tokens[at];
  const is = (kind: string): boolean => peek()?.kind === kind;
  const endBefore = () => tokens[at - 1]?.end ?? 0;

  const all: Expression[] = [];
  if (is('For')) skipTargets();
  while (at < tokens.length) {
    const before = at;
    const expression = ternary();
    if (expression) all.push(expression);
    if (at === before) at += 1;
  }
  return all;

  function skipTargets(): void {
    const depth = peek()?.depth;
    while (at < tokens.length && !(is('In') && peek()?.depth === depth)) at += 1;
    at += 1;
  }

  function ternary(): Expression | null {
    const value = joined(1);
    if (!value || !is('If')) return value;
    const back = at;
    at += 1;
    const test = joined(1);
    if (!test || !is('Else')) {
      at = back;
      return value;
    }
    at += 1;
    const other = ternary();
    if (!other) return value;
    return { kind: 'ternary', start: value.start, end: other.end, parts: [value, test, other] };
  }

  function joined(least: number): Expression | null {
    let left = prefixed(least);
    while (left) {
      const operator = peek();
      const level = levels[operator?.kind ?? ''] ?? 0;
      if (!operator || level < least || (operator.kind === 'Not' && tokens[at + 1]?.kind !== 'In')) break;
      at += 1;
      if (is('In') && operator.kind === 'Not') at += 1;
      if (is('Not') && operator.kind === 'Is') at += 1;
      const right = joined(operator.kind === 'DoubleStar' ? level : level + 1);
      if (!right) break;
      const kind = level < 3 ? 'bool' : level === comparing ? 'compare' : 'binary';
      left = { kind, operator, start: left.start, end: right.end, parts: [left, right] };
    }
    return left;
  }

  function prefixed(least: number): Expression | null {
    const sign = peek();
    const isNot = sign?.kind === 'Not' && least <= 3;
    if (!sign || !(isNot || /^(?:Minus|Plus|Tilde|Await|Star|DoubleStar)$/.test(sign.kind))) return primary();
    at += 1;
    const inner = joined(isNot ? 3 : 11);
    return (
      inner && { kind: isNot ? 'not' : 'unary', operator: sign, start: sign.start, end: inner.end, parts: [inner] }
    );
  }

  function primary(): Expression | null {
    let value = atom();
    for (let next = peek(); value && next; next = peek()) {
      const { start } = value;
      if (next.kind === 'Dot' && tokens[at + 1]?.kind === 'Name') {
        at += 2;
        value = { kind: 'attribute', start, end: endBefore(), parts: [value] };
      } else if (next.kind === 'Lpar' || next.kind === 'Lsqb') {
        const inner = bracket();
        const kind = next.kind === 'Lpar' ? 'call' : 'subscript';
        value = { kind, start, end: endBefore(), parts: [value, ...inner.parts] };
      } else break;
    }
    return value;
  }

  function atom(): Expression | null {
    const token = peek();
    if (!token) return null;
    const one = { start: token.start, end: token.end, parts: [] };
    if (token.kind === 'Name') {
      at += 1;
      return { ...one, kind: 'name' };
    }
    if (/^(?:Int|Float|String|True|False|None|Ellipsis|Complex)$/.test(token.kind)) {
      at += 1;
      while (token.kind === 'String' && is('String')) at += 1;
      return { ...one, kind: 'literal', end: endBefore() };
    }
    if (token.kind === 'FStringStart') {
      while (at < tokens.length && !is('FStringEnd')) at += 1;
      at += 1;
      return { ...one, kind: 'other', end: endBefore() };
    }
    return /^L(?:par|sqb|brace)$/.test(token.kind) ? bracket() : null;
  }

  /** From an opening bracket to the one that closes it. */
  function bracket(): Expression {
    const open = peek();
    const parts: Expression[] = [];
    let [kind, commas]: [Expression['kind'], number] = ['collection', 0];
    at += 1;
    while (at < tokens.length && !closes.test(peek()?.kind ?? '')) {
      const before = at;
      if (is('For')) {
        kind = 'comprehension';
        skipTargets();
      }
      const part = ternary();
      if (part) parts.push(part);
      if (is('Comma')) commas += 1;
      if (at === before) at += 1;
    }
    at += 1;
    const isGroup = open?.kind === 'Lpar' && kind === 'collection' && commas === 0 && parts.length === 1;
    return { kind: isGroup ? 'group' : kind, start: open?.start ?? 0, end: endBefore(), parts };
  }
}

/** An expression with everything inside of it, each with what it is a part of. */
export function* within(
  outer: Expression,
  around: readonly Expression[] = [],
): Generator<{ node: Expression; around: readonly Expression[] }> {
  yield { node: outer, around };
  for (const part of outer.parts) yield* within(part, [...around, outer]);
}
