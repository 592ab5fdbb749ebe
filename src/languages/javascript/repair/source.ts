import { linesOf } from '../../repair/edits.ts';
import type { Proposal, Repairable, Span } from '../../repair/shape.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import { scriptTree } from '../code/script-tree.ts';
import { arrangement } from './arrangement.ts';
import { blocks } from './blocks.ts';
import { bounds } from './bounds.ts';
import { comparers } from './comparers.ts';
import { conditions } from './conditions.ts';
import { copies } from './copies.ts';
import { guards } from './guards.ts';
import { imports } from './imports.ts';
import { kinds } from './kinds.ts';
import { names } from './names.ts';
import { operators } from './operators.ts';
import type { Site, Template } from './site.ts';
import { statements } from './statements.ts';
import { turns } from './turns.ts';
import { values } from './values.ts';

const templates: readonly Template[] = [
  ...[operators, conditions, bounds, names, statements, guards],
  ...[values, blocks, copies, turns, kinds, arrangement, comparers],
];

export async function javascriptSource(path: string, text: string): Promise<Repairable | null> {
  const tree = await scriptTree(path, text);
  if (tree === null) return null;
  const { program, isModule } = tree;
  const lineOf = linesOf(text);
  return {
    path,
    text,
    spans: [...spansOf(program, lineOf)],
    propose: (evidence) => {
      const proposals: Proposal[] = [];
      for (const { node, parents } of walk(program, [])) {
        const site: Site = {
          node,
          parents,
          parent: parents.at(-1) ?? program,
          fn: parents.findLast(isFunction),
          text,
          path,
          line: lineOf(node.start),
          program,
        };
        for (const template of templates)
          for (const idea of template(site, evidence)) proposals.push({ ...idea, line: site.line });
      }
      return [...proposals, ...imports({ path, text, program, isModule }, evidence)];
    },
  };
}

/** Types are not executed: an edit there repairs nothing. */
const isTyping = ({ type }: Node): boolean =>
  /^TS(?!AsExpression|NonNull|Satisfies|ParameterProperty|Enum|InstantiationExpression|ExportAssignment)/.test(type) ||
  type === 'ImportDeclaration';

function* walk(node: Node, parents: Node[]): Generator<{ node: Node; parents: Node[] }> {
  if (isTyping(node)) return;
  yield { node, parents };
  const inner = [...parents, node];
  for (const child of childrenOf(node)) yield* walk(child, inner);
}

function* spansOf(program: Node, lineOf: (offset: number) => number): Generator<Span> {
  for (const { node, parents } of walk(program, [])) {
    const name = nameOf(node, parents.at(-1));
    if (name !== null) yield { name, from: lineOf(node.start), to: lineOf(node.end) };
  }
}

function nameOf(node: Node, parent: Node | undefined): string | null {
  if (node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration')
    return String((node.id as Node | null)?.name ?? 'default');
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return String((node.key as Node).name);
  if (!isFunction(node)) return null;
  if (parent?.type === 'VariableDeclarator') return String((parent.id as Node).name);
  return parent?.type === 'Property' ? String((parent.key as Node).name) : null;
}
