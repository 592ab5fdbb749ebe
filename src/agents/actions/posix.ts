const pieces = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|\(\?[\s\S]?/g;

/**
 * Models write `\d` and `(?:…)`; the workspace searches by POSIX, where those mean something else and find nothing, in
 * silence. Null for what POSIX cannot say.
 */
export function posix(query: string): string | null {
  let sayable = true;
  const translated = query.replace(pieces, (piece) => {
    if (piece.startsWith('[')) return inBrackets(piece);
    if (piece.startsWith('(') && piece !== '(?:') sayable = false;
    return plain[piece] ?? piece;
  });
  return sayable ? translated : null;
}

const plain: Record<string, string> = { '(?:': '(', '\\d': '[0-9]', '\\D': '[^0-9]', '\\t': '\t' };
const inside: Record<string, string> = { '\\d': '0-9', '\\w': '[:alnum:]_', '\\s': '[:space:]', '\\t': '\t' };

/** Between POSIX brackets a backslash is a backslash: what it escapes stands for itself, `]` first and `-` last. */
function inBrackets(bracket: string): string {
  if (/\\[DWSpPux^]/.test(bracket)) return bracket;
  const [, open = '[', inner = ''] = /^(\[\^?)([\s\S]*)\]$/.exec(bracket) ?? [];
  const moved = new Set<string>();
  const rest = inner.replace(/\\([\s\S])/g, (escaped, char: string) => {
    if (!']-\\'.includes(char)) return inside[escaped] ?? char;
    moved.add(char);
    return '';
  });
  return [open, moved.has(']') ? ']' : '', rest, moved.has('\\') ? '\\' : '', moved.has('-') ? '-' : '', ']'].join('');
}
