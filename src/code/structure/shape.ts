import type { Definition } from '../../schema/code/file-facts.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import type { Danger } from '../dangers/rules.ts';
import type { Idioms } from '../dangers/scope.ts';
import type { Node } from '../fingerprint/node.ts';

export interface Source {
  path: string;
  text: string;
}

/** A whole file, as fingerprints compare it. */
export interface Reading {
  /** A block of statements. */
  root: Node;
  /** Pieces of the text, from and to, that the parser does not understand: what is in them is not known. */
  gaps: [number, number][];
}

/** Null for a text that nests too deeply to be walked. */
export function unlessDeep<T>(walk: () => T): T | null {
  try {
    return walk();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What is known about the structure of a language's source. Null for a source stands for "not known". */
export interface StructureRules {
  name: string;
  /** The files of the language, by their names. */
  owns: RegExp;
  /** Assigning declares a name for its whole function, and blocks have no names of their own: Python. */
  assignmentBinds: boolean;
  read(sources: Source[], parsers: Parsers): Promise<(Reading | null)[]>;
  /** Dangerous besides what is so in every language. */
  dangers: Danger[];
  idioms?: Idioms;
  definitions(sources: Source[], parsers: Parsers): Promise<(Definition[] | null)[]>;
}
