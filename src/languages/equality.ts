import { bareCode, lineAt, type Style } from '../code/bare-code.ts';

/** By which methods a type says what it equals, is greater than or converts to: tests compare by them. */
const methods: [RegExp, Style, RegExp][] = [
  [/\.go$/, 'go', /^func\s*\([^()\n]+\)\s*(?:Equals?|Is|Compare|Cmp|Less)\s*\(/gm],
  [/\.rs$/, 'rust', /\bfn\s+(?:eq|ne|cmp|partial_cmp|lt|le|gt|ge)\s*\(\s*&(?:'\w+\s+)?self\b/g],
  [/\.(?:java|kt|scala|groovy)$/, 'java', /\b(?:boolean|int|fun|def|Boolean)\s+(?:equals|compareTo|hashCode)\s*\(/g],
  [/\.pyi?$/, 'python', /^[ \t]*def\s+__(?:eq|ne|lt|le|gt|ge|cmp|bool|contains|hash|r?sub)__\s*\(/gm],
  [
    /\.[cm]?[jt]sx?$/,
    'java',
    /\[\s*Symbol\.(?:toPrimitive|toStringTag|hasInstance)\s*\]|\b(?:valueOf|toJSON|asymmetricMatch|equals)\s*(?:\([^()]*\)\s*\{|[:=]\s*(?:function\b|\(?[\w, ]*\)?\s*=>))/g,
  ],
];

const printing = /^[ \t]*def\s+__(?:repr|str|format)__\s*\(/gm;

/** What is not a value of the language any more, but looks like one; an error that any other one is. */
const disguises: Partial<Record<Style, RegExp>> = {
  python:
    /^[ \t]*class\s+\w+\s*\((?![^)]*Enum)[^)]*\b(?:str|int|float|complex|bytes|list|tuple|dict|set|frozenset|bool)\b[^)]*\)|^[ \t]*\w+\s*=\s*(?:Base)?Exception[ \t]*$/gm,
  java: /\bextends\s+(?:Array|String|Number|Boolean|Map|Set|Date|RegExp|Promise|BigInt)\b/g,
};

/** The first line of each method by which a file newly or otherwise says what something equals. */
export function newEqualities(path: string, base: string | null, now: string): number[] {
  if (base === now) return [];
  const before = new Set(base === null ? [] : equalitiesIn(path, base).map(({ text }) => text));
  return equalitiesIn(path, now)
    .filter(({ text }) => !before.has(text))
    .map(({ line }) => line);
}

function equalitiesIn(path: string, text: string): { line: number; text: string }[] {
  const [, style, method] = methods.find(([files]) => files.test(path)) ?? [];
  if (style === undefined || method === undefined) return [];
  const { code } = bareCode(text, style);
  // An example in the documentation compares what is printed.
  const printed = style === 'python' && text.includes('>>> ') ? code.matchAll(printing) : [];
  const disguise = disguises[style];
  return [...code.matchAll(method), ...printed, ...(disguise ? code.matchAll(disguise) : [])].map(({ index }) => ({
    line: lineAt(text, index + (/^\s*/.exec(code.slice(index))?.[0].length ?? 0)),
    text: text
      .slice(index, style === 'python' ? indentedEnd(text, index) : bracedEnd(code, index))
      .replace(/\s+/g, ' '),
  }));
}

/** Behind the braces that open next; a method without any ends with its line. */
function bracedEnd(code: string, from: number): number {
  const open = code.slice(from).search(/\{|;\s*$|=>/m);
  if (open === -1 || code[from + open] !== '{') return endOfLine(code, from);
  let depth = 0;
  for (let at = from + open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

function indentedEnd(text: string, from: number): number {
  const indent = /^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
  let end = endOfLine(text, from);
  while (end < text.length) {
    const line = text.slice(end + 1, endOfLine(text, end + 1));
    if (line.trim() !== '' && line.search(/\S/) <= indent) break;
    end = endOfLine(text, end + 1);
  }
  return end;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
