/** A piece of source as a grammar reads it. Offsets are in UTF-16 units. */
export interface SyntaxNode {
  /** The grammar's word for it; the text itself for marks and keywords. */
  kind: string;
  /** Whether it is more than a mark or a keyword. */
  named: boolean;
  start: number;
  end: number;
  /** Comments included. */
  kids: SyntaxNode[];
}

/** Which grammar reads a text: its name, and the package it comes from; null for those of ast-grep itself. */
export interface Grammar {
  name: string;
  package: string | null;
}

export interface Parsers {
  /**
   * The trees of texts, in their order. Null: the grammar cannot be loaded or used here, so nothing is known about
   * the text. What a grammar does not understand is in its tree as `ERROR`.
   */
  trees(grammar: Grammar, texts: string[]): Promise<(SyntaxNode | null)[]>;
  /** Of each text the nodes of these kinds, in the order of the text, with their own kids but nothing below these. */
  find(grammar: Grammar, kinds: string[], texts: string[]): Promise<(SyntaxNode[] | null)[]>;
}
