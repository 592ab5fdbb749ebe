/** One import statement. */
export interface ImportLine {
  /** `package.module`, or `..module` where it is relative; empty for none. */
  module: string;
  /** What is taken from it; null for `import module`. */
  names: string[] | null;
  /** Counted from 1. */
  line: number;
  /** Inside a condition, a `try` or a `with`: it may be meant to fail. */
  guarded: boolean;
  /** Inside a function: it may never be executed. */
  deferred: boolean;
}

const statement =
  /^([ \t]*)(?:from[ \t]+(\.*[ \t]*[\w.]*)[ \t]*\bimport[ \t]*(\([^)]*\)|[^\n;]*)|import[ \t]+([^\n;]+))/gm;

/** The imports of a file, read without executing it: text in strings and comments is not taken for code. */
export function importLines(text: string): ImportLine[] {
  const code = withoutStrings(text);
  const blocks = blocksOf(code);
  const lines: ImportLine[] = [];
  let [line, at] = [1, 0];
  for (const match of code.matchAll(statement)) {
    line += code.slice(at, match.index).split('\n').length - 1;
    at = match.index;
    const [, , from, nameList, plain] = match;
    const inside = blocks.get(line) ?? [];
    const where = { line, guarded: inside.some((word) => guards.has(word)), deferred: inside.includes('def') };
    if (from !== undefined && from !== '')
      lines.push({ module: from.replace(/\s/g, ''), names: words(nameList ?? ''), ...where });
    for (const module of plain === undefined ? [] : words(plain)) lines.push({ module, names: null, ...where });
  }
  return lines;
}

/** `a.b as c, d` as a.b and d. */
function words(list: string): string[] {
  return list
    .replace(/[()\\]/g, ' ')
    .split(',')
    .map((part) => part.trim().split(/\s/)[0] ?? '')
    .filter((word) => /^(?:[\w.]+|\*)$/.test(word));
}

/** The same text with strings and comments empty, on the same lines. */
function withoutStrings(text: string): string {
  return text.replace(
    /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|#[^\n]*/g,
    (string) => string.replace(/[^\n]+/g, string.startsWith('#') ? '' : '0'),
  );
}

const guards = new Set(['try', 'except', 'finally', 'if', 'elif', 'else', 'with', 'match', 'case', 'for', 'while']);

/** The words that open the blocks around each indented line that imports. */
function blocksOf(code: string): Map<number, string[]> {
  const blocks = new Map<number, string[]>();
  let open: { indent: number; word: string }[] = [];
  for (const [at, line] of code.split('\n').entries()) {
    const [, space = '', word = ''] = /^([ \t]*)(?:async[ \t]+)?(\w+)/.exec(line) ?? [];
    if (word === '') continue;
    const indent = space.replace(/\t/g, '        ').length;
    open = open.filter((block) => block.indent < indent);
    if (word === 'import' || word === 'from')
      blocks.set(
        at + 1,
        open.map((block) => block.word),
      );
    else if (guards.has(word) || word === 'def' || word === 'class') open.push({ indent, word });
  }
  return blocks;
}
