const esc = '[\\u001b\\u009b]';
const escapes = new RegExp(
  [
    // Strings to the terminal (titles, links), ended by BEL or ST.
    `(?:\\u001b[\\]P^_X]|[\\u009d\\u0090\\u009e\\u009f\\u0098])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?`,
    `${esc}\\[?[0-?]*[ -/]*[@-~]`,
  ].join('|'),
  'g',
);
const controls = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Without terminal escapes, control characters (newline and tab stay) and marks that reorder text on screen. */
export function stripEscapes(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(escapes, '').replace(controls, '');
}

/** The last `bytes` bytes as UTF-8, starting at a whole character. */
export function tail(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text.slice(-bytes));
  if (encoded.length <= bytes) return text.slice(-bytes);
  let from = encoded.length - bytes;
  while (from < encoded.length && ((encoded[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return new TextDecoder().decode(encoded.subarray(from));
}

/** At most `max` characters, the cut marked by an ellipsis and never inside a character. */
export function shortText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** A path on one line, as the name that it is: one that holds a line break would else pass for more than a name. */
export function pathLine(path: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path;
}
