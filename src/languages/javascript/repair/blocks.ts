import { type Edit, insert, replace } from '../../repair/edits.ts';
import type { Evidence } from '../../repair/shape.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import { metNull } from './kinds.ts';
import type { Idea, Site, Template } from './site.ts';
import { namesAt } from './values.ts';

/** Statements that are missing, too many or one block too far in, and conditions with a part too few. */
export const blocks: Template = (site, evidence) => {
  const { node, parent } = site;
  const ideas: Idea[] = [];
  if (isTest(site)) ideas.push(...widened(site));
  if (node.type === 'IfStatement' && !(parent.type === 'IfStatement' && parent.alternate === node))
    ideas.push(...separate(site, evidence));
  if (/Statement$|Declaration$/.test(node.type) && parent.type === 'BlockStatement')
    ideas.push(...inserted(site), ...removed(site), ...moved(site));
  return ideas;
};

const idea = (template: string, weight: number, edits: Edit[]): Idea => ({ template, weight, edits });

const isTest = ({ node, parent }: Site): boolean =>
  /^(?:If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(parent.type) && parent.test === node;

/** `if (a)` as `if (a || !b)` and so on. */
function widened(site: Site): Idea[] {
  const { node, text } = site;
  const own = text.slice(node.start, node.end);
  const bare = /LogicalExpression|ConditionalExpression|AssignmentExpression/.test(node.type) ? `(${own})` : own;
  return namesAt(site)
    .slice(0, 8)
    .flatMap((name) => [`${bare} || !${name}`, `${bare} && ${name}`, `${bare} && !${name}`, `${bare} || ${name}`])
    .map((other) => idea('condition', 0.24, replace(node, other)));
}

/**
 * `else if (b)` as `if (b)`: what was done for the one may be what the other asks about, most likely where an error says
 * null and the other asks for it. Told of the first `if`: a test that is in the wrong branch executes no later one.
 */
function separate(site: Site, evidence: Evidence): Idea[] {
  const { node, text } = site;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', node.start) + 1))?.[0] ?? '';
  const ideas: Idea[] = [];
  for (let one = node; (one.alternate as Node | null)?.type === 'IfStatement'; one = one.alternate as Node) {
    const { test, start } = one.alternate as Node & { test: Node };
    const isMissed = /[=!]==? *null\b/.test(text.slice(test.start, test.end)) && metNull(site, evidence);
    const between = { start: (one.consequent as Node).end, end: start };
    ideas.push(idea('else', isMissed ? 1 : 0.35, replace(between, `\n${indent}`)));
  }
  return ideas;
}

/** `all.push(x)`, `seen.add(x)` and `a = b`. */
function inserted(site: Site): Idea[] {
  const { node, parent, fn, parents, text } = site;
  if (!fn) return [];
  const names = namesAt(site).slice(0, 10);
  const growers = [...growersIn(fn)];
  const grown = growers.flatMap(({ name, method }) =>
    names.filter((other) => other !== name).map((other) => `${name}.${method}(${other});`),
  );
  const from = parents.indexOf(fn);
  const isLoop = parents.slice(from).some(({ type }) => /^(?:For|While|DoWhile)/.test(type));
  const assigned = isLoop ? [...assignedIn(fn)] : [];
  const copied = assigned.flatMap((name) =>
    names.filter((other) => other !== name).map((other) => `${name} = ${other};`),
  );
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', node.start) + 1))?.[0] ?? '';
  const isLast = (parent.body as Node[]).at(-1) === node && !/^(?:Return|Throw|Break|Continue)/.test(node.type);
  return [...grown.map((line) => [line, 0.33] as const), ...copied.map((line) => [line, 0.22] as const)].flatMap(
    ([line, weight]) => [
      idea('missing statement', weight, insert(node.start, `${line}\n${indent}`)),
      ...(isLast ? [idea('missing statement', weight, insert(node.end, `\n${indent}${line}`))] : []),
    ],
  );
}

function* growersIn(node: Node): Generator<{ name: string; method: string }> {
  if (node.type === 'VariableDeclarator' && (node.id as Node).type === 'Identifier') {
    const init = node.init as Node | null;
    const name = String((node.id as Node).name);
    if (init?.type === 'ArrayExpression') yield { name, method: 'push' };
    if (init?.type === 'NewExpression' && (init.callee as Node).name === 'Set') yield { name, method: 'add' };
  }
  for (const child of childrenOf(node)) yield* growersIn(child);
}

function* assignedIn(node: Node): Generator<string> {
  if (node.type === 'AssignmentExpression' && (node.left as Node).type === 'Identifier')
    yield String((node.left as Node).name);
  if (node.type === 'VariableDeclaration' && node.kind !== 'const')
    for (const { id } of node.declarations as Node[])
      if ((id as Node).type === 'Identifier') yield String((id as Node).name);
  for (const child of childrenOf(node)) if (!isFunction(child)) yield* assignedIn(child);
}

/** A statement that should not be there. */
function removed({ node, text }: Site): Idea[] {
  if (node.type !== 'ExpressionStatement' && !/^(?:Break|Continue)/.test(node.type)) return [];
  const end = text[node.end] === '\n' ? node.end + 1 : node.end;
  const start = text.lastIndexOf('\n', node.start) + 1;
  const isLine = text.slice(start, node.start).trim() === '' && text[node.end] === '\n';
  return [idea('statement left out', 0.2, replace(isLine ? { start, end } : node, ''))];
}

/** The last of a loop or a branch, behind it. */
function moved({ node, parent, parents, text }: Site): Idea[] {
  const owner = parents.at(-2);
  const body = parent.body as Node[];
  if (!owner || !/^(?:For\w*|While|If)Statement$/.test(owner.type) || body.at(-1) !== node || body.length < 2)
    return [];
  if (/^(?:VariableDeclaration|BreakStatement|ContinueStatement)$/.test(node.type)) return [];
  const line = text.slice(node.start, node.end);
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', owner.start) + 1))?.[0] ?? '';
  return [idea('indentation', 0.4, [...replace(node, ''), ...insert(owner.end, `\n${indent}${line}`)])];
}
