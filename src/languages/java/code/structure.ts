import { block, node } from '../../../code/fingerprint/node.ts';
import { structureBy } from '../../../code/structure/grammar.ts';
import {
  binary,
  blockOf,
  compound,
  importing,
  inner,
  jump,
  leaf,
  many,
  number,
  quoted,
  type Rule,
  step,
  type,
  unary,
} from '../../../code/structure/reader.ts';
import { dangers, idioms } from './dangers.ts';

const types = /(?:_type|^type_identifier|^type_parameters|^modifiers|^throws|^dimensions|^type_list)$/;

const fn: Rule = (tree, reader) => {
  const named = reader.kid(tree, 'identifier');
  const params = reader.kid(tree, 'formal_parameters');
  const body = reader.kid(tree, 'block', 'constructor_body');
  const rest = reader.named(tree).filter((kid) => kid !== named && kid !== params && kid !== body);
  const value = node('fn', '', [
    node('params', '', params ? reader.each(reader.named(params)) : []),
    reader.body(body),
    ...rest.map((kid) => reader.type(kid)),
  ]);
  return node('function', named ? reader.text(named) : '', [value]);
};

const lambda: Rule = (tree, reader) => {
  const [[params], [body]] = reader.around(tree, '->');
  const listed = params ? (params.kind === 'identifier' ? [params] : reader.named(params)) : [];
  const content = body ? reader.read(body) : node('none', '');
  const value = content.kind === 'block' ? content : block([node('return', 'return', [content])]);
  return node('fn', '', [node('params', '', reader.each(listed)), value]);
};

/** A type and a name: the name counts first. */
const typed: Rule = (tree, reader) => {
  const kinds = reader.named(tree).filter(({ kind }) => types.test(kind));
  const names = reader.named(tree).filter(({ kind }) => !types.test(kind));
  return node('typed', '', [...reader.each(names), ...kinds.map((kid) => reader.type(kid))]);
};

/** `int a = 1, b = 2` are two. */
const variables: Rule = (tree, reader) => {
  const kinds = reader.named(tree).filter(({ kind }) => types.test(kind));
  const declared = tree.kids.filter(({ kind }) => kind === 'variable_declarator');
  return many(
    declared.map((one) => {
      const [names, [value]] = reader.around(one, '=');
      const initial = value ? reader.read(value) : node('none', '');
      return node('decl', '', [reader.list(names), initial, ...kinds.map((kid) => reader.type(kid))]);
    }),
  );
};

const branch: Rule = (tree, reader) => {
  const [[test, then], [other]] = reader.around(tree, 'else');
  return node('if', '', [
    ...reader.each(test ? [test] : []),
    reader.body(then),
    ...(other ? [reader.body(other)] : []),
  ]);
};

const each: Rule = (tree, reader) => {
  const [left, [source, body]] = reader.around(tree, ':');
  const kinds = left.filter(({ kind }) => types.test(kind)).map((kid) => reader.type(kid));
  const target = reader.list(left.filter(({ kind }) => !types.test(kind)));
  return node('loop', 'for', [
    node('from', '', [target, ...reader.each(source ? [source] : [])]),
    ...kinds,
    reader.body(body),
  ]);
};

const loop =
  (word: string): Rule =>
  (tree, reader) => {
    const kids = reader.kids(tree).filter((kid) => kid.named || kid.kind === ';');
    const body = word === 'do' ? kids[0] : kids.at(-1);
    const head = kids.filter((kid) => kid !== body);
    return node('loop', word, [...reader.each(head), reader.body(body)]);
  };

const call: Rule = (tree, reader) => {
  const argumentList = reader.kid(tree, 'argument_list');
  const parts = reader.named(tree).filter((kid) => kid !== argumentList);
  const name = parts.at(-1);
  const owner = reader.each(parts.slice(0, -1));
  const callee = name
    ? owner.length > 0
      ? node('member', reader.text(name), owner)
      : reader.read(name)
    : node('none', '');
  return node('call', '', [callee, ...reader.each(argumentList ? reader.named(argumentList) : [])]);
};

const text: Rule = (tree, reader) => {
  const [, quote = '', content = ''] = /^("""|["'])([\s\S]*?)\1?$/.exec(reader.text(tree)) ?? [];
  return quote === "'" ? node('string', `'${content}`) : quoted(content);
};

const list =
  (kind: string): Rule =>
  (tree, reader) =>
    node(kind, '', reader.each(reader.named(tree)));
const declared = {
  names: ['identifier'],
  bodies: ['class_body', 'interface_body', 'enum_body', 'annotation_type_body'],
};
const method = { names: ['identifier'], bodies: ['block', 'constructor_body', ';'] };

const rules: Record<string, Rule> = {
  block: blockOf,
  class_body: blockOf,
  interface_body: blockOf,
  constructor_body: blockOf,
  expression_statement: inner,
  class_declaration: compound('class'),
  interface_declaration: compound('interface'),
  enum_declaration: compound('enum'),
  record_declaration: compound('record'),
  modifiers: type,
  method_declaration: fn,
  constructor_declaration: fn,
  lambda_expression: lambda,
  formal_parameter: typed,
  spread_parameter: typed,
  catch_formal_parameter: typed,
  variable_declarator: inner,
  local_variable_declaration: variables,
  field_declaration: variables,
  import_declaration: importing,
  if_statement: branch,
  enhanced_for_statement: each,
  for_statement: loop('for'),
  while_statement: loop('while'),
  do_statement: loop('do'),
  try_statement: compound('try'),
  try_with_resources_statement: compound('try'),
  catch_clause: compound('catch'),
  finally_clause: compound('finally'),
  return_statement: jump,
  throw_statement: jump,
  break_statement: jump,
  continue_statement: jump,
  assignment_expression: binary('assign'),
  update_expression: step,
  binary_expression: binary('binary'),
  unary_expression: unary,
  ternary_expression: list('cond'),
  method_invocation: call,
  field_access: (tree, reader) => {
    const named = reader.named(tree);
    const name = named.at(-1);
    return node('member', name ? reader.text(name) : '', reader.each(named.slice(0, -1)));
  },
  array_access: list('index'),
  array_initializer: list('list'),
  string_literal: text,
  character_literal: text,
  decimal_integer_literal: number,
  hex_integer_literal: number,
  decimal_floating_point_literal: number,
  identifier: leaf('name'),
  this: leaf('name'),
  true: leaf('name'),
  false: leaf('name'),
  null_literal: leaf('name'),
  type_identifier: leaf('type'),
  integral_type: leaf('type'),
  generic_type: type,
  array_type: type,
  scoped_type_identifier: type,
};

export const javaStructure = structureBy({
  name: 'java',
  owns: /\.java$/i,
  assignmentBinds: false,
  dangers,
  idioms,
  grammar: { name: 'java', package: '@ast-grep/lang-java' },
  rules,
  definitions: {
    class_declaration: declared,
    interface_declaration: declared,
    enum_declaration: declared,
    record_declaration: declared,
    annotation_type_declaration: declared,
    method_declaration: { ...method, last: true },
    constructor_declaration: method,
  },
});
