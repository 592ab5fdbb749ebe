import { type Node, node } from '../../../../code/fingerprint/node.ts';
import { concatenated } from '../../../../code/fingerprint/texts.ts';
import type { Node as Tree } from '../javascript-nodes.ts';
import { fnOf, keyName } from './functions.ts';
import { generic, kidOf, kidsOf, one, parts, type Read, type Rule } from './generic.ts';

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const operator =
  (kind: 'binary' | 'assign'): Rule =>
  (tree, read) => [
    node(kind, String(tree.operator), [one(read, kidOf(tree, 'left')), one(read, kidOf(tree, 'right'))]),
  ];

const word =
  (text: string): Rule =>
  (tree, read) => [node('unary', text, parts(read, kidOf(tree, 'argument')))];

const inner: Rule = (tree, read) => parts(read, kidOf(tree, 'expression'));

const list =
  (kind: string, key: string): Rule =>
  (tree, read) => [
    node(
      kind,
      '',
      ((tree[key] as (Tree | null)[] | undefined) ?? []).map((kid) => one(read, kid)),
    ),
  ];

/** `a['b']` is `a.b`. */
const member: Rule = (tree, read) => {
  const owner = one(read, kidOf(tree, 'object'));
  const property = kidOf(tree, 'property');
  const mark = tree.optional === true ? '?' : '';
  const text = property?.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
  if (tree.computed === true && (text === null || !plainName.test(text)))
    return [node('index', mark, [owner, one(read, property)])];
  const hash = property?.type === 'PrivateIdentifier' ? '#' : '';
  return [node('member', `${mark}${hash}${text ?? String(property?.name ?? '')}`, [owner])];
};

const call: Rule = (tree, read) => {
  const types = parts(read, kidOf(tree, 'typeArguments'));
  const callee = one(read, kidOf(tree, 'callee'));
  const called = node('call', tree.optional === true ? '?' : '', [
    types.length > 0 ? node('typed', '', [callee, ...types]) : callee,
    ...kidsOf(tree, 'arguments').flatMap(read),
  ]);
  return [tree.type === 'NewExpression' ? node('unary', 'new', [called]) : called];
};

const template: Rule = (tree, read) => {
  const values = kidsOf(tree, 'expressions');
  const pieces = kidsOf(tree, 'quasis').flatMap((quasi, at) => {
    const { cooked, raw } = quasi.value as { cooked: string | null; raw: string };
    const value = values[at];
    return [node('string', `"${cooked ?? raw}`), ...(value ? read(value) : [])];
  });
  return [concatenated(pieces)];
};

const literal: Rule = (tree) => {
  if (tree.regex || tree.bigint) return [node('regex', String(tree.raw))];
  if (typeof tree.value === 'string') return [node('string', `"${tree.value}`)];
  return [node(typeof tree.value === 'number' ? 'number' : 'name', String(tree.value))];
};

/** A name with its type, where it is declared. */
const identifier: Rule = (tree, read) => {
  const name = node('name', `${String(tree.name)}${tree.optional === true ? '?' : ''}`);
  return [typed(name, tree, read)];
};

function typed(target: Node, tree: Tree, read: Read): Node {
  const annotation = kidOf(tree, 'typeAnnotation');
  return annotation ? node('pair', ':', [target, ...read(annotation)]) : target;
}

/** The body of a function is a statement: who reads statements says how. */
export function expressions(body: (tree: Tree | null) => Node): Record<string, Rule> {
  const fn: Rule = (tree, read) => {
    const id = kidOf(tree, 'id');
    const value = fnOf(tree, read, [], body);
    return [id ? node('function', String(id.name), [value]) : value];
  };
  return {
    ArrowFunctionExpression: fn,
    FunctionExpression: fn,
    Property: (tree, read) => {
      const [name, value] = [keyName(tree), kidOf(tree, 'value')];
      if (name === null || !value) return [node('pair', ':', parts(read, kidOf(tree, 'key'), value))];
      if (tree.kind !== 'init') return [node('function', name, [fnOf(value, read, [String(tree.kind)], body)])];
      return [node('key', name, read(value))];
    },
    ObjectExpression: list('object', 'properties'),
    ObjectPattern: (tree, read) => [typed(node('object', '', kidsOf(tree, 'properties').flatMap(read)), tree, read)],
    ArrayExpression: list('list', 'elements'),
    ArrayPattern: (tree, read) => list('list', 'elements')(tree, read).map((target) => typed(target, tree, read)),
    AssignmentPattern: (tree, read) => [node('assign', '=', parts(read, kidOf(tree, 'left'), kidOf(tree, 'right')))],
    RestElement: (tree, read) => [typed(node('unary', '...', parts(read, kidOf(tree, 'argument'))), tree, read)],
    SpreadElement: word('...'),
    BinaryExpression: operator('binary'),
    LogicalExpression: operator('binary'),
    AssignmentExpression: operator('assign'),
    UnaryExpression: (tree, read) => word(String(tree.operator))(tree, read),
    UpdateExpression: (tree, read) => [
      node('assign', `${String(tree.operator)[0]}=`, [one(read, kidOf(tree, 'argument')), node('number', '1')]),
    ],
    AwaitExpression: word('await'),
    YieldExpression: (tree, read) => word(tree.delegate === true ? 'yield *' : 'yield')(tree, read),
    ConditionalExpression: (tree, read) => [
      node('cond', '', parts(read, kidOf(tree, 'test'), kidOf(tree, 'consequent'), kidOf(tree, 'alternate'))),
    ],
    SequenceExpression: list('tuple', 'expressions'),
    MemberExpression: member,
    CallExpression: call,
    NewExpression: call,
    ChainExpression: inner,
    ParenthesizedExpression: inner,
    TSNonNullExpression: inner,
    TSTypeAnnotation: (tree, read) => parts(read, kidOf(tree, 'typeAnnotation')),
    TSAsExpression: (tree, read) => [
      node('binary', 'as', parts(read, kidOf(tree, 'expression'), kidOf(tree, 'typeAnnotation'))),
    ],
    TemplateLiteral: template,
    TaggedTemplateExpression: (tree, read) => [
      node('call', 'tagged', parts(read, kidOf(tree, 'tag'), kidOf(tree, 'quasi'))),
    ],
    TSTypeReference: generic,
    Identifier: identifier,
    ThisExpression: () => [node('name', 'this')],
    Literal: literal,
  };
}
