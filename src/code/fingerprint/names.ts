import { type Node, node, some, written } from './node.ts';

export interface Naming {
  /** Assigning declares a name, for its whole function. */
  assignmentBinds: boolean;
  /** Whether names that this statement binds are new, so that they may be called anything. */
  isNew(statement: Node | null): boolean;
  /** What a name of the unchanged part was called before. */
  former(name: string): string;
}

export interface Named {
  /** Each statement, with its names as they are compared. */
  statements: Map<Node, Node>;
  /** Every name that is bound below the top. */
  locals: Set<string>;
}

/** Calls what a change binds by what it stands for, not by its name; what may stand in any order is sorted by that. */
export function named(tree: Node, naming: Naming): Named {
  const walk = new Walk(naming, naming.assignmentBinds ? occurrences(tree) : new Map());
  walk.block(tree, new Scope(null, false));
  return { statements: walk.statements, locals: walk.locals };
}

class Scope {
  readonly names = new Map<string, { name: string; key: string }>();
  readonly parent: Scope | null;
  /** Names that are bound here are local. */
  readonly open: boolean;
  /** Functions and loops around it that bind new names by their place. */
  readonly depth: number;
  placed = false;
  readonly isFunction: boolean;
  constructor(parent: Scope | null, open: boolean, isFunction = false) {
    this.isFunction = isFunction;
    this.parent = parent;
    this.open = open;
    this.depth = parent ? parent.depth + (parent.placed ? 1 : 0) : 0;
  }
  find(name: string): { name: string; key: string } | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }
  /** How many names in sight have this key already. */
  count(key: string): number {
    let total = this.parent?.count(key) ?? 0;
    for (const one of this.names.values()) if (one.key === key) total += 1;
    return total;
  }
}

class Walk {
  readonly statements = new Map<Node, Node>();
  readonly locals = new Set<string>();
  #statement: Node | null = null;
  readonly #naming: Naming;
  readonly #counts: Map<string, number>;
  constructor(naming: Naming, counts: Map<string, number>) {
    this.#naming = naming;
    this.#counts = counts;
  }

  block(tree: Node, scope: Scope): Node {
    const around = this.#statement;
    if (scope.open)
      for (const [at, { kid, statement }] of functionsIn(tree).entries()) {
        this.#statement = statement;
        this.#bind(node('name', kid.text), scope, `inner ${at}`);
      }
    const kids = tree.kids.map((kid) => {
      this.#statement = kid;
      const renamed = this.tree(kid, scope);
      this.statements.set(kid, renamed);
      return renamed;
    });
    this.#statement = around;
    return { ...tree, kids };
  }

  tree(tree: Node, scope: Scope): Node {
    const { kind, text, kids } = tree;
    const { assignmentBinds } = this.#naming;
    switch (kind) {
      case 'name':
        return node('name', scope.find(text)?.name ?? text);
      case 'function':
        return node(kind, scope.names.get(text)?.name ?? text, this.#all(kids, scope));
      case 'fn':
        return this.#function(tree, new Scope(scope, true, true));
      case 'block':
        return this.block(tree, assignmentBinds ? scope : new Scope(scope, scope.open));
      case 'loop':
        return { ...tree, kids: this.#all(kids, new Scope(scope, scope.open)) };
      case 'decl':
      case 'from':
        return this.#declaration(tree, scope);
      case 'each':
        return { ...tree, kids: this.#each(kids, new Scope(scope, true)) };
      case 'assign':
        return assignmentBinds ? this.#assignment(tree, scope) : { ...tree, kids: this.#all(kids, scope) };
      case 'compound':
        return this.#compound(tree, new Scope(scope, scope.open && text !== 'class'));
      case 'any':
        return { ...tree, kids: inOrder(this.#all(kids, scope)) };
      default:
        return kids.length === 0 ? tree : { ...tree, kids: this.#all(kids, scope) };
    }
  }

  #all(kids: Node[], scope: Scope): Node[] {
    return kids.map((kid) => this.tree(kid, scope));
  }

  #function(tree: Node, scope: Scope): Node {
    const [params, ...rest] = tree.kids;
    for (const [at, param] of (params?.kids ?? []).entries()) this.#bindAll(param, scope, `param ${scope.depth} ${at}`);
    return { ...tree, kids: [...(params ? [this.tree(params, scope)] : []), ...this.#all(rest, scope)] };
  }

  #declaration(tree: Node, scope: Scope): Node {
    const [target, value, ...types] = tree.kids;
    if (!target) return tree;
    const renamed = value ? [this.tree(value, scope)] : [];
    const key = tree.kind === 'from' ? `each ${scope.depth}` : `value ${renamed.map(written).join('')}`;
    if (scope.open) this.#bindAll(target, scope, key);
    return { ...tree, kids: [this.tree(target, scope), ...renamed, ...this.#all(types, scope)] };
  }

  #each(kids: Node[], scope: Scope): Node[] {
    const [target, source, ...rest] = kids as [Node, Node];
    const from = this.tree(source, scope);
    this.#bindAll(target, scope, `each ${scope.depth}`);
    return [this.tree(target, scope), from, ...this.#all(rest, scope)];
  }

  /** In Python the first assignment binds; one that nothing else refers to may be of a name from further up. */
  #assignment(tree: Node, scope: Scope): Node {
    const [target, value] = tree.kids as [Node, Node];
    const renamed = this.tree(value, scope);
    const names = boundNames(target);
    const fresh = ({ text }: Node) =>
      !scope.find(text) &&
      (this.#counts.get(text) ?? 0) > 1 &&
      !some(value, (part) => part.kind === 'name' && part.text === text);
    if (scope.open && target.kind !== 'pair' && names.length > 0 && names.every(fresh))
      this.#bindAll(target, functionScope(scope), `value ${written(renamed)}`);
    return { ...tree, kids: [this.tree(target, scope), renamed] };
  }

  #compound(tree: Node, scope: Scope): Node {
    for (const part of tree.kids) {
      if (part.kind === 'binary' && part.text === 'as' && part.kids[1] && /^(?:except|with)$/.test(tree.text))
        this.#bindAll(part.kids[1], scope, `each ${scope.depth}`);
      if (tree.text === 'catch' && part.kind !== 'block') this.#bindAll(part, scope, `each ${scope.depth}`);
    }
    return { ...tree, kids: this.#all(tree.kids, scope) };
  }

  #bindAll(target: Node, scope: Scope, key: string): void {
    for (const [at, name] of boundNames(target).entries())
      this.#bind(name, scope, `${key} ${name.kind === 'key' ? name.kids[0]?.text : at}`);
  }

  #bind({ text }: Node, scope: Scope, key: string): void {
    this.locals.add(text);
    if (!this.#naming.isNew(this.#statement)) {
      scope.names.set(text, { name: this.#naming.former(text), key: '' });
      return;
    }
    if (!key.startsWith('value')) scope.placed = true;
    const same = scope.count(key);
    scope.names.set(text, { name: `$${digest(`${key} ${same}`).toString(36)}`, key });
  }
}

/** Python's names live in their function, wherever in it they are bound. */
function functionScope(scope: Scope): Scope {
  let at = scope;
  while (at.parent && !at.isFunction) at = at.parent;
  return at;
}

/** The names that a pattern binds; one of an object with its key. */
function boundNames(target: Node): Node[] {
  switch (target.kind) {
    case 'name':
      return [target];
    case 'key':
      return target.kids.flatMap(boundNames).map((name) => node('key', name.text, [node('name', target.text)]));
    case 'pair':
    case 'assign':
    case 'typed':
    case 'unary':
      return target.kids.slice(0, 1).flatMap(boundNames);
    case 'tuple':
    case 'list':
    case 'object':
    case 'any':
      return target.kids.flatMap(boundNames);
    default:
      return [];
  }
}

function functionsIn(tree: Node): { kid: Node; statement: Node }[] {
  return tree.kids.flatMap((statement) => (statement.kind === 'function' ? [{ kid: statement, statement }] : []));
}

function inOrder(kids: Node[]): Node[] {
  return kids
    .map((kid) => [written(kid), kid] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, kid]) => kid);
}

function occurrences(tree: Node, counts = new Map<string, number>()): Map<string, number> {
  if (tree.kind === 'name') counts.set(tree.text, (counts.get(tree.text) ?? 0) + 1);
  for (const kid of tree.kids) occurrences(kid, counts);
  return counts;
}

/** Quick, and the same on every machine. */
export function digest(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
