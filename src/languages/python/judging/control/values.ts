import type { PyToken } from '../../code/python-tokens.ts';

export interface Edit {
  start: number;
  end: number;
  text: string;
}

const literals = new Set(['Int', 'Float', 'String', 'True', 'False', 'None']);
const marks = new Set(['Lpar', 'Rpar', 'Lsqb', 'Rsqb', 'Lbrace', 'Rbrace', 'Comma', 'Colon', 'Minus', 'Name']);
/** Another argument makes another value, and hardly ever none at all. */
const makers =
  /^(?:Decimal|Fraction|date|datetime|timedelta|Path|PurePath|approx|set|frozenset|tuple|list|bytes|Counter)$/;

/** The change of the first literal of a value that is written out; null where it is computed, or has none. */
export function changedValue(side: PyToken[]): Edit | null {
  if (!isWritten(side)) return null;
  const literal = side.find((token) => literals.has(token.kind) && other(token) !== null);
  if (literal) return { start: literal.start, end: literal.end, text: other(literal) ?? '' };
  const [open, shut] = side;
  const empty = side.length === 2 && (open?.kind === 'Lsqb' || open?.kind === 'Lbrace');
  return empty && open && shut ? { start: open.end, end: open.end, text: open.kind === 'Lsqb' ? '0' : '0: 0' } : null;
}

function isWritten(side: PyToken[]): boolean {
  return side.every((token, at) => {
    const [before, next] = [side[at - 1], side[at + 1]];
    if (token.kind === 'Dot') return makers.test(side[at + 1]?.text ?? '');
    if (token.kind === 'Equal') return token.depth > 0;
    if (token.kind === 'Lsqb' || token.kind === 'Lpar')
      return !before || !/^(?:Name|Rpar|Rsqb|Rbrace|String)$/.test(before.kind) || makers.test(before.text);
    if (token.kind === 'Name') return next?.kind !== 'Lpar' || makers.test(token.text);
    return literals.has(token.kind) || marks.has(token.kind);
  });
}

function other({ kind, text }: PyToken): string | null {
  if (kind === 'True') return 'False';
  if (kind === 'False') return 'True';
  if (kind === 'None') return '0';
  if (kind !== 'String') {
    const value = Number(text.replaceAll('_', ''));
    return Number.isSafeInteger(Math.trunc(value)) ? `${value * 2 + 7}` : '0';
  }
  const quote = /^\w*("""|'''|"|')/.exec(text)?.[1];
  if (quote === undefined) return null;
  const end = text.length - quote.length;
  const number = /^\w*["'][-+\d.:,T]*\d["']$/.test(text) ? text.charAt(end - 1) : null;
  if (number === null) return `${text.slice(0, end)}~${quote}`;
  // A number or a date as text stays one.
  const digit =
    number === '0' ? '1' : number === '1' && /[^\d0]?0$/.test(text.slice(0, end - 1)) ? '2' : Number(number) - 1;
  return `${text.slice(0, end - 1)}${digit}${quote}`;
}

/** A literal text that surely is not part of another one. */
export function strangeText(side: PyToken[]): Edit | null {
  const [token] = side;
  const quote = token?.kind === 'String' ? /("""|'''|"|')$/.exec(token.text)?.[1] : undefined;
  if (!token || side.length !== 1 || quote === undefined) return null;
  return { start: token.end - quote.length, end: token.end - quote.length, text: '~?~' };
}
