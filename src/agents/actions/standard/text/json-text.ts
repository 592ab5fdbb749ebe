import { deepest, type Note } from '../parts.ts';

export type Parsed = { value: unknown; notes: string[] } | { fault: Note };

/** JSON with the line of its fault, and with what reading it loses: repeated keys and digits. */
export function parseJson(text: string): Parsed {
  const walked = walk(text);
  if (walked.deep)
    return { fault: { line: lineAt(text, walked.at), message: `nested more than ${deepest} levels deep` } };
  try {
    return { value: JSON.parse(text), notes: walked.notes };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = error.message.replace(/ in JSON at position.*$| at position.*$|, (?:\.\.\.)?".*$/s, '');
    return { fault: { line: lineAt(text, walked.at), message } };
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** How far it reads as JSON, by its tokens and what may follow what; without recursion, since depth costs nothing. */
function walk(text: string): { at: number; notes: string[]; deep?: true } {
  const token = /[ \t\r\n]*(?:([{}[\],:])|"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|(-?\d[\d.eE+-]*)|true|false|null)/y;
  const open: (Set<string> | null)[] = [];
  const notes = new Set<string>();
  let wants: 'value' | 'key' | 'colon' | 'comma' = 'value';
  let fresh = false;
  for (token.lastIndex = 0; ; ) {
    const at = token.lastIndex;
    const match = token.exec(text);
    const start = at + (/^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
    if (!match) return { at: Math.min(start, text.length), notes: [...notes] };
    const [, sign, string, number] = match;
    const keys = open.at(-1);
    if (sign === '}' || sign === ']') {
      if (keys === undefined || (keys !== null) !== (sign === '}') || !(fresh || wants === 'comma'))
        return { at: start, notes: [] };
      open.pop();
      [wants, fresh] = ['comma', false];
    } else if (sign === ',' || sign === ':') {
      if (wants !== (sign === ',' ? 'comma' : 'colon') || keys === undefined) return { at: start, notes: [] };
      [wants, fresh] = [sign === ',' && keys ? 'key' : 'value', false];
    } else if (wants === 'key') {
      if (string === undefined) return { at: start, notes: [] };
      if (keys?.has(string)) notes.add(`the key ${string} is there more than once: the last one counts`);
      keys?.add(string);
      [wants, fresh] = ['colon', false];
    } else if (wants !== 'value') return { at: start, notes: [] };
    else if (sign) {
      if (open.push(sign === '{' ? new Set() : null) > deepest) return { at: start, notes: [], deep: true };
      [wants, fresh] = [sign === '{' ? 'key' : 'value', true];
    } else {
      if (number && !keepsDigits(number)) notes.add(`${number.slice(0, 40)} has more digits than a number keeps`);
      [wants, fresh] = ['comma', false];
    }
  }
}

const keepsDigits = (number: string): boolean =>
  number.replace(/^-?[0.]*|[eE].*$|\./g, '').replace(/0+$/, '').length <= 15;
