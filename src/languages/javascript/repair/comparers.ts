import { replace } from '../../repair/edits.ts';
import type { Node } from '../code/javascript-nodes.ts';
import { declaredBy } from './names.ts';
import type { Idea, Site, Template } from './site.ts';

const comparer = /^(?:compare|cmp)(?=[A-Z]|$)/;

/** `a === b`, where the file has a function that compares: `compare(a, b) === 0`. */
export const comparers: Template = (site) => {
  const { node, program, fn } = site;
  if (node.type !== 'BinaryExpression' || !/^[=!]==$/.test(String(node.operator))) return [];
  const sides = [node.left as Node, node.right as Node];
  if (!sides.every(({ type }) => /^(?:Identifier|MemberExpression|CallExpression)$/.test(type))) return [];
  if (sides.some(({ name }) => name === 'undefined' || name === 'NaN')) return [];
  const [left, right] = sides.map(({ start, end }) => site.text.slice(start, end));
  return comparersIn(program)
    .filter((name) => !isItself(site, name) && fn !== undefined)
    .map((name): Idea => {
      const edits = replace(node, `${name}(${left}, ${right}) ${node.operator} 0`);
      return { template: 'comparison', weight: 0.4, reckoned: true, edits };
    });
};

const comparersIn = (program: Node): string[] =>
  (program.body as Node[])
    .flatMap(declaredBy)
    .filter((name) => comparer.test(name))
    .slice(0, 2);

/** What compares does not do so by itself. */
function isItself({ parents }: Site, name: string): boolean {
  return parents.some(
    ({ type, id }) => /^(?:FunctionDeclaration|VariableDeclarator)$/.test(type) && (id as Node).name === name,
  );
}
