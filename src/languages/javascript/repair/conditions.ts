import { type Edit, insert, replace } from '../../repair/edits.ts';
import { isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** A condition the other way round, or with a part too many; a truth that is the other one. */
export const conditions: Template = (site) => {
  const { node, parent, text } = site;
  const ideas: Idea[] = [];
  if (isTest(site)) ideas.push(...negated(node, text));
  if (node.type === 'UnaryExpression' && node.operator === '!' && !isTest(site)) ideas.push(...negated(node, text));
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    for (const side of [node.left as Node, node.right as Node])
      ideas.push({ template: 'condition', weight: 0.35, edits: replace(node, text.slice(side.start, side.end)) });
  }
  if (node.type === 'Literal' && typeof node.value === 'boolean' && !isWholeAnswer(site))
    ideas.push({ template: 'constant', weight: 0.65, edits: replace(node, String(!node.value)) });
  const plain = /^(?:CallExpression|Identifier|MemberExpression)$/.test(node.type);
  if (plain && isReturned(node, parent) && (asks(node, text) || isChoosing(site)))
    ideas.push({ template: 'condition', weight: 0.6, edits: insert(node.start, '!') });
  return ideas;
};

/** What a function gives back whatever it is given must not come from a template: a test may expect just that. */
export function isWholeAnswer({ node, parent, fn }: Site): boolean {
  if (!isReturned(node, parent)) return false;
  if (parent.type === 'ArrowFunctionExpression') return true;
  const body = ((fn?.body as Node | undefined)?.body ?? []) as Node[];
  return body.length < 2;
}

function isReturned(node: Node, parent: Node): boolean {
  return parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && parent.body === node);
}

/** What `filter` and its like are given. */
function isChoosing({ parents, parent }: Site): boolean {
  const call = parents.at(-2);
  if (!isFunction(parent) || call?.type !== 'CallExpression') return false;
  return /^(?:filter|some|every|find|findIndex|findLast)$/.test(
    String(((call.callee as Node).property as Node | undefined)?.name),
  );
}

function isTest({ node, parent }: Site): boolean {
  return /^(?:If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(parent.type) && parent.test === node;
}

function negated(node: Node, text: string): Idea[] {
  if (node.type === 'BinaryExpression' && /^[=!]==?$/.test(String(node.operator))) return []; // An operator's business.
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const inner = node.argument as Node;
    return [{ template: 'condition', weight: 0.65, edits: replace(node, text.slice(inner.start, inner.end)) }];
  }
  const simple = /^(?:Identifier|CallExpression|MemberExpression)$/.test(node.type);
  const edits: Edit[] = simple ? insert(node.start, '!') : [...insert(node.start, '!('), ...insert(node.end, ')')];
  return [{ template: 'condition', weight: simple ? 0.65 : 0.4, edits }];
}

/** Whether an expression is surely a truth: by its name. */
function asks(node: Node, text: string): boolean {
  const source = text.slice(node.start, node.end);
  return /(?:^|\.)(?:(?:is|has|can|should|are|was)[A-Z]\w*|some|every|includes|has|test|startsWith|endsWith)\b(?=\(|$)/.test(
    source,
  );
}
