import { block, type Node, node } from '../../../code/fingerprint/node.ts';
import { concatenated } from '../../../code/fingerprint/texts.ts';
import { structureBy } from '../../../code/structure/grammar.ts';
import {
  binary,
  blockOf,
  compound,
  jump,
  leaf,
  many,
  number,
  quoted,
  type Reader,
  type Rule,
  type,
  unary,
} from '../../../code/structure/reader.ts';
import type { SyntaxNode } from '../../../schema/code/tree.ts';
import { dangers, idioms } from './dangers.ts';

const branch: Rule = (tree, reader) => {
  const [test, then, ...rest] = reader.named(tree);
  return chain(reader, test, then, rest);
};

/** `elif` is an `if` in the `else` before it. */
function chain(reader: Reader, test: SyntaxNode | undefined, then: SyntaxNode | undefined, rest: SyntaxNode[]): Node {
  const [next, ...others] = rest;
  const kids = [...reader.each(test ? [test] : []), reader.body(then)];
  if (!next) return node('if', '', kids);
  const [first, second] = reader.named(next);
  const other = next.kind === 'elif_clause' ? block([chain(reader, first, second, others)]) : reader.body(first);
  return node('if', '', [...kids, other]);
}

const fn: Rule = (tree, reader) => {
  const [body] = reader.named(tree).slice(-1);
  const named = reader.kid(tree, 'identifier');
  const params = reader.kid(tree, 'parameters');
  const types = reader.named(tree).filter(({ kind }) => kind === 'type' || kind === 'type_parameter');
  const parts = [
    node('params', '', params ? reader.each(reader.named(params)) : []),
    reader.body(body),
    ...reader.each(types),
  ];
  const value = node('fn', reader.has(tree, 'async') ? 'async' : '', parts);
  return named ? node('function', reader.text(named), [value]) : value;
};

const lambda: Rule = (tree, reader) => {
  const params = reader.kid(tree, 'lambda_parameters');
  const value = reader.named(tree).at(-1);
  const returned = block([node('return', 'return', value ? [reader.read(value)] : [])]);
  return node('fn', '', [node('params', '', params ? reader.each(reader.named(params)) : []), returned]);
};

/** `left: type = right`, each of the last two where it is there. */
const assignment: Rule = (tree, reader) => {
  const [[target, annotation], [value]] = reader.around(tree, '=');
  const left = target ? reader.read(target) : node('none', '');
  const typed = annotation ? node('pair', ':', [left, reader.read(annotation)]) : left;
  return value ? node('assign', '=', [typed, reader.read(value)]) : typed;
};

const comparison: Rule = (tree, reader) => {
  const kids = reader.kids(tree);
  const operators = kids.filter(({ named }) => !named).map(({ kind }) => kind);
  const kind = operators.length === 1 ? 'binary' : 'chain';
  return node(kind, operators.join(' '), reader.each(kids.filter(({ named }) => named)));
};

const call: Rule = (tree, reader) => {
  const [callee, argumentList] = reader.named(tree);
  if (!callee || !argumentList) return node('call', '', reader.each(reader.named(tree)));
  const called = reader.read(callee);
  const all =
    argumentList.kind === 'argument_list' ? reader.each(reader.named(argumentList)) : [reader.read(argumentList)];
  const named = all.filter(({ kind }) => kind === 'key');
  const placed = all.filter(({ kind }) => kind !== 'key');
  if (called.text === 'range' && placed.length === 2 && placed[0]?.text === '0') placed.shift();
  return (
    formatted(called, all) ??
    node('call', '', [called, ...placed, ...(named.length > 0 ? [node('any', '=', named)] : [])])
  );
};

/** `'a {}'.format(b)` is put together like an f-string. */
function formatted(called: Node, values: Node[]): Node | null {
  const text = called.kind === 'member' && called.text === 'format' ? called.kids[0] : undefined;
  if (text?.kind !== 'string') return null;
  const parts = text.text.slice(1).split('{}');
  if (parts.length - 1 !== values.length || parts.some((part) => /[{}]/.test(part))) return null;
  return concatenated(parts.flatMap((part, at) => [node('string', `"${part}`), ...values.slice(at, at + 1)]));
}

/** Its names are its own. */
const comprehension =
  (around: string | null): Rule =>
  (tree, reader) => {
    const [value, first, ...rest] = reader.named(tree);
    const from = (clause: SyntaxNode | undefined) =>
      clause ? reader.around(clause, 'in').map((part) => reader.list(part)) : [];
    const more = rest.map((clause) =>
      clause.kind === 'if_clause'
        ? node('when', '', reader.each(reader.named(clause)))
        : node('from', '', from(clause)),
    );
    const each = node('each', '', [...from(first), ...more, ...reader.each(value ? [value] : [])]);
    return around === null ? each : node(around, '', [each]);
  };

const string: Rule = (tree, reader) => {
  const [start, ...rest] = tree.kids;
  const prefix = start ? reader.text(start).replace(/["']/g, '').toLowerCase() : '';
  if (!/[ft]/.test(prefix)) {
    const content = rest.map((kid) => (kid.kind === 'string_end' ? '' : reader.text(kid))).join('');
    return quoted(
      content,
      `${prefix.includes('b') ? 'b' : ''}${prefix.includes('r') && content.includes('\\') ? 'r' : ''}`,
    );
  }
  return concatenated(
    rest.flatMap((kid) => {
      if (kid.kind === 'string_end') return [];
      if (kid.kind !== 'interpolation') return [quoted(reader.text(kid).replace(/\{\{|\}\}/g, (two) => two[0] ?? ''))];
      const [value, ...format] = reader.named(kid);
      const sign = reader.has(kid, '=') ? [node('format', '=')] : [];
      return [
        ...reader.each(value ? [value] : []),
        ...sign,
        ...format.map((part) => node('format', reader.text(part))),
      ];
    }),
  );
};

/** A text alone is documentation; `a,` is a tuple. */
const statement: Rule = (tree, reader) => {
  const named = reader.named(tree);
  const [only] = named;
  if (only?.kind === 'string' || only?.kind === 'concatenated_string') return many([]);
  return named.length > 1 || reader.has(tree, ',') ? node('tuple', '', reader.each(named)) : many(reader.each(named));
};

const list =
  (kind: string): Rule =>
  (tree, reader) =>
    node(kind, '', reader.each(reader.named(tree)));

const rules: Record<string, Rule> = {
  block: blockOf,
  expression_statement: statement,
  if_statement: branch,
  conditional_expression: (tree, reader) => {
    const [then, test, other] = reader.each(reader.named(tree)) as [Node, Node, Node];
    return node('cond', '', [test, then, other]);
  },
  while_statement: (tree, reader) => {
    const [test, ...rest] = reader.named(tree);
    const [body, ...more] = rest;
    return node('loop', 'while', [...reader.each([...(test ? [test] : []), ...more]), reader.body(body)]);
  },
  for_statement: (tree, reader) => {
    const [targets, [source, body, ...more]] = reader.around(tree, 'in');
    const from = node('from', '', [reader.list(targets), ...reader.each(source ? [source] : [])]);
    return node('loop', reader.has(tree, 'async') ? 'async for' : 'for', [
      from,
      ...reader.each(more),
      reader.body(body),
    ]);
  },
  function_definition: fn,
  lambda,
  class_definition: compound('class'),
  try_statement: compound('try'),
  except_clause: compound('except'),
  finally_clause: compound('finally'),
  with_statement: compound('with'),
  with_clause: (tree, reader) => many(reader.each(reader.named(tree))),
  with_item: (tree, reader) => many(reader.each(reader.named(tree))),
  as_pattern: (tree, reader) => node('binary', 'as', reader.each(reader.named(tree))),
  as_pattern_target: (tree, reader) => reader.list(reader.named(tree)),
  return_statement: jump,
  raise_statement: jump,
  break_statement: jump,
  continue_statement: jump,
  assert_statement: jump,
  pass_statement: leaf('name'),
  import_statement: (tree, reader) =>
    node('import', '', [
      node(
        'any',
        ',',
        reader.named(tree).map((name) => reader.type(name)),
      ),
    ]),
  import_from_statement: (tree, reader) => {
    const [source, ...names] = reader.named(tree).map((name) => reader.type(name)) as [Node];
    return node('import', 'from', [source, node('any', ',', names)]);
  },
  assignment,
  augmented_assignment: binary('assign'),
  named_expression: binary('assign'),
  pattern_list: list('tuple'),
  expression_list: list('tuple'),
  tuple_pattern: list('tuple'),
  list_pattern: list('list'),
  tuple: list('tuple'),
  list: list('list'),
  set: list('set'),
  dictionary: list('object'),
  pair: (tree, reader) => node('pair', ':', reader.each(reader.named(tree))),
  default_parameter: binary('assign'),
  typed_parameter: (tree, reader) => node('pair', ':', reader.each(reader.named(tree))),
  typed_default_parameter: assignment,
  keyword_argument: (tree, reader) => {
    const [name, value] = reader.named(tree);
    return node('key', name ? reader.text(name) : '', reader.each(value ? [value] : []));
  },
  call,
  attribute: (tree, reader) => {
    const [owner, name] = reader.named(tree);
    return node('member', name ? reader.text(name) : '', reader.each(owner ? [owner] : []));
  },
  subscript: list('index'),
  binary_operator: binary('binary'),
  boolean_operator: binary('binary'),
  comparison_operator: comparison,
  not_operator: unary,
  unary_operator: unary,
  list_splat: unary,
  dictionary_splat: unary,
  list_splat_pattern: unary,
  dictionary_splat_pattern: unary,
  await: unary,
  list_comprehension: comprehension('list'),
  set_comprehension: comprehension('set'),
  dictionary_comprehension: comprehension('object'),
  generator_expression: comprehension(null),
  string,
  concatenated_string: (tree, reader) => node('concat', '', reader.each(reader.named(tree))),
  integer: number,
  float: number,
  identifier: leaf('name'),
  true: leaf('name'),
  false: leaf('name'),
  none: leaf('name'),
  type,
};

export const pythonStructure = structureBy({
  name: 'python',
  owns: /\.pyi?$/i,
  assignmentBinds: true,
  dangers,
  idioms,
  grammar: { name: 'python', package: '@ast-grep/lang-python' },
  rules,
  definitions: {
    function_definition: { names: ['identifier'], bodies: ['block'] },
    class_definition: { names: ['identifier'], bodies: ['block'] },
    assignment: { names: ['identifier'], bodies: ['='], outer: true, fits: /^[A-Z][A-Z0-9_]+$/ },
  },
});
