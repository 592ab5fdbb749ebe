import { type Language, languageOf, linesOf } from './language.ts';

export interface Declared {
  line: number;
  /** function, class, export… */
  kind: string;
  name: string;
}

type Rule = [kind: string, match: RegExp];

const modifiers = '(?:public|private|protected|static|async|get|set|override|readonly)\\s+';

const rules: Record<Language, Rule[]> = {
  javascript: [
    ['function', /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/],
    ['class', /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/],
    ['type', /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type|enum|namespace)\s+([\w$]+)/],
    [
      'function',
      /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)(?:\s*:\s*[^=]+)?\s*=>|[\w$]+\s*=>)/,
    ],
    ['function', /^\s*(?:module\.)?exports\.([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\()/],
    ['export', /^\s*export\s+(?:const|let|var)\s+([\w$]+)/],
    ['export', /^\s*export\s+(default\b|\*|\{[^}]*\}?)/],
    ['export', /^\s*(module\.exports)\s*=/],
    [
      'method',
      new RegExp(
        `^\\s+(?:${modifiers})*\\*?(?!(?:if|for|while|switch|catch|function|return|with)\\b)(#?[\\w$]+)\\s*\\([^)]*\\)\\s*(?::\\s*[^{]+)?\\{\\s*$`,
      ),
    ],
  ],
  python: [
    ['function', /^\s*(?:async\s+)?def\s+(\w+)/],
    ['class', /^\s*class\s+(\w+)/],
  ],
  go: [
    ['function', /^func\s+(?:\([^)]*\)\s*)?(\w+)/],
    ['type', /^type\s+(\w+)/],
  ],
  java: [
    [
      'class',
      /^\s*(?:(?:public|protected|private|abstract|final|static|sealed)\s+)*(?:class|interface|enum|record)\s+(\w+)/,
    ],
    [
      'method',
      /^\s+(?:(?:public|protected|private|abstract|final|static|synchronized|override)\s+)*(?!(?:return|new|else|throw)\b)[\w<>[\],.?]+\s+(\w+)\s*\([^;]*\)\s*(?:throws\s+[\w., ]+)?\{\s*$/,
    ],
    ['function', /^\s*(?:(?:public|private|override|suspend)\s+)*fun\s+(\w+)/],
  ],
  rust: [
    ['function', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|const\s+|unsafe\s+)*fn\s+(\w+)/],
    ['type', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|type|mod)\s+(\w+)/],
    ['impl', /^\s*impl\b(?:<[^>]*>)?\s*([\w:<>, ]+)/],
  ],
};

/** What a program declares, line by line; the headings of anything else. */
export function declarations(name: string, text: string): Declared[] {
  const language = languageOf(name, text);
  const heading: Rule[] = [['heading', /^(#{1,6}\s.+)$/]];
  const known = language ? rules[language] : heading;
  return linesOf(text).flatMap((line, index) => {
    for (const [kind, match] of known) {
      const found = match.exec(line);
      if (found) return [{ line: index + 1, kind, name: (found[1] ?? '').trim() }];
    }
    return [];
  });
}

/** The keys of data and the kinds of their values, without the values. */
export function outline(value: unknown, path: string, depth = 0): string[] {
  if (Array.isArray(value)) {
    const head = `${path}: array of ${value.length}`;
    return depth > 5 || value.length === 0 ? [head] : [head, ...outline(value[0], `${path}[0]`, depth + 1)];
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`];
  const entries = Object.entries(value);
  const head = `${path}: object of ${entries.length}`;
  if (depth > 5) return [head];
  return [head, ...entries.slice(0, 100).flatMap(([key, each]) => outline(each, `${path}.${key}`, depth + 1))];
}
