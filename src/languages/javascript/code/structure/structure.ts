import { definition, linesOf, mostDefinitions } from '../../../../code/structure/definitions.ts';
import { type Source, type StructureRules, unlessDeep } from '../../../../code/structure/shape.ts';
import type { Definition } from '../../../../schema/code/file-facts.ts';
import { dangers, idioms } from '../dangers.ts';
import { childrenOf, type Node as Tree } from '../javascript-nodes.ts';
import { scriptTree } from '../script-tree.ts';
import { brokenDefinitions } from './broken.ts';
import { readScript } from './statements.ts';

/** JavaScript and TypeScript, read by oxc; in a file that does not parse, only what a grammar makes of it can be told. */
export const javascriptStructure: StructureRules = {
  name: 'javascript',
  owns: /\.[cm]?[jt]sx?$/i,
  assignmentBinds: false,
  dangers,
  idioms,
  read: (sources) =>
    each(sources, async ({ path, text }) => {
      const tree = await scriptTree(path, text);
      const root = tree && unlessDeep(() => readScript(tree.program));
      return root && { root, gaps: [] };
    }),
  async definitions(sources, parsers) {
    const trees = await each(sources, async ({ path, text }) => {
      const tree = await scriptTree(path, text);
      return tree && definitionsIn(tree.program, text);
    });
    const broken = sources.filter((_, at) => trees[at] === null);
    const rest = broken.length > 0 ? await brokenDefinitions(broken, parsers) : new Map<Source, Definition[] | null>();
    return sources.map((source, at) => trees[at] ?? rest.get(source) ?? null);
  },
};

/** One after the other, so that no more than one tree is held. */
async function each<T>(sources: Source[], read: (source: Source) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const source of sources) results.push(await read(source));
  return results;
}

function definitionsIn(program: Tree, text: string): Definition[] {
  const lines = linesOf(text);
  const definitions: Definition[] = [];
  const open: Visit[] = [{ tree: program, top: true, exported: false }];
  for (let next = open.pop(); next && definitions.length < mostDefinitions; next = open.pop()) {
    const { tree, top } = next;
    const named = namedBy(next);
    if (named) definitions.push(definition(text, lines, named.name, { start: tree.start, ...named.at }));
    const inner = top && /^(?:Program|Export\w+|VariableDeclaration|ExpressionStatement)$/.test(tree.type);
    const exported = next.exported || tree.type === 'ExportNamedDeclaration';
    open.push(
      ...[...childrenOf(tree)].reverse().map((kid) => ({ tree: kid, top: inner, exported: inner && exported })),
    );
  }
  return definitions.sort((a, b) => a.line - b.line);
}

interface Visit {
  tree: Tree;
  /** Stands at the top of the file. */
  top: boolean;
  exported: boolean;
}

interface Named {
  name: string;
  at: { name: number; end: number };
}

function namedBy({ tree, top, exported: isExported }: Visit): Named | null {
  const part = (key: string) => tree[key] as Tree | null | undefined;
  const by = (id: Tree | null | undefined, end: number): Named | null => {
    const name = String(id?.name ?? id?.value ?? '');
    return id && name !== '' && name !== 'constructor' ? { name, at: { name: id.start, end } } : null;
  };
  const bodyOf = (value: Tree | null | undefined) => (value?.body as Tree | undefined)?.start ?? tree.end;
  switch (tree.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      return by(part('id'), bodyOf(tree));
    case 'TSTypeAliasDeclaration':
      return by(part('id'), part('typeAnnotation')?.start ?? tree.end);
    case 'MethodDefinition':
    case 'Property':
      return tree.computed === true || !isFunction(part('value')) || (tree.type === 'Property' && tree.method !== true)
        ? null
        : by(part('key'), bodyOf(part('value')));
    case 'VariableDeclarator':
      return top && (isExported || isFunction(part('init'))) ? variable(part('id'), part('init'), tree) : null;
    case 'AssignmentExpression':
      return top ? exported(part('left'), tree) : null;
    default:
      return null;
  }
}

const isFunction = (tree: Tree | null | undefined): boolean =>
  /^(?:ArrowFunctionExpression|FunctionExpression|ClassExpression)$/.test(tree?.type ?? '');

/** Of a value only what it takes is told: `const add = (a, b)`. */
function variable(id: Tree | null | undefined, value: Tree | null | undefined, tree: Tree): Named | null {
  if (id?.type !== 'Identifier') return null;
  const arrow = value?.type === 'ArrowFunctionExpression';
  const body = (value?.body as Tree | undefined)?.start;
  const end = isFunction(value) && body !== undefined ? body - (arrow ? 3 : 0) : (value?.start ?? tree.end);
  return { name: String(id.name), at: { name: id.start, end } };
}

/** `exports.name = …`, `module.exports.name = …`. */
function exported(left: Tree | null | undefined, tree: Tree): Named | null {
  const owner = left?.object as Tree | undefined;
  const property = left?.property as Tree | undefined;
  const isExports = owner?.name === 'exports' || (owner?.property as Tree | undefined)?.name === 'exports';
  if (left?.type !== 'MemberExpression' || !isExports || !property?.name) return null;
  return { name: String(property.name), at: { name: property.start, end: (tree.right as Tree).start } };
}
