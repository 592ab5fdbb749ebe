import { type Node, node } from '../fingerprint/node.ts';
import { dotted } from './dotted.ts';

/** How a language writes what matters for dangers; what is left out it does not have. */
export interface Idioms {
  /** What names stand for that imports and the like bring in: `sp` for `subprocess`. */
  aliases?(root: Node): Map<string, string>;
  /** Calls that put a text together: the text first, then its values. */
  formats?: RegExp;
  /** Calls that return nothing but what they are given. */
  copies?: RegExp;
  /** What a call is given, where its tree does not say so; null where it does. */
  valuesIn?(call: Node): Node[] | null;
  /** A name may be declared again, and then stands for something else. */
  redeclares?: boolean;
  /** Values that a text names itself, as in `{name}`. */
  inlined?: RegExp;
}

/** What names stand for at one place of a file. */
export interface Scope {
  idioms: Idioms;
  /** The function around, or the whole file. */
  around: Node;
  /** What was found out about names here; hostile code refers to itself in many ways. */
  fixedNames: Map<string, boolean>;
  madeNames: Map<string, string | null>;
  /** Everything a name is ever set to; null where it may be anything, such as for a parameter. */
  valuesOf(name: string): Node[] | null;
  /** The type of a parameter as it is written; '' where it is not known. */
  typeOf(name: string): string;
  /** As `dotted`, with the names that imports bring in spelt out. */
  pathOf(tree: Node | undefined): string;
}

const anything = node('anything', '');

export function scopeOf(around: Node, idioms: Idioms, outer?: Scope): Scope {
  const names = new Map<string, Node[]>();
  const types = new Map<string, string>();
  const aliases = outer ? null : (idioms.aliases?.(around) ?? new Map<string, string>());
  const add = (name: string, ...values: Node[]) => {
    const bindings = names.get(name);
    if (bindings) bindings.push(...values);
    else names.set(name, values);
  };
  if (outer) parameters(around, add, types);
  const again: Again = (name, value) => {
    if (!idioms.redeclares || names.get(name)?.includes(anything) !== true) return false;
    names.set(name, [without(value, name)]);
    return true;
  };
  collect(around, add, again, true);
  const valuesOf = (name: string): Node[] | null => names.get(name) ?? outer?.valuesOf(name) ?? null;
  return {
    idioms,
    around,
    fixedNames: new Map(),
    madeNames: new Map(),
    valuesOf,
    typeOf: (name) => (names.has(name) ? (types.get(name) ?? '') : (outer?.typeOf(name) ?? '')),
    pathOf: (tree) => {
      if (!aliases) return outer?.pathOf(tree) ?? '';
      const path = dotted(tree);
      const [head = ''] = path.split(/[.(]/, 1);
      const origin = aliases.get(head);
      return origin === undefined ? path : origin + path.slice(head.length);
    },
  };
}

type Add = (name: string, ...values: Node[]) => void;
/** Whether a declaration takes a parameter's name for itself. */
type Again = (name: string, value: Node) => boolean;

const without = (tree: Node, name: string): Node =>
  tree.kind === 'name' && tree.text === name ? anything : { ...tree, kids: tree.kids.map((kid) => without(kid, name)) };

function parameters(fn: Node, add: Add, types: Map<string, string>): void {
  const list = fn.kids.find(({ kind }) => kind === 'params');
  for (const kid of list?.kids ?? []) {
    for (const name of namesIn(kid)) add(name, anything);
    const [name, type] = kid.kids;
    if (kid.kind === 'typed' && name && type) types.set(name.text, type.text);
  }
}

const holders = /^(?:typed|pair|assign|unary|key|object|tuple|list|binary|any)$/;

function namesIn(tree: Node): string[] {
  if (tree.kind === 'name') return [tree.text];
  if (!holders.test(tree.kind)) return [];
  const isHeaded = /^(?:typed|pair|assign)$/.test(tree.kind);
  return (isHeaded ? tree.kids.slice(0, 1) : tree.kids).flatMap(namesIn);
}

const sets = /^(?:decl|assign|const_item|static_item|resource)$/;
/** Methods that add to what a name holds. */
const additions = /^(?:append|push|push_str|add|WriteString|WriteRune|extend|insert)$/;

/** Functions inside have names of their own, but may set those around them. */
function collect(tree: Node, add: Add, again: Again, isOwn: boolean): void {
  const kids = tree.kids.filter(({ kind }) => !/^(?:type|none)$/.test(kind));
  if (sets.test(tree.kind) && (isOwn || tree.kind === 'assign')) {
    const [target, value] = kids;
    const isAgain = tree.kind === 'decl' && target?.kind === 'name' && value && again(target.text, value);
    if (!isAgain) bind(kids, add);
  }
  if (/^(?:from|each)$/.test(tree.kind) || (tree.kind === 'binary' && tree.text === 'as')) {
    const [a, b] = tree.kind === 'binary' ? [kids[1], kids[0]] : kids;
    if (a && b && isOwn) for (const name of namesIn(a)) add(name, b);
  } else if (tree.kind === 'call' && tree.kids[0]?.kind === 'member' && additions.test(tree.kids[0].text)) {
    const holder = rootOf(tree);
    if (holder !== '') add(holder, ...kids.slice(1));
  }
  for (const kid of tree.kids) if (kid.kind !== 'params') collect(kid, add, again, isOwn && kid.kind !== 'fn');
}

function bind([target, ...values]: Node[], add: Add): void {
  const [value] = values;
  if (target?.kind === 'name' || target?.kind === 'member') add(dotted(target), ...values.slice(0, 1));
  if (target?.kind === 'index') add(dotted(target.kids[0]), value ?? anything);
  if (target?.kind !== 'tuple' && target?.kind !== 'object' && target?.kind !== 'list') return;
  const isPaired = target.kind === 'tuple' && value?.kind === 'tuple' && value.kids.length === target.kids.length;
  for (const [at, kid] of target.kids.entries())
    for (const name of namesIn(kid)) add(name, (isPaired ? value?.kids[at] : target.text === '' && value) || anything);
}

/** The name that a chain of calls begins with: `sb` of `sb.append(x).append(y)`. */
export function rootOf(tree: Node | undefined): string {
  if (tree?.kind === 'name') return tree.text;
  return tree?.kind === 'call' || tree?.kind === 'member' || tree?.kind === 'post' || tree?.kind === 'unary'
    ? rootOf(tree.kids[0])
    : '';
}

/** A chain of calls from its end to its beginning, and, where it begins with a name, what that is set to. */
export function chainOf(tree: Node | undefined, scope: Scope, depth = 0): Node[] {
  if (!tree || depth > 20) return [];
  if (tree.kind === 'name')
    return (scope.valuesOf(tree.text) ?? []).slice(0, 5).flatMap((one) => chainOf(one, scope, depth + 5));
  const [owner] = tree.kids;
  if (tree.kind === 'call') return [tree, ...chainOf(owner, scope, depth + 1)];
  if (/^(?:member|post|unary|cast_expression|generic_function)$/.test(tree.kind))
    return chainOf(tree.kind === 'cast_expression' ? tree.kids.at(-1) : owner, scope, depth + 1);
  return [tree];
}
