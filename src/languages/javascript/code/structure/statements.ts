import { block, type Node, node, placed } from '../../../../code/fingerprint/node.ts';
import type { Node as Tree } from '../javascript-nodes.ts';
import { expressions } from './expressions.ts';
import { fnOf, keyName } from './functions.ts';
import { generic, kidOf, kidsOf, one, parts, type Read, type Rule } from './generic.ts';

/** A whole script in the trees that fingerprints compare. */
export function readScript(program: Tree): Node {
  return block(kidsOf(program, 'body').flatMap(read));
}

const read: Read = (tree) => placed((rules[tree.type] ?? generic)(tree, read), tree.start, tree.end);

const body = (tree: Tree | null): Node => {
  if (!tree) return node('none', '');
  const kids = read(tree);
  return kids[0]?.kind === 'block' && kids.length === 1 ? kids[0] : block(kids);
};

const jump =
  (word: string, key: string): Rule =>
  (tree) => [node('return', word, parts(read, kidOf(tree, key)))];

const exporting =
  (word: string): Rule =>
  (tree) => {
    const declaration = kidOf(tree, 'declaration');
    if (!declaration) return generic(tree, read);
    const [first, ...rest] = read(declaration);
    return [node('modified', word, first ? [first] : []), ...rest];
  };

const declarations: Rule = (tree) =>
  kidsOf(tree, 'declarations').map((declared) =>
    node('decl', '', parts(read, kidOf(declared, 'id'), kidOf(declared, 'init'))),
  );

/** `for (const a of b)`; a name from further up is not declared by it. */
const over =
  (word: string): Rule =>
  (tree) => {
    const left = kidOf(tree, 'left');
    const declared = left?.type === 'VariableDeclaration' ? kidOf(kidsOf(left, 'declarations')[0] ?? left, 'id') : null;
    const target = one(read, declared ?? left);
    const source = one(read, kidOf(tree, 'right'));
    const wait = tree.await === true ? 'await ' : '';
    return [
      node('loop', 'for', [
        node(declared ? 'from' : 'over', `${wait}${word}`, [target, source]),
        body(kidOf(tree, 'body')),
      ]),
    ];
  };

const classOf: Rule = (tree) => {
  const members = kidOf(tree, 'body');
  const rest = Object.entries(tree).filter(([key]) => key !== 'body' && key !== 'id');
  const head = generic({ ...Object.fromEntries(rest), type: 'Head', start: tree.start, end: tree.end }, read);
  return [
    node('compound', 'class', [
      ...parts(read, kidOf(tree, 'id')),
      ...head,
      block(members ? kidsOf(members, 'body').flatMap(read) : []),
    ]),
  ];
};

const method: Rule = (tree) => {
  const value = kidOf(tree, 'value');
  const name = keyName(tree);
  if (!value || name === null) return generic(tree, read);
  const words = [tree.static === true ? 'static' : '', tree.kind === 'method' ? '' : String(tree.kind)];
  const extra = kidsOf(tree, 'decorators').flatMap(read);
  return [node('function', name, [fnOf(value, read, words, body), ...extra])];
};

const rules: Record<string, Rule> = {
  ...expressions(body),
  BlockStatement: (tree) => [block(kidsOf(tree, 'body').flatMap(read))],
  StaticBlock: (tree) => [node('compound', 'static', [block(kidsOf(tree, 'body').flatMap(read))])],
  EmptyStatement: () => [],
  ExpressionStatement: (tree) => parts(read, kidOf(tree, 'expression')),
  ImportDeclaration: (tree) => {
    const names = kidsOf(tree, 'specifiers').flatMap((name) => generic(name, read));
    const kind = tree.importKind === 'type' ? 'type' : '';
    return [node('import', kind, [...parts(read, kidOf(tree, 'source')), node('any', ',', names)])];
  },
  ExportNamedDeclaration: exporting('export'),
  ExportDefaultDeclaration: exporting('export default'),
  VariableDeclaration: declarations,
  FunctionDeclaration: (tree) => {
    const id = kidOf(tree, 'id');
    const value = fnOf(tree, read, [], body);
    return [id ? node('function', String(id.name), [value]) : value];
  },
  ClassDeclaration: classOf,
  ClassExpression: classOf,
  MethodDefinition: method,
  IfStatement: (tree) => {
    const other = kidOf(tree, 'alternate');
    return [
      node('if', '', [
        one(read, kidOf(tree, 'test')),
        body(kidOf(tree, 'consequent')),
        ...(other ? [body(other)] : []),
      ]),
    ];
  },
  ForStatement: (tree) => [
    node('loop', 'for', [
      ...parts(read, kidOf(tree, 'init')),
      node('mark', ';'),
      ...parts(read, kidOf(tree, 'test')),
      node('mark', ';'),
      ...parts(read, kidOf(tree, 'update')),
      body(kidOf(tree, 'body')),
    ]),
  ],
  ForOfStatement: over('of'),
  ForInStatement: over('in'),
  WhileStatement: (tree) => [node('loop', 'while', [one(read, kidOf(tree, 'test')), body(kidOf(tree, 'body'))])],
  DoWhileStatement: (tree) => [node('loop', 'do', [one(read, kidOf(tree, 'test')), body(kidOf(tree, 'body'))])],
  SwitchStatement: (tree) => [
    node('compound', 'switch', [one(read, kidOf(tree, 'discriminant')), ...kidsOf(tree, 'cases').flatMap(read)]),
  ],
  SwitchCase: (tree) => {
    const word = kidOf(tree, 'test') ? 'case' : 'default';
    return [
      node('compound', word, [...parts(read, kidOf(tree, 'test')), block(kidsOf(tree, 'consequent').flatMap(read))]),
    ];
  },
  TryStatement: (tree) => {
    const last = kidOf(tree, 'finalizer');
    const handler = parts(read, kidOf(tree, 'handler'));
    return [
      node('compound', 'try', [
        body(kidOf(tree, 'block')),
        ...handler,
        ...(last ? [node('compound', 'finally', [body(last)])] : []),
      ]),
    ];
  },
  CatchClause: (tree) => [node('compound', 'catch', [...parts(read, kidOf(tree, 'param')), body(kidOf(tree, 'body'))])],
  ReturnStatement: jump('return', 'argument'),
  ThrowStatement: jump('throw', 'argument'),
  BreakStatement: jump('break', 'label'),
  ContinueStatement: jump('continue', 'label'),
};
