import { block, type Node, node } from '../../../code/fingerprint/node.ts';
import { structureBy } from '../../../code/structure/grammar.ts';
import {
  binary,
  blockOf,
  compound,
  importing,
  inner,
  leaf,
  number,
  quoted,
  type Reader,
  type Rule,
  type,
  unary,
} from '../../../code/structure/reader.ts';
import type { SyntaxNode } from '../../../schema/code/tree.ts';
import { dangers, idioms } from './dangers.ts';

const types = /(?:_type|^type_identifier|^type_parameters|^where_clause)$/;

const fn: Rule = (tree, reader) => {
  const named = reader.kid(tree, 'identifier', 'metavariable');
  const params = reader.kid(tree, 'parameters');
  const body = reader.kid(tree, 'block');
  const rest = reader.named(tree).filter((kid) => kid !== named && kid !== params && kid !== body);
  const words = rest.filter(({ kind }) => /modifiers?$/.test(kind)).flatMap((kid) => reader.tokens(kid));
  const more = rest.filter(({ kind }) => !/modifiers?$/.test(kind)).map((kid) => reader.type(kid));
  const value = node('fn', words.join(' '), [
    node('params', '', params ? reader.each(reader.named(params)) : []),
    body ? returning(reader.read(body), body, reader) : node('none', ''),
    ...more,
  ]);
  return node('function', named ? reader.text(named) : '', [value]);
};

/** The last expression of a function is what it returns. */
function returning(body: Node, tree: SyntaxNode, reader: Reader): Node {
  const last = reader.named(tree).at(-1);
  const value = body.kids.at(-1);
  if (!last || !value || /(?:_statement|_declaration|_item)$/.test(last.kind)) return body;
  return block([...body.kids.slice(0, -1), node('return', 'return', [value])]);
}

const closure: Rule = (tree, reader) => {
  const params = reader.kid(tree, 'closure_parameters');
  const body = reader.named(tree).at(-1);
  const content = body ? reader.read(body) : node('none', '');
  const value =
    body?.kind === 'block' ? returning(content, body, reader) : block([node('return', 'return', [content])]);
  return node('fn', '', [node('params', '', params ? reader.each(reader.named(params)) : []), value]);
};

/** `let mut a: T = b`. */
const binding: Rule = (tree, reader) => {
  const [left, values] = reader.around(tree, '=');
  const target = left.find(({ kind }) => !types.test(kind) && kind !== 'mutable_specifier');
  const more = left.filter((kid) => kid !== target);
  const [value, ...rest] = values;
  const initial = value ? reader.read(value) : node('none', '');
  return node('decl', '', [
    target ? reader.read(target) : node('none', ''),
    initial,
    ...more.map((kid) => reader.type(kid)),
    ...reader.each(rest),
  ]);
};

const branch: Rule = (tree, reader) => {
  const [test, then, other] = reader.named(tree);
  const otherwise = other ? reader.named(other)[0] : undefined;
  return node('if', '', [
    ...reader.each(test ? [test] : []),
    reader.body(then),
    ...(otherwise ? [reader.body(otherwise)] : []),
  ]);
};

const call: Rule = (tree, reader) => {
  const argumentList = reader.kid(tree, 'arguments', 'field_initializer_list');
  const callee = reader.named(tree).filter((kid) => kid !== argumentList);
  const kind = tree.kind === 'struct_expression' ? '{}' : '';
  return node('call', kind, [...reader.each(callee), ...reader.each(argumentList ? reader.named(argumentList) : [])]);
};

const member: Rule = (tree, reader) => {
  const named = reader.named(tree);
  const name = named.at(-1);
  return node('member', name ? reader.text(name) : '', reader.each(named.slice(0, -1)));
};

/** A macro takes tokens, not expressions. */
const macro: Rule = (tree, reader) => {
  const [name, tokenTree] = reader.named(tree);
  const leaves = (part: SyntaxNode): Node[] =>
    part.kind === 'token_tree' ? reader.kids(part).flatMap(leaves) : [reader.read(part)];
  return node('call', '!', [
    ...reader.each(name ? [name] : []),
    ...(tokenTree
      ? leaves(tokenTree)
          .slice(1, -1)
          .filter(({ kind, text }) => kind !== 'mark' || text !== ',')
      : []),
  ]);
};

const pattern: Rule = (tree, reader) => {
  const [name, ...rest] = reader.named(tree);
  return node('tuple', name ? reader.text(name) : '', reader.each(rest));
};

const text: Rule = (tree, reader) => {
  const [, prefix = '', content = ''] = /^([a-z]*)#*["']([\s\S]*?)["']?#*$/.exec(reader.text(tree)) ?? [];
  return tree.kind === 'char_literal'
    ? node('string', `${prefix}'${content}`)
    : quoted(content, prefix.replace('r', content.includes('\\') ? 'r' : ''));
};

const jump: Rule = (tree, reader) =>
  node('return', tree.kind.replace('_expression', ''), reader.each(reader.named(tree)));
const list =
  (kind: string): Rule =>
  (tree, reader) =>
    node(kind, '', reader.each(reader.named(tree)));

const rules: Record<string, Rule> = {
  block: blockOf,
  declaration_list: blockOf,
  expression_statement: inner,
  function_item: fn,
  function_signature_item: fn,
  closure_expression: closure,
  parameter: (tree, reader) => {
    const [names, kinds] = reader.around(tree, ':');
    const named = names.filter(({ kind }) => kind !== 'mutable_specifier');
    return node('typed', reader.kid(tree, 'mutable_specifier') ? 'mut' : '', [
      ...reader.each(named),
      ...kinds.map((kid) => reader.type(kid)),
    ]);
  },
  self_parameter: (tree, reader) => node('self', reader.tokens(tree).join(' ')),
  let_declaration: binding,
  let_condition: binding,
  if_expression: branch,
  for_expression: (tree, reader) => {
    const [target, [source, body]] = reader.around(tree, 'in');
    return node('loop', 'for', [
      node('from', '', [reader.list(target), ...reader.each(source ? [source] : [])]),
      reader.body(body),
    ]);
  },
  while_expression: (tree, reader) => {
    const [test, body] = reader.named(tree);
    return node('loop', 'while', [...reader.each(test ? [test] : []), reader.body(body)]);
  },
  loop_expression: (tree, reader) => node('loop', 'loop', [reader.body(reader.kid(tree, 'block'))]),
  match_expression: compound('match'),
  match_arm: compound('arm'),
  impl_item: compound('impl'),
  trait_item: compound('trait'),
  mod_item: compound('mod'),
  use_declaration: importing,
  return_expression: jump,
  break_expression: jump,
  continue_expression: jump,
  call_expression: call,
  struct_expression: call,
  macro_invocation: macro,
  field_expression: member,
  scoped_identifier: member,
  tuple_struct_pattern: pattern,
  tuple_pattern: list('tuple'),
  mut_pattern: list('unary'),
  index_expression: list('index'),
  tuple_expression: list('tuple'),
  array_expression: list('list'),
  reference_expression: unary,
  unary_expression: unary,
  await_expression: (tree, reader) => node('unary', 'await', reader.each(reader.named(tree))),
  try_expression: (tree, reader) => node('post', '?', reader.each(reader.named(tree))),
  binary_expression: binary('binary'),
  assignment_expression: binary('assign'),
  compound_assignment_expr: binary('assign'),
  type_cast_expression: (tree, reader) => node('binary', 'as', reader.each(reader.named(tree))),
  string_literal: text,
  raw_string_literal: text,
  char_literal: text,
  integer_literal: number,
  float_literal: number,
  boolean_literal: leaf('name'),
  identifier: leaf('name'),
  self: leaf('name'),
  type_identifier: leaf('type'),
  primitive_type: leaf('type'),
  reference_type: type,
  generic_type: type,
  array_type: type,
  tuple_type: type,
  scoped_type_identifier: type,
};

const item = {
  names: ['type_identifier'],
  bodies: ['field_declaration_list', 'enum_variant_list', 'declaration_list', '='],
};
const constant = { names: ['identifier'], bodies: ['='], fits: /^[A-Z]/ };

export const rustStructure = structureBy({
  name: 'rust',
  owns: /\.rs$/i,
  assignmentBinds: false,
  dangers,
  idioms,
  grammar: { name: 'rust', package: '@ast-grep/lang-rust' },
  rules,
  definitions: {
    function_item: { names: ['identifier'], bodies: ['block'] },
    function_signature_item: { names: ['identifier'], bodies: [] },
    struct_item: item,
    enum_item: item,
    union_item: item,
    trait_item: item,
    type_item: item,
    mod_item: { names: ['identifier'], bodies: ['declaration_list'] },
    const_item: constant,
    static_item: constant,
    macro_definition: { names: ['identifier'], bodies: ['{', '('] },
  },
});
