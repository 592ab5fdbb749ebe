import { closing, codeOf, type Lexeme, lexemes } from '../../../../code/lexemes/lexemes.ts';
import { javaLexemes } from '../../code/style.ts';

export interface JavaTest {
  /** The inner classes that it is in, and its own name. */
  path: string[];
  /** Behind the brace that opens it, and before the one that closes it. */
  start: number;
  end: number;
  body: Lexeme[];
}

export interface JavaClass {
  /** Before the brace that closes it. */
  end: number;
  tests: JavaTest[];
  /** What stands before the word `class`, with its annotations; and between its name and the brace. */
  head: string[];
  parents: string[];
}

export interface JavaFile {
  /** Names that are imported, `static` ones with that word before them. */
  imports: string[];
  classes: JavaClass[];
}

/** The classes at the top of a file, with the tests that are in them. */
export function readJavaFile(text: string): JavaFile {
  const tokens = codeOf(lexemes(text, javaLexemes));
  const imports: string[] = [];
  const classes: JavaClass[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { text: word } = tokens[at] as Lexeme;
    if (word === 'import') {
      const end = tokens.findIndex((token, index) => index > at && token.text === ';');
      const parts = tokens.slice(at + 1, end).map((token) => token.text);
      imports.push(parts[0] === 'static' ? `static ${parts.slice(1).join('')}` : parts.join(''));
      at = Math.max(at, end);
      from = at + 1;
    } else if (word === ';') from = at + 1;
    else if (word === '{') {
      const close = closing(tokens, at);
      const javaClass = classAt(tokens, from, at, close);
      if (javaClass) classes.push(javaClass);
      at = close;
      from = at + 1;
    } else if (word === '(') at = closing(tokens, at);
  }
  return { imports, classes };
}

function classAt(tokens: Lexeme[], from: number, open: number, close: number): JavaClass | null {
  const head = tokens.slice(from, open).map(({ text }) => text);
  const at = head.lastIndexOf('class');
  if (at === -1) return null;
  const isJunit3 = head.slice(at).join(' ').endsWith('TestCase');
  return {
    end: tokens[close]?.start ?? 0,
    tests: testsIn(tokens, open, close, [], isJunit3),
    head: head.slice(0, at),
    parents: head.slice(at + 2),
  };
}

function testsIn(tokens: Lexeme[], open: number, close: number, path: string[], named: boolean): JavaTest[] {
  const tests: JavaTest[] = [];
  let from = open + 1;
  for (let at = open + 1; at < close; at += 1) {
    const { text } = tokens[at] as Lexeme;
    if (text === ';') from = at + 1;
    else if (text === '(' || text === '[') at = closing(tokens, at);
    else if (text === '{') {
      const end = closing(tokens, at);
      const head = tokens.slice(from, at).map((token) => token.text);
      const inner = head.lastIndexOf('class');
      const name = methodName(head);
      if (inner !== -1) tests.push(...testsIn(tokens, at, end, [...path, head[inner + 1] ?? ''], named));
      else if (name !== null && isTest(head, name, named)) {
        const body = tokens.slice(at + 1, end);
        tests.push({ path: [...path, name], start: tokens[at]?.end ?? 0, end: tokens[end]?.start ?? 0, body });
      }
      at = end;
      from = at + 1;
    }
  }
  return tests;
}

/** The word before the brackets of a method, behind its annotations. */
function methodName(head: string[]): string | null {
  const at = head.findIndex(
    (text, index) => text === 'void' && /^\w+$/.test(head[index + 1] ?? '') && head[index + 2] === '(',
  );
  return at === -1 ? null : (head[at + 1] ?? null);
}

/** Without those that pass by failing, and those with parameters, whose reported names hold their values. */
function isTest(head: string[], name: string, named: boolean): boolean {
  const all = head.join('');
  if (
    /@(?:[\w.]+\.)?(?:Ignore|Disabled\w*|Enabled\w*)\b|expected(?:Exceptions)?=|enabled=false|expectedExceptions/.test(
      all,
    )
  )
    return false;
  const marked = head.some((text, at) => text === 'Test' && /^[@.]$/.test(head[at - 1] ?? ''));
  return marked || (named && /^test/.test(name));
}
