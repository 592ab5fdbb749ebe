import type { Files } from '../runner.ts';
import type { Edit } from './edits.ts';

/** What repairing without a model has to know of a language. */
export interface Repair {
  /** Whether its templates know a file of it. */
  covers(path: string): boolean;
  /** Null for a file that does not parse. */
  read(path: string, text: string): Promise<Repairable | null>;
  /** Reads the files of a tree that the imports of a file lead to. */
  imports(files: Files): Promise<(path: string, text: string) => Promise<string[]>>;
  /** The names that a file offers to others. */
  offers(path: string, text: string): Promise<string[]>;
  /** How a module of that name is imported that is there without any package; null for none. */
  standard(name: string): string | null;
  /** How a file imports from another one. */
  reference(path: string, from: string, paths: ReadonlySet<string>): string;
  /** What errors say of a name that is not there: the first group is the name. */
  readonly missing: readonly RegExp[];
  /** What an error says of a name that nothing defines. */
  lacking(name: string): string;
  /** Where an error names what was meant: the wrong name, and the one that is meant. */
  readonly correction?: RegExp;
}

/** A file that may hold the fault. */
export interface Repairable {
  path: string;
  text: string;
  spans: Span[];
  propose(evidence: Evidence): Proposal[];
}

/** A named function or method, by its lines. */
export interface Span {
  name: string;
  from: number;
  to: number;
}

/** One idea of a template: small edits of one file that belong together. */
export interface Proposal {
  /** Where it stands, counted from 1. */
  line: number;
  edits: Edit[];
  template: string;
  /** How likely it is right where its place is: about 0.2 to 2. */
  weight: number;
  /** What it brings in is only reckoned with: an operand, an index, a boundary, never an answer by itself. */
  reckoned?: boolean;
}

export interface Frame {
  path: string;
  line: number;
}

/** What the failing tests tell about the fault. */
export interface Evidence {
  messages: string[];
  /** Lines of the project that the failures went through, the innermost first. */
  frames: Frame[];
  /** Names that the errors say are not there. */
  wrong: string[];
  /** The same, where the language itself names what was meant. */
  corrections: Map<string, string>;
  /** Values that the failing tests write down: no candidate brings one of them in. */
  literals: ReadonlySet<string>;
  /** How often each name occurs in the code at hand and its tests. */
  counts: ReadonlyMap<string, number>;
  /** The lines of the file at hand that failures went through. */
  isFrame(path: string, line: number): boolean;
  /** A missing name, with the one module of the project that offers it. */
  imports(path: string): Offer[];
}

export interface Offer {
  name: string;
  from: string;
  kind: 'named' | 'module';
}
