/** The words of one command; null where anything but quotes would need a shell. */
export function shellWords(line: string): string[] | null {
  const words: string[] = [];
  let open = false;
  for (const [raw, double, single] of line.trim().matchAll(token)) {
    if (/^\s/.test(raw)) {
      open = false;
      continue;
    }
    if (/^[`$|;&<>()\\"']$/.test(raw)) return null;
    const piece = single ?? double?.replace(/\\(.)/g, '$1') ?? raw;
    if (open) words.push(`${words.pop() ?? ''}${piece}`);
    else words.push(piece);
    open = true;
  }
  return words.length > 0 ? words : null;
}

const token = /\s+|"((?:[^"\\$`]|\\["\\$`])*)"|'([^']*)'|[^\s"'`$|;&<>()\\]+|[\s\S]/gy;

/** The commands of a line that run one after another, as far as `&&` and `;` tell. */
export function commandsIn(line: string): string[] {
  return line
    .split(/&&|;(?!;)/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
