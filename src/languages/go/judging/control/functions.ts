import { closing, codeOf, type Lexeme, lexemes } from '../../../../code/lexemes/lexemes.ts';
import { goLexemes } from '../../code/style.ts';

export interface GoTest {
  name: string;
  /** The name of its `*testing.T` or `*testing.F`; null for an example. */
  t: string | null;
  /** Behind the brace that opens it. */
  start: number;
  body: Lexeme[];
}

export interface GoFile {
  /** Behind the package clause. */
  head: number;
  tests: GoTest[];
  /** Paths of packages, by the names that the file has for them. */
  imports: Map<string, string>;
  words: ReadonlySet<string>;
}

/** What a test file of Go declares at its top; null where it is not one. */
export function readGoFile(text: string): GoFile | null {
  const all = lexemes(text, goLexemes);
  const tokens = codeOf(all);
  if (tokens[0]?.text !== 'package' || tokens[1]?.kind !== 'word') return null;
  const tests: GoTest[] = [];
  const imports = new Map<string, string>();
  for (let at = 2; at < tokens.length; at += 1) {
    const token = tokens[at] as Lexeme;
    if (token.text === 'import') for (const [name, path] of importsAt(tokens, at)) imports.set(name, path);
    const test = token.text === 'func' ? testAt(tokens, at, all) : null;
    if (test) tests.push(test);
    if (/^[({[]$/.test(token.text) && token.kind === 'mark') at = closing(tokens, at);
  }
  const words = new Set(tokens.filter(({ kind }) => kind === 'word').map((token) => token.text));
  return { head: tokens[1].end, tests, imports, words };
}

function testAt(tokens: Lexeme[], at: number, all: Lexeme[]): GoTest | null {
  const [name, open] = [tokens[at + 1]?.text ?? '', tokens[at + 2]?.text];
  if (!/^(?:Test|Fuzz|Example)(?!\p{Ll})/u.test(name) || open !== '(') return null;
  const end = closing(tokens, at + 2);
  const brace = tokens[end + 1];
  if (brace?.text !== '{') return null;
  const parameters = tokens.slice(at + 3, end).map(({ text }) => text);
  const [t = '', star, , dot, type] = parameters;
  const isExample = parameters.length === 0 && name.startsWith('Example');
  const isTest = parameters.length === 5 && star === '*' && dot === '.' && /^[TF]$/.test(type ?? '') && t !== '_';
  if (!isExample && !isTest) return null;
  const close = tokens[closing(tokens, end + 1)]?.start ?? brace.end;
  const body = all.filter((token) => token.start >= brace.end && token.end <= close);
  return { name, t: isExample ? null : t, start: brace.end, body };
}

/** `import alias "path"`, or a list of such lines in brackets. */
function importsAt(tokens: Lexeme[], at: number): [string, string][] {
  const grouped = tokens[at + 1]?.text === '(';
  const listed = grouped ? tokens.slice(at + 2, closing(tokens, at + 1)) : tokens.slice(at + 1, at + 3);
  return listed.flatMap((token, index): [string, string][] => {
    if (token.kind !== 'string') return [];
    const path = token.text.slice(1, -1);
    const before = listed[index - 1];
    const alias = before?.kind === 'word' || before?.text === '.' ? before.text : path.split('/').at(-1);
    return [[alias ?? path, path]];
  });
}
