import type { Lexeme } from './lexemes.ts';

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Another literal of the same type, whichever width the type has: no number grows over a power of two. */
export function otherLiteral({ kind, text, start, end }: Lexeme): Edit | null {
  const replaced = (other: string): Edit => ({ start, end, text: other });
  if (text === 'true' || text === 'false') return kind === 'word' ? replaced(text === 'true' ? 'false' : 'true') : null;
  if (kind === 'number') return otherNumber(text, replaced);
  if (kind !== 'string' || text.length < 2) return null;
  if (/^"(?!"")[\s\S]*"$/.test(text)) return replaced(`${text.slice(0, -1)}~"`);
  return /^`[\s\S]*`$/.test(text) ? replaced(`${text.slice(0, -1)}~\``) : null;
}

function otherNumber(text: string, replaced: (other: string) => Edit): Edit | null {
  const [, digits, fraction, suffix = ''] = /^(\d[\d_]*)(\.\d[\d_]*)?([a-zA-Z]\w*)?$/.exec(text) ?? [];
  if (digits === undefined || /^0\d/.test(digits) || /^[eExXoObB]/.test(suffix)) return null;
  const value = Number(digits.replaceAll('_', ''));
  if (!Number.isSafeInteger(value)) return null;
  return replaced(`${value < 100 ? value + 1 : value - 1}${fraction ?? ''}${suffix}`);
}

/** Edits at one place stay in their order. */
export function applied(text: string, edits: Edit[]): string {
  let [result, at] = ['', 0];
  const ordered = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => a.start - b.start || a.order - b.order);
  for (const edit of ordered) {
    result += text.slice(at, edit.start) + edit.text;
    at = Math.max(at, edit.end);
  }
  return result + text.slice(at);
}
