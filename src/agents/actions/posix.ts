const pieces = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|\(\?[\s\S]?/g;

/**
 * Models write `\d` and `(?:…)`; the workspace searches by POSIX, where those mean something else and find nothing, in
 * silence. Null for what POSIX cannot say.
 */
export function posix(query: string): string | null {
  let sayable = true;
  const said = query.replace(pieces, (found) => {
    if (found.startsWith('[')) return inBrackets(found);
    if (found.startsWith('(') && found !== '(?:') sayable = false;
    return plain[found] ?? found;
  });
  return sayable ? said : null;
}

const plain: Record<string, string> = { '(?:': '(', '\\d': '[0-9]', '\\D': '[^0-9]', '\\t': '\t' };
const inside: Record<string, string> = { '\\d': '0-9', '\\w': '[:alnum:]_', '\\s': '[:space:]', '\\t': '\t' };

/** Between POSIX brackets a backslash is a backslash: what it escapes stands for itself, `]` first and `-` last. */
function inBrackets(written: string): string {
  if (/\\[DWSpPux^]/.test(written)) return written;
  const [, open = '[', inner = ''] = /^(\[\^?)([\s\S]*)\]$/.exec(written) ?? [];
  const moved = new Set<string>();
  const rest = inner.replace(/\\([\s\S])/g, (found, char: string) => {
    if (!']-\\'.includes(char)) return inside[found] ?? char;
    moved.add(char);
    return '';
  });
  return [open, moved.has(']') ? ']' : '', rest, moved.has('\\') ? '\\' : '', moved.has('-') ? '-' : '', ']'].join('');
}
