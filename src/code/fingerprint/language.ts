/** What the reader of a language must know: the rest is the same for all six. */
export interface Language {
  name: 'python' | 'javascript' | 'go' | 'rust' | 'java';
  /** Blocks are lines further in, not braces. */
  indents: boolean;
  /** A line's end is a statement's end, unless an operator is left open. */
  lineEnds: boolean;
  /** `a<b>` may be a type with parameters. */
  generics: boolean;
}

const languages: [RegExp, Language][] = [
  [/\.pyi?$/i, { name: 'python', indents: true, lineEnds: true, generics: false }],
  [/\.[cm]?tsx?$/i, { name: 'javascript', indents: false, lineEnds: false, generics: true }],
  [/\.[cm]?jsx?$/i, { name: 'javascript', indents: false, lineEnds: false, generics: false }],
  [/\.go$/i, { name: 'go', indents: false, lineEnds: true, generics: false }],
  [/\.rs$/i, { name: 'rust', indents: false, lineEnds: false, generics: true }],
  [/\.java$/i, { name: 'java', indents: false, lineEnds: false, generics: true }],
];

/** By the name's end; null where the text is not source that can be read as a tree. */
export function languageOf(path: string): Language | null {
  return languages.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
