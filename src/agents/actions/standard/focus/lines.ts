import type { Note } from '../parts.ts';
import { type Language, languageOf, linesOf } from './language.ts';

const imports: Record<Language, RegExp> = {
  javascript:
    /^\s*import\s+["']([^"']+)["']|^\s*(?:import|export)\b.*\bfrom\s+["']([^"']+)["']|^\s*\}\s*from\s+["']([^"']+)["']|\b(?:require|import)\s*\(\s*["']([^"']+)["']/,
  python: /^\s*import\s+([\w.]+(?:\s*,\s*[\w.]+)*)|^\s*from\s+([\w.]+)\s+import\b/,
  go: /^\s*import\s+(?:[\w.]+\s+)?"([^"]+)"|^\s+(?:[\w.]+\s+)?"([\w./-]+)"\s*$/,
  java: /^\s*import\s+(?:static\s+)?([\w.*]+)/,
  rust: /^\s*(?:pub\s+)?use\s+([^;]+)|^\s*extern\s+crate\s+(\w+)/,
};

export const importsIn = (name: string, text: string): Note[] => firstGroups(name, text, imports);

const titles: Record<Language, RegExp> = {
  javascript: /^\s*(?:describe|it|test|suite)(?:\.\w+)*(?:\([^"'`]*\))?\s*\(\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/,
  python: /^\s*(?:async\s+)?def\s+(test\w*)|^\s*class\s+(Test\w*)/,
  go: /^func\s+((?:Test|Benchmark|Example|Fuzz)\w*)\s*\(|\bt\.Run\s*\(\s*"([^"]*)"/,
  java: /^\s*(?:(?:public|private|protected)\s+)?void\s+(\w+)\s*\(/,
  rust: /^\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/,
};

/** In Java and Rust the line above says that it is a test. */
const mark: Partial<Record<Language, RegExp>> = {
  java: /@(?:Parameterized|Repeated)?Test\b/,
  rust: /#\[(?:\w+::)?test\b/,
};

export function testsIn(name: string, text: string): Note[] {
  const language = languageOf(name, text);
  const marked = language ? mark[language] : undefined;
  const found = firstGroups(name, text, titles);
  if (!marked) return found;
  const lines = linesOf(text);
  return found.filter(({ line }) => lines.slice(Math.max(0, line - 4), line).some((above) => marked.test(above)));
}

const later = new RegExp(`\\b(?:${['TODO', 'FIXME', 'XXX', 'HACK'].join('|')})\\b`);

export const leftForLater = (_name: string, text: string): Note[] =>
  linesOf(text).flatMap((line, index) => (later.test(line) ? [{ line: index + 1, message: line }] : []));

function firstGroups(name: string, text: string, rules: Record<Language, RegExp>): Note[] {
  const language = languageOf(name, text);
  if (!language) return [];
  return linesOf(text).flatMap((line, index) => {
    const found = rules[language]
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    return found === undefined ? [] : [{ line: index + 1, message: found.trim() }];
  });
}
