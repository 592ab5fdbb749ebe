import { insert, replace } from '../../repair/edits.ts';
import type { Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** Statements in another place: what another branch does and this one does not, and two in the other order. */
export const arrangement: Template = (site) => {
  const body = bodyOf(site.parent);
  return body.includes(site.node) ? [...borrowed(site, body), ...swapped(site, body)] : [];
};

function bodyOf({ type, body, consequent }: Node): Node[] {
  if (type === 'BlockStatement' || type === 'Program') return body as Node[];
  return type === 'SwitchCase' ? (consequent as Node[]) : [];
}

/** A line of another branch, at the beginning of this one or at its end. */
function borrowed(site: Site, body: Node[]): Idea[] {
  const { node, text } = site;
  const last = body.findLast(({ type }) => !isLeaving(type));
  if (node !== body[0] && node !== last) return [];
  const textOf = ({ start, end }: Node) => text.slice(start, end);
  const own = body.map(textOf);
  const lines = otherBranches(site).flat().filter(isSimple).map(textOf);
  const missing = [...new Set(lines)].filter((line) => line.length < 60 && !own.includes(line)).slice(0, 6);
  const indent = indentAt(text, node.start);
  return missing.flatMap((line) => [
    ...(node === body[0] ? [idea('missing statement', 0.3, insert(node.start, `${line}\n${indent}`))] : []),
    ...(node === last ? [idea('missing statement', 0.25, insert(node.end, `\n${indent}${line}`))] : []),
  ]);
}

/** The bodies of the other cases of a `switch`, or of the other branches of an `if`. */
function otherBranches({ parent, parents }: Site): Node[][] {
  const above = parents.slice(0, -1);
  if (parent.type === 'SwitchCase')
    return ((above.at(-1)?.cases ?? []) as Node[]).filter((one) => one !== parent).map(bodyOf);
  const from = above.findLastIndex(({ type }) => type !== 'IfStatement') + 1;
  return branchesOf(above[from])
    .filter((branch) => branch !== parent)
    .map(bodyOf);
}

function branchesOf(node: Node | undefined): Node[] {
  if (node?.type !== 'IfStatement') return node ? [node] : [];
  return [node.consequent as Node, ...branchesOf((node.alternate ?? undefined) as Node | undefined)];
}

/** Two statements, where one changes what the other reads. */
function swapped({ node, text }: Site, body: Node[]): Idea[] {
  const next = body[body.indexOf(node) + 1];
  if (!next || !isSimple(node) || !isSimple(next)) return [];
  const [first, second] = [node, next].map(({ start, end }) => text.slice(start, end)) as [string, string];
  const depends = [reads(second, written(node)), reads(first, written(next))];
  if (!depends.includes(true)) return [];
  return [idea('order of statements', 0.35, [...replace(node, second), ...replace(next, first)])];
}

function written({ expression }: Node): string | null {
  const to = ((expression as Node).left ?? (expression as Node).argument) as Node | undefined;
  return to?.type === 'Identifier' ? String(to.name) : null;
}

const reads = (statement: string, name: string | null): boolean =>
  name !== null && new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(statement);

const isSimple = ({ type, expression }: Node): boolean =>
  type === 'ExpressionStatement' &&
  /^(?:AssignmentExpression|UpdateExpression|CallExpression)$/.test((expression as Node).type);

const isLeaving = (type: string): boolean => /^(?:Break|Continue|Return|Throw)Statement$/.test(type);
const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at) + 1))?.[0] ?? '';
const idea = (template: string, weight: number, edits: Idea['edits']): Idea => ({ template, weight, edits });
