/** A small project with one fault. */
export interface Seed {
  language: 'js' | 'ts' | 'py';
  /** As it is right. */
  code: string;
  /** What is replaced by what; null: it is wrong as it stands. */
  bug: [string, string] | null;
  also?: [string, string];
  /** What its tests expect, by expression. */
  shown: [string, unknown][];
  /** What nobody tests, and holds all the same. */
  kept: [string, unknown][];
  /** Further files. */
  more?: Record<string, string>;
  /** What its tests ask the file for, where that is not what it offers. */
  imported?: string[];
  /** For Python: unittest unless said. */
  runner?: 'pytest';
  /** No template is made for it. */
  beyond?: boolean;
}
