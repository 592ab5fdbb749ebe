import { block, type Node, node } from '../../../code/fingerprint/node.ts';
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
  type Reader,
  type Rule,
  step,
  type,
  unary,
} from '../../../code/structure/reader.ts';
import type { SyntaxNode } from '../../../schema/code/tree.ts';
import { dangers, idioms } from './dangers.ts';

const fn: Rule = (tree, reader) => {
  const named = reader.kid(tree, 'identifier', 'field_identifier');
  const lists = tree.kids.filter(({ kind }) => kind === 'parameter_list');
  // The receiver is a parameter like the others; results come behind them.
  const parameterLists = lists.slice(0, tree.kind === 'method_declaration' ? 2 : 1);
  const body = reader.kid(tree, 'block');
  const results = reader.named(tree).filter((kid) => !parameterLists.includes(kid) && kid !== named && kid !== body);
  const params = parameterLists.flatMap((list) => reader.each(reader.named(list)));
  const value = node('fn', '', [
    node('params', '', params),
    reader.body(body),
    ...results.map((kid) => reader.type(kid)),
  ]);
  return named ? node('function', reader.text(named), [value]) : value;
};

/** `a, b int` are two; `int` alone has no name. */
const parameter: Rule = (tree, reader) => {
  const names = tree.kids.filter(({ kind }) => kind === 'identifier');
  const rest = reader.kids(tree).filter((kid) => kid.kind !== 'identifier' && kid.kind !== ',');
  const types = node('type', rest.flatMap((kid) => reader.tokens(kid)).join(' '));
  return names.length === 0 ? types : many(names.map((name) => node('typed', '', [reader.read(name), types])));
};

/** `var a, b int = 1, 2`. */
const variables: Rule = (tree, reader) => {
  const [left, values] = reader.around(tree, '=');
  const names = left.filter(({ kind }) => kind === 'identifier');
  const types = left.filter(({ kind }) => kind !== 'identifier');
  const value = values[0] ? reader.read(values[0]) : node('none', '');
  return node('decl', '', [reader.list(names), value, ...types.map((kid) => reader.type(kid))]);
};

const branch: Rule = (tree, reader) => {
  const [before, after] = reader.around(tree, 'else');
  const then = before.at(-1);
  const head = before.slice(0, -1);
  const test = head.length === 1 && head[0] ? reader.read(head[0]) : node('head', '', reader.each(head));
  return node('if', '', [test, reader.body(then), ...(after[0] ? [reader.body(after[0])] : [])]);
};

const loop: Rule = (tree, reader) => {
  const body = reader.kid(tree, 'block');
  const head = reader.named(tree).filter((kid) => kid !== body);
  return node('loop', 'for', [...reader.each(head), reader.body(body)]);
};

const ranging: Rule = (tree, reader) => {
  const [targets, [source]] = reader.around(tree, 'range');
  const from = reader.each(source ? [source] : []);
  if (targets.length === 0) return node('from', 'range', [node('tuple', ''), ...from]);
  return node(reader.has(tree, ':=') ? 'from' : 'over', 'range', [reader.list(targets), ...from]);
};

/** Each part of the head, however many there are. */
const clause: Rule = (tree, reader) =>
  many(reader.kids(tree).map((kid) => (kid.kind === ';' ? node('mark', ';') : reader.read(kid))));

const choice =
  (word: string): Rule =>
  (tree, reader) => {
    const [head, body] = reader.around(tree, ':');
    return node('compound', word, [...reader.each(head), block(reader.each(body))]);
  };

const literal: Rule = (tree, reader) => {
  const [named, value] = reader.named(tree) as [SyntaxNode, SyntaxNode];
  return node('call', '{}', [reader.type(named), ...reader.each(value ? reader.named(value) : [])]);
};

const text =
  (quote: string): Rule =>
  (tree, reader) => {
    const content = reader.text(tree).slice(1, -1);
    return quote === "'" ? node('string', `'${content}`) : quoted(content);
  };

const list =
  (kind: string): Rule =>
  (tree, reader) =>
    reader.list(reader.named(tree), kind);
const all =
  (kind: string) =>
  (tree: SyntaxNode, reader: Reader): Node =>
    node(kind, '', reader.each(reader.named(tree)));

const rules: Record<string, Rule> = {
  block: blockOf,
  statement_list: inner,
  expression_statement: inner,
  function_declaration: fn,
  method_declaration: fn,
  func_literal: fn,
  parameter_declaration: parameter,
  variadic_parameter_declaration: parameter,
  import_declaration: importing,
  short_var_declaration: (tree, reader) => {
    const [left, right] = reader.around(tree, ':=');
    return node('decl', '', [...reader.each(left), ...reader.each(right)]);
  },
  var_declaration: inner,
  const_declaration: inner,
  var_spec_list: inner,
  var_spec: variables,
  const_spec: variables,
  assignment_statement: binary('assign'),
  inc_statement: step,
  dec_statement: step,
  expression_list: list('tuple'),
  if_statement: branch,
  for_statement: loop,
  for_clause: clause,
  range_clause: ranging,
  expression_switch_statement: compound('switch'),
  type_switch_statement: compound('type switch'),
  select_statement: compound('select'),
  expression_case: choice('case'),
  type_case: choice('type case'),
  communication_case: choice('communication'),
  default_case: choice('default'),
  return_statement: jump,
  break_statement: jump,
  continue_statement: jump,
  go_statement: jump,
  defer_statement: jump,
  call_expression: (tree, reader) => {
    const argumentList = reader.kid(tree, 'argument_list');
    const callee = reader.named(tree).filter((kid) => kid !== argumentList);
    return node('call', '', [...reader.each(callee), ...reader.each(argumentList ? reader.named(argumentList) : [])]);
  },
  selector_expression: (tree, reader) => {
    const [owner, name] = reader.named(tree);
    return node('member', name ? reader.text(name) : '', reader.each(owner ? [owner] : []));
  },
  index_expression: all('index'),
  composite_literal: literal,
  literal_value: all('list'),
  literal_element: list('tuple'),
  keyed_element: all('pair'),
  unary_expression: unary,
  binary_expression: binary('binary'),
  interpreted_string_literal: text('"'),
  raw_string_literal: text('`'),
  rune_literal: text("'"),
  int_literal: number,
  float_literal: number,
  identifier: leaf('name'),
  true: leaf('name'),
  false: leaf('name'),
  nil: leaf('name'),
  pointer_type: type,
  slice_type: type,
  array_type: type,
  map_type: type,
  channel_type: type,
  function_type: type,
  qualified_type: type,
  generic_type: type,
  type_identifier: leaf('type'),
};

export const goStructure = structureBy({
  name: 'go',
  owns: /\.go$/i,
  assignmentBinds: false,
  dangers,
  idioms,
  grammar: { name: 'go', package: '@ast-grep/lang-go' },
  rules,
  definitions: {
    function_declaration: { names: ['identifier'], bodies: ['block'] },
    method_declaration: { names: ['field_identifier'], bodies: ['block'] },
    type_spec: { names: ['type_identifier'], bodies: [] },
    type_alias: { names: ['type_identifier'], bodies: [] },
    var_spec: { names: ['identifier'], bodies: ['='], outer: true, fits: /^[A-Z]/ },
    const_spec: { names: ['identifier'], bodies: ['='], outer: true, fits: /^[A-Z]/ },
  },
});
