/** How code of a language is read line by line, without a parser. In each expression the first group that matches counts. */
export interface Reading {
  /** What a text without a file's name looks like. */
  readonly shows: RegExp;
  /** Much else looks like that too: the others are asked before. */
  readonly vague?: true;
  /** Files of other kinds that hold code of it. */
  readonly holders?: RegExp;
  /** A file's name for a text that has none. */
  readonly draft: string;
  readonly imports: RegExp;
  /** Names and titles of tests. */
  readonly tests: RegExp;
  /** What one of the three lines above a test says, or its own, where the name alone does not tell. */
  readonly mark?: RegExp;
  /** The first that matches says what a line declares. */
  readonly declarations: readonly Rule[];
  /** A line that offers something to other files, by its name. */
  readonly offers?: RegExp;
  /** The lines that an error's text names in another way than `file:line`, in its order. */
  frames?(text: string): { path: string; line: number }[];
  /** Indentation marks blocks, not braces. */
  readonly indented?: true;
}

/** function, method, class, type, export… */
export type Rule = readonly [kind: string, match: RegExp];
