import type { SyntaxNode } from '../../schema/code/tree.ts';
import { block, type Node, node, placed } from '../fingerprint/node.ts';

/** How one kind of a grammar's nodes is written in the trees that fingerprints compare. */
export type Rule = (tree: SyntaxNode, reader: Reader) => Node;

/** Several statements, or none, where the grammar has one. */
export const many = (kids: Node[]): Node => node('many', '', kids);

/** Marks that only say where a list or a block begins and ends. */
const layout = new Set([',', ';', '(', ')', '[', ']', '{', '}', ':', '\n', '"', "'", '']);
const comments = /^(?:comment|line_comment|block_comment|line_continuation)$/;
/** Where a bracket may stand without a meaning of its own. */
const grouping = /^parenthesized_/;

/** Turns a grammar's tree into the kinds that are the same for all languages. What has no rule keeps its own kind: nothing is lost. */
export class Reader {
  readonly #text: string;
  readonly #rules: Record<string, Rule>;
  constructor(text: string, rules: Record<string, Rule>) {
    this.#text = text;
    this.#rules = rules;
  }

  read(tree: SyntaxNode): Node {
    const canonical = this.#bare(tree);
    return canonical.span ? canonical : { ...canonical, span: [tree.start, tree.end] };
  }

  #bare(tree: SyntaxNode): Node {
    const rule = this.#rules[tree.kind];
    if (rule && tree.named) return rule(tree, this);
    if (!tree.named || tree.kids.length === 0) return node(tree.named ? tree.kind : 'mark', this.text(tree));
    const kids = this.named(tree);
    const [only] = kids;
    if (grouping.test(tree.kind) && only && kids.length === 1) return this.read(only);
    return node(tree.kind, this.#between(tree), this.each(kids));
  }

  text({ start, end }: Pick<SyntaxNode, 'start' | 'end'>): string {
    return this.#text.slice(start, end);
  }

  each(trees: SyntaxNode[]): Node[] {
    return trees.flatMap((tree) => {
      const result = this.read(tree);
      return placed(result.kind === 'many' ? result.kids : [result], tree.start, tree.end);
    });
  }

  kids(tree: SyntaxNode): SyntaxNode[] {
    return tree.kids.filter(({ kind }) => !comments.test(kind));
  }

  named(tree: SyntaxNode): SyntaxNode[] {
    return this.kids(tree).filter(({ named }) => named);
  }

  /** The first kid of one of these kinds. */
  kid(tree: SyntaxNode, ...kinds: string[]): SyntaxNode | undefined {
    return tree.kids.find(({ kind }) => kinds.includes(kind));
  }

  has(tree: SyntaxNode, mark: string): boolean {
    return tree.kids.some(({ kind, named }) => kind === mark && !named);
  }

  /** What is named before and behind the first of these marks. */
  around(tree: SyntaxNode, ...marks: string[]): [SyntaxNode[], SyntaxNode[]] {
    const kids = this.kids(tree);
    const at = kids.findIndex(({ kind, named }) => !named && marks.includes(kind));
    const namedKids = (list: SyntaxNode[]) => list.filter((kid) => kid.named);
    return at === -1 ? [namedKids(kids), []] : [namedKids(kids.slice(0, at)), namedKids(kids.slice(at + 1))];
  }

  /** A list without brackets: itself where it is one thing. */
  list(trees: SyntaxNode[], kind = 'tuple'): Node {
    const [only] = trees;
    return only && trees.length === 1 ? this.read(only) : node(kind, '', this.each(trees));
  }

  block(trees: SyntaxNode[]): Node {
    return block(this.each(trees));
  }

  /** A block, or the one statement that stands in its place. */
  body(tree: SyntaxNode | undefined): Node {
    if (!tree) return node('none', '');
    const result = this.read(tree);
    return result.kind === 'block' ? result : block(result.kind === 'many' ? result.kids : [result]);
  }

  /** Types are compared by their tokens. */
  type(tree: SyntaxNode): Node {
    return node('type', this.tokens(tree).join(' '));
  }

  tokens(tree: SyntaxNode): string[] {
    const kids = this.kids(tree);
    return kids.length === 0 ? [this.text(tree)] : kids.flatMap((kid) => this.tokens(kid));
  }

  /** Keywords and operators, and whatever the grammar has no node for. */
  #between(tree: SyntaxNode): string {
    const words: string[] = [];
    let at = tree.start;
    for (const kid of tree.kids) {
      words.push(this.#text.slice(at, kid.start).trim());
      if (!kid.named) words.push(this.text(kid));
      at = kid.end;
    }
    words.push(this.#text.slice(at, tree.end).trim());
    return words.filter((word) => !layout.has(word)).join(' ');
  }
}

export const leaf =
  (kind: string): Rule =>
  (tree, reader) =>
    node(kind, reader.text(tree));

export const number: Rule = (tree, reader) => node('number', reader.text(tree).replaceAll('_', '').toLowerCase());

/** `left operator right`. */
export const binary =
  (kind: 'binary' | 'assign'): Rule =>
  (tree, reader) => {
    const [left, operator, right] = reader.kids(tree) as [SyntaxNode, SyntaxNode, SyntaxNode];
    return node(kind, operator?.kind ?? '', reader.each([left, right].filter((kid) => kid !== undefined)));
  };

/** `operator value`. */
export const unary: Rule = (tree, reader) => {
  const [operator] = reader.kids(tree);
  return node('unary', operator?.kind ?? '', reader.each(reader.named(tree)));
};

/** `i++`, before or behind. */
export const step: Rule = (tree, reader) =>
  node('assign', reader.has(tree, '++') ? '+=' : '-=', [...reader.each(reader.named(tree)), node('number', '1')]);

/** A word, then what it takes: `return a`. */
export const jump: Rule = (tree, reader) => {
  const [word] = reader.kids(tree);
  return node('return', word ? reader.text(word) : tree.kind, reader.each(reader.named(tree)));
};

export const inner: Rule = (tree, reader) => many(reader.each(reader.named(tree)));

export const blockOf: Rule = (tree, reader) => reader.block(reader.named(tree));

export const type: Rule = (tree, reader) => reader.type(tree);

/** A statement of which the blocks are its own: `class`, `switch`, `try`. */
export const compound =
  (word: string): Rule =>
  (tree, reader) =>
    node('compound', word, reader.each(reader.named(tree)));

export const importing: Rule = (tree, reader) =>
  node(
    'import',
    reader
      .tokens(tree)
      .filter((word) => !/^[(){},;]$/.test(word))
      .join(' '),
  );

/** A text by its content: which quotes are around it is formatting. */
export const quoted = (content: string, prefix = ''): Node =>
  node('string', `${prefix}"${content.replace(/\\(['"`])/g, '$1')}`);
