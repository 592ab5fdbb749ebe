import type { Block, FilePatch } from '../patch.ts';
import { canonical } from './canonical.ts';
import { type Item, itemsOf, type Shape, shapeOf, withoutBlocks } from './items.ts';
import type { Language } from './language.ts';
import { matching } from './matching.ts';
import { named } from './names.ts';
import { type Node, node, some, written } from './node.ts';
import { read } from './statements.ts';

/** A statement that a patch adds or removes, as it is compared. */
export interface Changed {
  tree: Node;
  /** How many of the statements around it are changed too. */
  depth: number;
  /** In which block of the statement around it, where that is changed too. */
  place: string;
  /** What it stands behind, where nothing that was removed says its place. */
  behind: string;
}

export interface Changes {
  removed: Changed[];
  added: Changed[];
}

/** What a patch changes in one file, statement by statement. A statement that is only written otherwise is no change. */
export function changesOf(file: FilePatch, language: Language): Changes {
  const hunks = file.hunks.map((hunk) => ({ old: side(hunk.old, language), now: side(hunk.now, language) }));
  const locals = new Set(hunks.flatMap(({ old, now }) => [...old.locals, ...now.locals]));
  const pairs = hunks.map(({ old, now }) => alike(old, now, locals));
  const renamed = renames(
    pairs.flat(),
    new Set(hunks.flatMap(({ old }) => [...old.locals])),
    new Set(hunks.flatMap(({ now }) => [...now.locals])),
  );
  const changes: Changes = { removed: [], added: [] };
  for (const [at, { old, now }] of hunks.entries()) {
    const kept = (pairs[at] ?? []).filter((pair) => isKept(pair, renamed));
    collect(changes, old, now, kept, renamed, language);
  }
  return changes;
}

interface Side {
  root: Node;
  items: Item[];
  inFunction: boolean;
  locals: Set<string>;
}

function side(lines: Block, language: Language): Side {
  const text = lines.map((line) => line.text).join('\n');
  const root = canonical(read(text, language), language);
  const inFunction = /^\s*[ \t]\S/.test(text.slice(0, 2000).replace(/^(?:[ \t]*\n)+/, ''));
  const { locals } = named(root, { language, inFunction, isNew: () => true, former: (name) => name });
  return { root, items: itemsOf(root), inFunction, locals };
}

interface Pair {
  old: Item;
  now: Item;
  names: [string, string][];
}

function alike(old: Side, now: Side, locals: Set<string>): Pair[] {
  if (old.items.length === 0 || now.items.length === 0) return [];
  const shape = (item: Item): Shape =>
    shapeOf(item.statement.kind === 'block' ? node('block', '') : item.statement, locals);
  const [before, after] = [old.items.map(shape), now.items.map(shape)];
  const key = (items: Item[]) => (one: Shape, at: number) => `${items[at]?.path}|${one.text}`;
  return matching(before.map(key(old.items)), after.map(key(now.items))).map(([i, j]) => ({
    old: old.items[i] as Item,
    now: now.items[j] as Item,
    names: (before[i]?.names ?? []).map((name, at): [string, string] => [name, after[j]?.names[at] ?? '']),
  }));
}

/** Names that are gone, with those that stand in their places. */
function renames(pairs: Pair[], old: Set<string>, now: Set<string>): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const [from, to] of pairs.flatMap((pair) => pair.names)) {
    if (from === to || now.has(from) || old.has(to) || found.has(from) || taken.has(to)) continue;
    found.set(from, to);
    taken.add(to);
  }
  return found;
}

const isKept = ({ names }: Pair, renamed: Map<string, string>) =>
  names.every(([from, to]) => (renamed.get(from) ?? from) === to);

function collect(
  changes: Changes,
  old: Side,
  now: Side,
  kept: Pair[],
  renamed: Map<string, string>,
  language: Language,
): void {
  const former = new Map([...renamed].map(([from, to]) => [to, from]));
  const [keptOld, keptNow] = [
    new Set(kept.map((pair) => pair.old.statement)),
    new Set(kept.map((pair) => pair.now.statement)),
  ];
  const before = named(old.root, { ...old, language, isNew: () => false, former: (name) => name });
  const after = named(now.root, {
    ...now,
    language,
    isNew: (statement) => statement !== null && !keptNow.has(statement),
    former: (name) => former.get(name) ?? name,
  });
  const show = (item: Item, { statements }: typeof before, known: Set<Node>, behind: string): Changed => {
    const tree = withoutBlocks(statements.get(item.statement) ?? item.statement);
    const inside = item.parent !== null && !known.has(item.parent.statement);
    return { tree, depth: changedAround(item, known), place: inside ? item.place : '', behind };
  };
  let [i, j] = [0, 0];
  for (const pair of [...kept, null]) {
    const [toOld, toNow] = [
      pair ? old.items.indexOf(pair.old, i) : old.items.length,
      pair ? now.items.indexOf(pair.now, j) : now.items.length,
    ];
    const removed = old.items.slice(i, toOld);
    const added = now.items.slice(j, toNow);
    const anchor = i > 0 && removed.length === 0 ? old.items[i - 1] : undefined;
    const place = (item: Item) =>
      anchor
        ? `${item.depth - anchor.depth} ${written(withoutBlocks(before.statements.get(anchor.statement) ?? anchor.statement))}`
        : '';
    changes.removed.push(...removed.map((item) => show(item, before, keptOld, '')));
    changes.added.push(...ordered(added.map((item, at) => show(item, after, keptNow, at === 0 ? place(item) : ''))));
    [i, j] = [toOld + 1, toNow + 1];
  }
}

function changedAround({ parent }: Item, kept: Set<Node>): number {
  return parent ? changedAround(parent, kept) + (kept.has(parent.statement) ? 0 : 1) : 0;
}

/** Declarations that do not need each other may stand in any order. */
function ordered(added: Changed[]): Changed[] {
  const found: Changed[] = [];
  let run: Changed[] = [];
  const close = () => {
    const behind = run[0]?.behind ?? '';
    const sorted = run
      .map((one) => ({ ...one, behind: '' }))
      .sort((a, b) => (written(a.tree) < written(b.tree) ? -1 : 1));
    found.push(...sorted.map((one, at) => (at === 0 ? { ...one, behind } : one)));
    run = [];
  };
  for (const one of added) {
    if (
      run.length > 0 &&
      !(
        isDeclaration(one.tree) &&
        run[0]?.depth === one.depth &&
        run.every((other) => independent(other.tree, one.tree))
      )
    )
      close();
    if (isDeclaration(one.tree)) run.push(one);
    else {
      close();
      found.push(one);
    }
  }
  close();
  return found;
}

function isDeclaration({ kind, kids, text }: Node): boolean {
  if (kind === 'decl') return kids.length >= 2;
  if (kind === 'assign') return kids[0]?.kind === 'name';
  return kind === 'side' ? kids[0]?.text === 'import' : kind === 'tuple' && text === 'from';
}

function independent(a: Node, b: Node): boolean {
  const acts = (tree: Node) =>
    tree.kind !== 'side' &&
    some(tree, ({ kind, text }) => kind === 'call' || (kind === 'unary' && /^(?:await|yield)$/.test(text)));
  const bound = (tree: Node) => new Set(namesIn(tree.kids[0] ?? tree));
  const uses = (tree: Node, names: Set<string>) =>
    tree.kids.slice(1).some((kid) => namesIn(kid).some((name) => names.has(name)));
  if (a.kind === 'side' || a.text === 'from') return a.kind === b.kind;
  const same = namesIn(a.kids[0] ?? a).some((name) => bound(b).has(name));
  return !same && !uses(a, bound(b)) && !uses(b, bound(a)) && !(acts(a) && acts(b));
}

function namesIn(tree: Node): string[] {
  return [...(tree.kind === 'name' ? [tree.text] : []), ...tree.kids.flatMap(namesIn)];
}
