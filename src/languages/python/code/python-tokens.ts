export interface PyToken {
  kind: string;
  text: string;
  start: number;
  end: number;
  /** Brackets that are open around it; the brackets themselves count as outside. */
  depth: number;
}

/** One simple statement, or the head of a compound one, up to the end of its logical line. */
export interface PyStatement {
  tokens: PyToken[];
  /** How many blocks it stands in. */
  level: number;
  /** What stands before it on its line; null when that is another statement. */
  indent: string | null;
}

const opening = new Set(['Lpar', 'Lsqb', 'Lbrace']);
const closing = new Set(['Rpar', 'Rsqb', 'Rbrace']);
const silent = new Set(['Comment', 'NonLogicalNewline']);

/** By ruff's own tokens. Positions count characters of `text`. */
export async function pyStatements(text: string): Promise<PyStatement[]> {
  return (await pyReader())(text);
}

/** The same for many texts, once ruff is there. */
export async function pyReader(): Promise<(text: string) => PyStatement[]> {
  const { default: ruff } = await import('@astral-sh/ruff-wasm-nodejs');
  return (text) => {
    const workspace = new ruff.Workspace({ 'target-version': 'py315' }, ruff.PositionEncoding.Utf16);
    try {
      return grouped(placed(workspace.tokens(text), text), text);
    } finally {
      workspace.free();
    }
  };
}

function grouped(tokens: PyToken[], text: string): PyStatement[] {
  const statements: PyStatement[] = [];
  let current: PyToken[] = [];
  let level = 0;
  const close = () => {
    const [first] = current;
    if (!first) return;
    const before = text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start);
    statements.push({ tokens: current, level, indent: /^[ \t\f]*$/.test(before) ? before : null });
    current = [];
  };
  for (const token of tokens) {
    if (token.kind === 'Indent') level += 1;
    else if (token.kind === 'Dedent') level -= 1;
    else if (token.kind === 'Newline' || (token.kind === 'Semi' && token.depth === 0)) close();
    else if (!silent.has(token.kind)) current.push(token);
  }
  close();
  return statements;
}

/** The tokens' offsets are in bytes. */
function placed(listed: string, text: string): PyToken[] {
  const characters = offsetsOf(text);
  const tokens: PyToken[] = [];
  let depth = 0;
  for (const [, kind = '', from, to] of listed.matchAll(/^\s*(\w+) (\d+)\.\.(\d+)/gm)) {
    const [start, end] = [characters(Number(from)), characters(Number(to))];
    if (closing.has(kind)) depth = Math.max(0, depth - 1);
    tokens.push({ kind: kind === 'Identifier' ? 'Name' : kind, text: text.slice(start, end), start, end, depth });
    if (opening.has(kind)) depth += 1;
  }
  return tokens;
}

function offsetsOf(text: string): (byte: number) => number {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return (byte) => byte;
  let [at, characters] = [0, 0];
  return (byte) => {
    if (byte < at) [at, characters] = [0, 0];
    characters += bytes.toString('utf8', at, byte).length;
    at = byte;
    return characters;
  };
}
