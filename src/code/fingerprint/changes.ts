import type { Reading } from '../structure/shape.ts';
import { canonical } from './canonical.ts';
import { type Item, itemsOf, type Shape, shapeOf, withoutBlocks } from './items.ts';
import { matching } from './matching.ts';
import { named } from './names.ts';
import { type Node, node, some, written } from './node.ts';

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

/** A file before or after a change, and where the patch shows it. */
export interface Version extends Reading {
  ranges: [number, number][];
}

/** What a patch changes in one file, statement by statement. A statement that is only written otherwise is no change. */
export function changesOf(before: Version, after: Version, assignmentBinds: boolean): Changes {
  const [old, now] = [side(before, assignmentBinds), side(after, assignmentBinds)];
  const pairs = alike(old, now, new Set([...old.locals, ...now.locals]));
  const renamed = renames(pairs, old.locals, now.locals);
  const changes: Changes = { removed: [], added: [] };
  const keptPairs = pairs.filter((pair) => isKept(pair, renamed));
  collect(changes, old, now, keptPairs, renamed, assignmentBinds);
  return changes;
}

interface Side {
  root: Node;
  items: Item[];
  locals: Set<string>;
}

function side({ root: whole, ranges }: Version, assignmentBinds: boolean): Side {
  const root = canonical(near(whole, ranges), assignmentBinds);
  const { locals } = named(root, { assignmentBinds, isNew: () => true, former: (name) => name });
  return { root, items: itemsOf(root), locals };
}

/** Without what the patch does not show, function by function: equal names elsewhere are other names. */
function near(tree: Node, ranges: [number, number][]): Node {
  if (tree.kind === 'fn' || tree.kids.length === 0) return tree;
  const kids =
    tree.kind === 'block'
      ? tree.kids.filter(({ span }) => !span || ranges.some(([from, to]) => span[0] < to && span[1] > from))
      : tree.kids;
  return { ...tree, kids: kids.map((kid) => near(kid, ranges)) };
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
  const newNameOf = new Map<string, string>();
  const newNames = new Set<string>();
  for (const [from, to] of pairs.flatMap((pair) => pair.names)) {
    if (from === to || now.has(from) || old.has(to) || newNameOf.has(from) || newNames.has(to)) continue;
    newNameOf.set(from, to);
    newNames.add(to);
  }
  return newNameOf;
}

const isKept = ({ names }: Pair, renamed: Map<string, string>) =>
  names.every(([from, to]) => (renamed.get(from) ?? from) === to);

function collect(
  changes: Changes,
  old: Side,
  now: Side,
  keptPairs: Pair[],
  renamed: Map<string, string>,
  assignmentBinds: boolean,
): void {
  const former = new Map([...renamed].map(([from, to]) => [to, from]));
  const [keptOld, keptNow] = [
    new Set(keptPairs.map((pair) => pair.old.statement)),
    new Set(keptPairs.map((pair) => pair.now.statement)),
  ];
  const before = named(old.root, { assignmentBinds, isNew: () => false, former: (name) => name });
  const after = named(now.root, {
    assignmentBinds,
    isNew: (statement) => statement !== null && !keptNow.has(statement),
    former: (name) => former.get(name) ?? name,
  });
  const show = (item: Item, { statements }: typeof before, keptNodes: Set<Node>, behind: string): Changed => {
    const tree = withoutBlocks(statements.get(item.statement) ?? item.statement);
    const inside = item.parent !== null && !keptNodes.has(item.parent.statement);
    return { tree, depth: changedAround(item, keptNodes), place: inside ? item.place : '', behind };
  };
  let [i, j] = [0, 0];
  for (const pair of [...keptPairs, null]) {
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

function changedAround({ parent }: Item, keptNodes: Set<Node>): number {
  return parent ? changedAround(parent, keptNodes) + (keptNodes.has(parent.statement) ? 0 : 1) : 0;
}

/** Declarations that do not need each other may stand in any order. */
function ordered(added: Changed[]): Changed[] {
  const reordered: Changed[] = [];
  let run: Changed[] = [];
  const close = () => {
    const behind = run[0]?.behind ?? '';
    const sorted = run
      .map((one) => ({ ...one, behind: '' }))
      .sort((a, b) => (written(a.tree) < written(b.tree) ? -1 : 1));
    reordered.push(...sorted.map((one, at) => (at === 0 ? { ...one, behind } : one)));
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
      reordered.push(one);
    }
  }
  close();
  return reordered;
}

function isDeclaration({ kind, kids }: Node): boolean {
  if (kind === 'decl') return kids.length >= 2;
  if (kind === 'assign') return kids[0]?.kind === 'name';
  return kind === 'import';
}

function independent(a: Node, b: Node): boolean {
  const acts = (tree: Node) =>
    some(tree, ({ kind, text }) => kind === 'call' || (kind === 'unary' && /^(?:await|yield)$/.test(text)));
  const bound = (tree: Node) => new Set(namesIn(tree.kids[0] ?? tree));
  const uses = (tree: Node, names: Set<string>) =>
    tree.kids.slice(1).some((kid) => namesIn(kid).some((name) => names.has(name)));
  if (a.kind === 'import' || b.kind === 'import') return a.kind === b.kind;
  const same = namesIn(a.kids[0] ?? a).some((name) => bound(b).has(name));
  return !same && !uses(a, bound(b)) && !uses(b, bound(a)) && !(acts(a) && acts(b));
}

function namesIn(tree: Node): string[] {
  return [...(tree.kind === 'name' ? [tree.text] : []), ...tree.kids.flatMap(namesIn)];
}
