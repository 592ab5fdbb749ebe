import type { Verdict } from '../../../schema/judge/verdict.ts';
import { placeAt } from '../../reports/places.ts';
import { scriptTree } from '../code/script-tree.ts';
import { isBuiltin } from './builtins.ts';

interface Tree {
  type: string;
  start: number;
  [key: string]: unknown;
}

/**
 * Names that a module for node uses and nothing defines: not in the file, in whatever scope, and not by node. Left out
 * are types, whatever may run in a page, and files that make names as they run: what is defined there cannot be seen.
 */
export async function undefinedScriptNames(files: { path: string; text: string }[]): Promise<Verdict['import_errors']> {
  const errors: Verdict['import_errors'] = [];
  for (const { path, text } of files) {
    if (!/\.[cm]?jsx?$/.test(path) || elsewhere.test(text)) continue;
    const tree = await scriptTree(path, text);
    if (!tree) continue;
    const { defined, used } = namesIn(tree.program as unknown as Tree);
    if (!isForNode(text, used)) continue;
    for (const comment of text.matchAll(/\/\*\s*globals?\s([^*]*)\*\//g))
      for (const [name] of (comment[1] ?? '').matchAll(/[\w$]+/g)) defined.add(name);
    for (const [name, start] of used)
      if (!defined.has(name) && !isHosted(name)) {
        const { line } = placeAt(text, start);
        errors.push({ file: path, line, name, message: `${name} is not defined` });
      }
  }
  return errors;
}

/** A page puts names there that no file shows; what loads modules as node does, or node's own, runs without a page. */
function isForNode(text: string, used: Map<string, number>): boolean {
  if (used.has('require') || used.has('module') || used.has('exports')) return true;
  return [...text.matchAll(/\bfrom\s*['"]([^'"]+)['"]/g)].some(([, name = '']) => isBuiltin(name));
}

/** Pages, other hosts, and code that defines names as it runs. */
const elsewhere =
  /\b(?:eval|Function)\s*\(|\bwith\s*\(|\b(?:window|document|Deno|Bun|importScripts|chrome|self)\b|@flow\b|\bglobalThis\s*[.[]|\bglobal\s*[.[]|\bvm\b|\b0 && \(module\.exports/;

/** What node and test frameworks put there; names in capitals may be put in by a build. */
function isHosted(name: string): boolean {
  return name in globalThis || hosted.has(name) || /^__\w+__$|^[A-Z][A-Z0-9_$]*$/.test(name);
}

const hosted = new Set(
  (
    'require module exports define __filename __dirname arguments undefined global gc WebSocket navigator CustomEvent Iterator Worker Element DataTransfer ' +
    'describe context it specify test suite before after beforeEach afterEach beforeAll afterAll setup teardown ' +
    'suiteSetup suiteTeardown expect assert should jest vi vitest jasmine spyOn spyOnProperty expectAsync fail pending xit xtest xdescribe fit ' +
    'fdescribe expectTypeOf assertType onTestFailed onTestFinished sinon chai cy Cypress QUnit tap page browser $ jQuery bench'
  ).split(' '),
);

function namesIn(program: Tree): { defined: Set<string>; used: Map<string, number> } {
  const defined = new Set<string>();
  const used = new Map<string, number>();
  const define = (pattern: unknown): void => {
    if (Array.isArray(pattern)) for (const part of pattern) define(part);
    if (!isTree(pattern)) return;
    if (pattern.type === 'Identifier') defined.add(String(pattern.name));
    else if (pattern.type === 'AssignmentPattern') define(pattern.left);
    else if (pattern.type === 'RestElement') define(pattern.argument);
    else if (pattern.type === 'ArrayPattern') define(pattern.elements);
    else if (pattern.type === 'ObjectPattern') define(pattern.properties);
    else if (pattern.type === 'Property') define(pattern.value);
  };
  const visit = (tree: Tree): void => {
    if (tree.type === 'Identifier') {
      const name = String(tree.name);
      if (!used.has(name)) used.set(name, tree.start);
      return;
    }
    define(definedBy(tree));
    // `typeof NAME` does not fail where there is no such name.
    if (tree.type === 'UnaryExpression' && tree.operator === 'typeof') {
      define(tree.argument);
      if (isTree(tree.argument) && tree.argument.type === 'Identifier') return;
    }
    const passed = unread[tree.type] ?? [];
    for (const [key, value] of Object.entries(tree)) {
      if (passed.includes(key) || (tree.computed === false && (key === 'key' || key === 'property'))) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isTree(child)) visit(child);
    }
  };
  visit(program);
  return { defined, used };
}

/** What a node gives names to. */
function definedBy(tree: Tree): unknown {
  switch (tree.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return tree.id;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [tree.id, ...(Array.isArray(tree.params) ? tree.params : [])];
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return tree.local;
    case 'CatchClause':
      return tree.param;
    case 'AssignmentExpression':
      return tree.left;
    default:
      return null;
  }
}

/** Names that are not read where they stand: labels, and what another module calls a thing. */
const unread: Record<string, string[]> = {
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported', 'local'],
  ExportAllDeclaration: ['exported'],
  ImportAttribute: ['key'],
  MetaProperty: ['meta', 'property'],
};

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
