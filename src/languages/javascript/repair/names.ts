import { type Edit, replace } from '../../repair/edits.ts';
import type { Evidence } from '../../repair/shape.ts';
import { builtins, nearest, twinsOf } from '../../repair/words.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** The wrong name: of a method that does the opposite, of a variable, a property, or a misspelt one; arguments in another order. */
export const names: Template = (site, evidence) => {
  const { node, parent } = site;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return swappedArguments(site);
  if (node.type !== 'Identifier' || isDeclared(node, parent)) return [];
  const name = String(node.name);
  const ideas = misspelt(name, node, evidence);
  if (isMember(node, parent)) return [...ideas, ...twins(site, name), ...properties(site, name)];
  return isKey(node, parent) ? ideas : [...ideas, ...variables(site, name)];
};

function misspelt(name: string, node: Node, { wrong, counts, corrections }: Evidence): Idea[] {
  const usedNames = [...counts].filter(([, times]) => times > 1).map(([other]) => other);
  if (wrong.includes(name)) {
    const likely = [...[corrections.get(name) ?? []].flat(), ...nearest(name, [...counts.keys(), ...builtins])];
    return likely.map((other, at) => ({ template: 'name', weight: 2 - at * 0.1, edits: replace(node, other) }));
  }
  // A name that stands nowhere else, beside one that does.
  if (counts.get(name) !== 1 || builtins.has(name) || name.length < 4) return [];
  return nearest(name, [...usedNames, ...builtins], 2).map((other) => ({
    template: 'name',
    weight: 1.1,
    edits: replace(node, other),
  }));
}

function twins({ node, parents, parent }: Site, name: string): Idea[] {
  const called = parents.at(-2)?.type === 'CallExpression' && parents.at(-2)?.callee === parent;
  if (!called) return [];
  return twinsOf(name).map((other) => ({ template: 'method', weight: 0.65, edits: replace(node, other) }));
}

/** What else the same object is asked for in this file, and then what any is. */
function properties({ node, parent, text, parents }: Site, name: string): Idea[] {
  const called = parents.at(-2)?.type === 'CallExpression' && parents.at(-2)?.callee === parent;
  const object = parent.object as Node;
  const source = text.slice(object.start, object.end);
  if (called || !/^[\w$.]+$/.test(source)) return [];
  const pattern = new RegExp(`(?<![\\w$.])${source.replace(/[$.]/g, '\\$&')}\\.([\\w$]+)(?!\\s*\\()`, 'g');
  const all = text.matchAll(/(?<=[\w$])\.([a-z_$][\w$]*)(?![\w$]*\s*\()/g);
  const others = new Set([...text.matchAll(pattern), ...all].map(([, other = '']) => other));
  others.delete(name);
  return [...others].slice(0, 6).map((other) => ({ template: 'property', weight: 0.45, edits: replace(node, other) }));
}

/** Another variable or parameter of the functions around. */
function variables({ node, parent, parents }: Site, name: string): Idea[] {
  if (parent.type === 'CallExpression' && parent.callee === node) return [];
  if (parent.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=') return [];
  const around = parents.filter(isFunction).reverse();
  const local = around.slice(0, 2).flatMap(declaredIn);
  if (!local.includes(name)) return [];
  const others = [...new Set(local)].filter((other) => other !== name);
  return others.slice(0, 12).map((other) => ({ template: 'variable', weight: 0.4, edits: replace(node, other) }));
}

export function declaredIn(fn: Node): string[] {
  const names = (fn.params as Node[]).flatMap(boundBy);
  const look = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === 'VariableDeclarator') names.push(...boundBy(node.id as Node));
    for (const child of childrenOf(node)) look(child);
  };
  look(fn.body as Node);
  return names;
}

/** The names of one statement of a file. */
export function declaredBy(statement: Node): string[] {
  const node = (statement.declaration as Node | null | undefined) ?? statement;
  if (node.type === 'VariableDeclaration')
    return (node.declarations as Node[]).flatMap(({ id }) => boundBy(id as Node));
  if (node.type === 'ImportDeclaration')
    return (node.specifiers as Node[]).map(({ local }) => String((local as Node).name));
  return node.type === 'FunctionDeclaration' && node.id ? [String((node.id as Node).name)] : [];
}

function boundBy(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  if (pattern.type === 'Property') return boundBy(pattern.value as Node);
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left as Node);
  return /Pattern$|^RestElement$/.test(pattern.type) ? [...childrenOf(pattern)].flatMap(boundBy) : [];
}

function swappedArguments({ node, text }: Site): Idea[] {
  const args = (node.arguments ?? []) as Node[];
  return args.slice(1).flatMap((second, at) => {
    const first = args[at];
    if (!first || [first, second].some(({ type }) => type === 'SpreadElement' || isFunction({ type } as Node)))
      return [];
    const wordsOf = ({ start, end }: Node) => text.slice(start, end);
    const edits: Edit[] = [...replace(first, wordsOf(second)), ...replace(second, wordsOf(first))];
    return [{ template: 'order of arguments', weight: 0.55, edits }];
  });
}

const isMember = (node: Node, parent: Node): boolean =>
  parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true;

const isKey = (node: Node, parent: Node): boolean =>
  /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(parent.type) &&
  parent.key === node &&
  parent.computed !== true;

function isDeclared(node: Node, parent: Node): boolean {
  if (parent.type === 'VariableDeclarator') return parent.id === node;
  if (parent.type === 'Property') return parent.shorthand === true;
  if (isFunction(parent)) return parent.body !== node;
  return /^(?:Class(?:Declaration|Expression)|LabeledStatement|BreakStatement|ContinueStatement|(?:Import|Export)\w*|CatchClause|RestElement|ArrayPattern|MethodDefinition)$/.test(
    parent.type,
  );
}
