import { insert, replace } from '../../repair/edits.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { type Expression, expressionsIn, within } from './expressions.ts';
import { type Idea, isHead, type Place, type Template } from './place.ts';
import { namesIn } from './scope.ts';

interface Spot {
  node: Expression;
  parent: Expression | undefined;
  around: readonly Expression[];
  place: Place;
  names: string[];
  text(part: { start: number; end: number }): string;
}

type Making = (spot: Spot) => Idea[];

/** Another value: a part of it, a call more or less, another name, a step further, the other way round. */
export const values: Template = (place) => {
  const { fn, tokens, text } = place;
  if (isHead(place) || !fn) return [];
  const names = [...new Set([...place.outer.flatMap(namesIn), ...namesIn(fn)])];
  const spotOf = (node: Expression, around: readonly Expression[]): Spot => ({
    node,
    around,
    parent: around.at(-1),
    place,
    names,
    text: ({ start, end }) => text.slice(start, end),
  });
  const spots = expressionsIn(tokens).flatMap((outer) =>
    [...within(outer)].map(({ node, around }) => spotOf(node, around)),
  );
  return spots.flatMap((spot) => makings.flatMap((make) => make(spot)));
};

const idea = (template: string, weight: number, edits: Idea['edits']): Idea => ({ template, weight, edits });

/** `a + b` as `a` and as `b`. */
const partOf: Making = ({ node, text }) =>
  node.kind === 'binary'
    ? node.parts.map((part) => idea('part left out', 0.5, replace(node, text(part))))
    : node.kind === 'ternary'
      ? [0, 2].flatMap((at) => {
          const part = node.parts[at];
          return part ? [idea('part left out', 0.35, replace(node, text(part)))] : [];
        })
      : [];

/** `b + a` for `a + b`: texts and lists have an order. */
const turned: Making = ({ node, text }) => {
  const [left, right] = node.parts;
  if (node.kind !== 'binary' || !left || !right || !/^[-+/%]$|^\/\/$|^\*\*$/.test(node.operator?.text ?? '')) return [];
  return [idea('order of operands', 0.5, [...replace(left, text(right)), ...replace(right, text(left))])];
};

/** How far two things are from each other has no sign. */
const apart: Making = ({ node, parent }) => {
  const isPart = parent?.kind === 'binary' || parent?.kind === 'subscript';
  if (node.kind !== 'binary' || node.operator?.text !== '-' || isPart) return [];
  return [idea('missing call', 0.45, [...insert(node.start, 'abs('), ...insert(node.end, ')')])];
};

/** Every `and` of a chain as `or`, and the other way round. */
const chained: Making = ({ node, parent }) => {
  if (node.kind !== 'bool' || parent?.kind === 'bool') return [];
  const links = [...within(node)].flatMap(({ node: one, around }) =>
    one.kind === 'bool' && one.operator && around.every(({ kind }) => kind === 'bool') ? [one.operator] : [],
  );
  if (links.length < 2 || links.some(({ kind }) => kind !== links[0]?.kind)) return [];
  const other = links[0]?.kind === 'And' ? 'or' : 'and';
  return [
    idea(
      'operator',
      0.55,
      links.flatMap((link) => replace(link, other)),
    ),
  ];
};

/** `f(x)` as `x`. */
const uncalled: Making = ({ node, text, parent }) => {
  const [called, ...args] = node.parts;
  if (node.kind !== 'call' || !called || parent?.kind === 'attribute') return [];
  const ideas = args.slice(0, 2).map((arg) => idea('call left out', 0.45, replace(node, text(arg))));
  const [receiver] = called.kind === 'attribute' ? called.parts : [];
  return receiver ? [...ideas, idea('call left out', 0.35, replace(node, text(receiver)))] : ideas;
};

const wrappers = ['abs', 'len', 'sorted', 'set', 'list', 'int', 'str', 'sum', 'max', 'min', 'round', 'reversed'];

/** `x` as `abs(x)`: what is returned, assigned, iterated over or compared. */
const called: Making = ({ node, text, parent }) => {
  const isWhole = parent === undefined || parent.kind === 'compare';
  if (!isWhole || node.kind === 'literal' || node.kind === 'compare' || node.kind === 'bool') return [];
  const already = node.kind === 'call' ? text(node.parts[0] ?? node) : '';
  return wrappers
    .filter((name) => name !== already)
    .map((name) => idea('missing call', 0.3, [...insert(node.start, `${name}(`), ...insert(node.end, ')')]));
};

/** Another name of the scope, for a name, a call, an index or an attribute. */
const renamed: Making = ({ node, names, parent, text, place }) => {
  if (!/^(?:name|call|subscript|attribute)$/.test(node.kind)) return [];
  const isCalled = parent?.kind === 'call' && parent.parts[0] === node;
  const isTarget = parent === undefined && place.tokens.at(0)?.start === node.start && assigns(place.tokens);
  if (isCalled || isTarget || (node.kind === 'attribute' && isCalled)) return [];
  const own = text(node);
  if (node.kind === 'name' && !names.includes(own)) return [];
  const weight = node.kind === 'name' ? 0.45 : 0.3;
  return names.filter((name) => name !== own).map((name) => idea('variable', weight, replace(node, name)));
};

const assigns = (tokens: readonly PyToken[]): boolean =>
  tokens.some(({ kind, depth }) => depth === 0 && /Equal$/.test(kind) && !/^(?:Eq|Not|Less|Greater)/.test(kind));

/** A name that is passed on, one further, or by what another name says. */
const stepped: Making = ({ node, parent, names, text }) => {
  if (node.kind !== 'name' || !names.includes(text(node))) return [];
  const isArgument = parent?.kind === 'call' && parent.parts[0] !== node;
  const isIndex = parent?.kind === 'subscript' && parent.parts[0] !== node;
  if (!isArgument && !isIndex && parent?.kind !== 'collection') return [];
  const ones = ['+ 1', '- 1'].map((more) => ({
    ...idea('off by one', 0.5, insert(node.end, ` ${more}`)),
    reckoned: true,
  }));
  const others = names
    .filter((name) => name !== text(node))
    .flatMap((name) => ['-', '+'].map((sign) => idea('sum', 0.25, insert(node.end, ` ${sign} ${name}`))));
  return isArgument ? [...ones, ...others] : ones;
};

/** `len(x)` as `len(x) - 1`. */
const lengths: Making = ({ node, text, parent }) => {
  if (node.kind !== 'call' || text(node.parts[0] ?? node) !== 'len' || parent?.kind === 'call') return [];
  const edits = ['- 1', '+ 1'].map((more) => [...insert(node.start, '('), ...insert(node.end, ` ${more})`)]);
  return edits.map((edit) => ({ ...idea('off by one', 0.4, edit), reckoned: true }));
};

/** A sequence without its first, without its last, or from where a name says. */
const sliced: Making = ({ node, parent, names, text, place }) => {
  if (node.kind !== 'name' || parent?.kind === 'subscript' || !names.includes(text(node))) return [];
  const isArgument = parent?.kind === 'call' && parent.parts[0] !== node;
  const isIterated =
    (place.tokens[0]?.kind === 'For' && parent === undefined) ||
    (parent?.kind === 'comprehension' && parent.parts[0] !== node) ||
    /\bin\s+$/.test(text({ start: Math.max(0, node.start - 6), end: node.start }));
  if (!isArgument && !isIterated) return [];
  const slices = ['1:', ':-1', '::-1', ...(isIterated ? names.flatMap((name) => [`${name}:`, `:${name}`]) : [])];
  return slices
    .filter((slice) => !slice.includes(text(node)))
    .map((slice) => idea('slice', isArgument ? 0.35 : 0.3, insert(node.end, `[${slice}]`)));
};

/** The parts of an index the other way round; another index of the same statement. */
const indices: Making = ({ node, text }) => {
  const [, first, second, third] = node.parts;
  if (node.kind !== 'subscript' || !first || !second || third) return [];
  if (!/^[^:]*,[^:]*$/.test(text({ start: first.start, end: second.end }))) return [];
  return [idea('order of indices', 0.5, [...replace(first, text(second)), ...replace(second, text(first))])];
};

/** An index or an attribute as another one of the same function, where the statement is about both. */
const copied: Making = ({ node, place, text, parent }) => {
  if (node.kind !== 'subscript' || parent?.kind === 'attribute') return [];
  const others = new Set(
    expressionsIn(place.tokens)
      .flatMap((outer) => [...within(outer)])
      .flatMap(({ node: other }) => (other.kind === 'subscript' ? [text(other)] : [])),
  );
  others.delete(text(node));
  return [...others].slice(0, 4).map((other) => idea('other index', 0.35, replace(node, other)));
};

/** A power of what is reckoned with. */
const squared: Making = ({ node, parent, names, text }) =>
  node.kind === 'name' && names.includes(text(node)) && parent?.kind === 'binary'
    ? [idea('power', 0.25, insert(node.end, ' ** 2'))]
    : [];

/** Empty things that hold something: `[]` as `[x]` and `[[]]`. */
const filled: Making = ({ node, text, names, place, parent }) => {
  if (node.kind !== 'collection' || text(node) !== '[]') return [];
  const isAnswer = place.tokens[0]?.kind === 'Return' && parent === undefined;
  const inside = ['[]', ...names];
  return isAnswer ? inside.map((one) => idea('value held', 0.3, replace(node, `[${one}]`))) : [];
};

/** Both sides of a comparison as one: `x == 0` as `x <= 1`. */
const bounded: Making = ({ node, text }) => {
  const [, right] = node.parts;
  const { operator } = node;
  if (node.kind !== 'compare' || !right || !operator || !/^\d+$/.test(text(right))) return [];
  const next = String(Number(text(right)) + 1);
  const pairs: Record<string, string> = { '==': `<= ${next}`, '!=': `> ${next}`, '>': `>= ${next}`, '<': `<= ${next}` };
  const other = pairs[operator.text];
  if (other === undefined || operator.text === '>' || operator.text === '<') return [];
  return [{ ...idea('boundary', 0.4, replace({ start: operator.start, end: right.end }, other)), reckoned: true }];
};

/** Brackets around what was meant to be reckoned first. */
const grouped: Making = ({ node, text, parent }) => {
  const [left, right] = node.parts;
  if (node.kind !== 'binary' || parent?.kind !== 'binary' || parent.parts[0] !== node || !left || !right) return [];
  const other = parent.parts[1];
  if (!other || !/^[*/%]/.test(node.operator?.text ?? '') || !/^[-+]$/.test(parent.operator?.text ?? '')) return [];
  const end = `${text(right)} ${parent.operator?.text} ${text(other)}`;
  return [idea('brackets', 0.35, replace({ start: right.start, end: other.end }, `(${end})`))];
};

const makings: readonly Making[] = [
  ...[
    apart,
    chained,
    partOf,
    turned,
    uncalled,
    called,
    renamed,
    stepped,
    lengths,
    sliced,
    indices,
    copied,
    squared,
    filled,
  ],
  ...[bounded, grouped],
];
