import { type Edit, replace } from '../../repair/edits.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** Two things the wrong way round: elements, branches, and all truths that a function answers with or a name holds. */
export const turns: Template = (site) => {
  const { node } = site;
  if (node.type === 'ArrayExpression') return elements(site);
  if (node.type === 'IfStatement') return branches(site, node.consequent as Node, node.alternate as Node | null);
  if (node.type === 'ConditionalExpression')
    return branches(site, node.consequent as Node, node.alternate as Node | null);
  return isFunction(node) ? truths(site) : [];
};

const swapped = ({ text }: Site, one: Node, other: Node): Edit[] => [
  ...replace(one, text.slice(other.start, other.end)),
  ...replace(other, text.slice(one.start, one.end)),
];

function elements(site: Site): Idea[] {
  const [one, other, more] = site.node.elements as (Node | null)[];
  if (!one || !other || more || /Literal/.test(one.type + other.type)) return [];
  return [{ template: 'order of elements', weight: 0.5, edits: swapped(site, one, other) }];
}

function branches(site: Site, one: Node, other: Node | null): Idea[] {
  if (!other || other.type === 'IfStatement') return [];
  return [{ template: 'order of branches', weight: 0.45, edits: swapped(site, one, other) }];
}

/** Every `return true` and `return false`, or every truth of one name, as the other one. */
function truths({ node, text }: Site): Idea[] {
  const groups = new Map<string, Node[]>();
  const add = (name: string, value: Node | null | undefined): void => {
    if (typeof value?.value === 'boolean') groups.set(name, [...(groups.get(name) ?? []), value]);
  };
  const look = (one: Node): void => {
    if (one.type === 'ReturnStatement') add('return', one.argument as Node | null);
    if (one.type === 'VariableDeclarator') add(nameOf(one.id as Node, text), one.init as Node | null);
    if (one.type === 'AssignmentExpression') add(nameOf(one.left as Node, text), one.right as Node);
    for (const child of childrenOf(one)) if (!isFunction(child)) look(child);
  };
  look(node.body as Node);
  return [...groups.values()]
    .filter((values) => values.length > 1 && new Set(values.map(({ value }) => value)).size > 1)
    .map((values) => ({
      template: 'truths',
      weight: 0.6,
      edits: values.flatMap((value) => replace(value, String(!value.value))),
    }));
}

const nameOf = ({ start, end }: Node, text: string): string => `=${text.slice(start, end)}`;
