import type { Parsers, SyntaxNode } from '../../schema/code/tree.ts';
import type { Files } from '../runner.ts';

/** A way to call something: with how many arguments at least, and at most. */
export interface Call {
  required: number;
  most: number;
}

/** A name that others may use. */
export interface Offer {
  name: string;
  /** Where it stands, or is offered from. */
  file: string;
  /** Null where it is none to be called, or nobody can tell how. */
  calls: Call[] | null;
}

/** Offers by a key that is the same in every version of a tree. */
export type Surface = Map<string, Offer>;

/**
 * What others may use of a tree, as far as it stands in the changed files. Only what is surely meant for others is in it:
 * a false alarm is worse than a miss. Null: it cannot be told.
 */
export type FindSurface = (files: Files, changed: ReadonlySet<string>, parsers: Parsers) => Promise<Surface | null>;

export const anyNumber = Number.POSITIVE_INFINITY;

/** The parts of a tree of tree-sitter, by their kinds. */
export const kidsOf = ({ kids }: SyntaxNode, ...kinds: string[]): SyntaxNode[] =>
  kids.filter(({ kind }) => kinds.includes(kind));
export const kidOf = (node: SyntaxNode, ...kinds: string[]): SyntaxNode | undefined => kidsOf(node, ...kinds)[0];

/** Adds a way to call a name, beside those that it has. */
export function offer(surface: Surface, key: string, name: string, file: string, call: Call | null): void {
  const calls = surface.get(key)?.calls ?? [];
  surface.set(key, { name, file, calls: call === null ? null : [...calls, call] });
}

export async function treesOf(
  grammar: Parameters<Parsers['trees']>[0],
  paths: string[],
  files: Files,
  parsers: Parsers,
): Promise<{ path: string; text: string; tree: SyntaxNode }[] | null> {
  const texts = await Promise.all(paths.map(async (path) => (await files.read(path)) ?? ''));
  const trees = await parsers.trees(grammar, texts);
  const sources = trees.flatMap((tree, at) => (tree ? [{ path: paths[at] ?? '', text: texts[at] ?? '', tree }] : []));
  return sources.length === paths.length ? sources : null;
}
