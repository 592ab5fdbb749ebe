import { insert, replace } from '../../repair/edits.ts';
import { type Expression, expressionsIn, within } from './expressions.ts';
import { type Idea, isHead, type Place, type Template } from './place.ts';
import { namesIn } from './scope.ts';

/** What stands nearby and was meant here: a value of the same statement, a text of the same function, a name for its text. */
export const copies: Template = (place) => {
  const { fn, tokens, text } = place;
  if (isHead(place) || !fn) return [];
  const names = [...new Set([...place.outer.flatMap(namesIn), ...namesIn(fn)])];
  const spots = expressionsIn(tokens).flatMap((outer) => [...within(outer)]);
  const own = ({ start, end }: Expression) => text.slice(start, end);
  const ideas = spots.flatMap(({ node, around }) => {
    const parent = around.at(-1);
    switch (node.kind) {
      case 'name':
        return [...lengths(node, parent, names, place), ...grown(node, parent, names, own)];
      case 'literal':
        return texts(node, parent, names, place);
      case 'call':
        return [...siblings(node, spots, own), ...wrapped(node, own), ...again(node, parent, own)];
      case 'collection':
        return elements(node, own);
      case 'compare':
        return bothSides(node);
      default:
        return [];
    }
  });
  return [...ideas, ...everywhere(place), ...asked(place, names), ...cutOff(place), ...indices(place)];
};

const idea = (template: string, weight: number, edits: Idea['edits']): Idea => ({ template, weight, edits });

/** `total / mean` as `total / len(numbers)`. */
function lengths(node: Expression, parent: Expression | undefined, names: string[], { text, fn }: Place): Idea[] {
  const own = text.slice(node.start, node.end);
  if (!parent || !/^(?:binary|compare)$/.test(parent.kind) || !names.includes(own)) return [];
  const body = (fn?.body ?? []).map(({ tokens }) => tokens.map((token) => token.text).join('')).join('\n');
  return names
    .filter(
      (name) => name !== own && new RegExp(`\\b(?:in|len\\(|sum\\(|max\\(|min\\()${name}\\b|\\b${name}\\[`).test(body),
    )
    .slice(0, 4)
    .map((name) => idea('length', 0.3, replace(node, `len(${name})`)));
}

/** `n * n` as `n * (n + 1)`. */
function grown(
  node: Expression,
  parent: Expression | undefined,
  names: string[],
  own: (node: Expression) => string,
): Idea[] {
  if (parent?.kind !== 'binary' || !/^(?:[*%]|\/\/?)$/.test(parent.operator?.text ?? '') || !names.includes(own(node)))
    return [];
  return ['+ 1', '- 1'].map((more) => idea('off by one', 0.28, replace(node, `(${own(node)} ${more})`)));
}

const opposites = ['<>', '()', '[]', '{}', '+-', '/\\'].flatMap(([a = '', b = '']) => [
  [a, b],
  [b, a],
]) as [string, string][];

/** `'text'` where there is a `text`; what is compared, as its opposite or as another text of the function. */
function texts(node: Expression, parent: Expression | undefined, names: string[], { text, fn }: Place): Idea[] {
  const [, quote = '', value] = /^(['"])([^'"\\\n]*)\1$/.exec(text.slice(node.start, node.end)) ?? [];
  if (value === undefined) return [];
  const named = names.includes(value) ? [idea('quoted name', 0.9, replace(node, value))] : [];
  if (parent?.kind !== 'compare') return named;
  const opposite = opposites.find(([one]) => one === value)?.[1];
  const around = (fn?.body ?? []).flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'String'));
  const others = around.flatMap((token) => /^(['"])([^'"\\\n]{0,20})\1$/.exec(token.text)?.[2] ?? []);
  const all = [...new Set([...(opposite ? [opposite] : []), ...others])].filter((other) => other !== value).slice(0, 6);
  return [
    ...named,
    ...all.map((other) => ({
      ...idea('constant', other === opposite ? 0.6 : 0.3, replace(node, `${quote}${other}${quote}`)),
      reckoned: true,
    })),
  ];
}

/** A call as another one of the same function in the same statement. */
function siblings(node: Expression, spots: { node: Expression }[], own: (node: Expression) => string): Idea[] {
  const [called] = node.parts;
  if (!called) return [];
  const others = spots.flatMap(({ node: other }) => {
    const isSame = other.kind === 'call' && other.parts[0] && own(other.parts[0]) === own(called);
    return isSame && !(other.start <= node.start && node.end <= other.end) ? [own(other)] : [];
  });
  return [...new Set(others)]
    .filter((other) => other !== own(node))
    .slice(0, 4)
    .map((other) => idea('sibling', 0.35, replace(node, other)));
}

const orders = ['set', 'list', 'sorted', 'str', 'abs'];

/** What is passed on: `sorted(items)` as `sorted(set(items))`, `set(word)` as `set(word.lower())`. */
function wrapped(node: Expression, own: (node: Expression) => string): Idea[] {
  const [called, only, more] = node.parts;
  if (!called || !only || more || !/^(?:name|attribute|call|subscript)$/.test(only.kind)) return [];
  return [
    ...orders
      .filter((name) => name !== own(called) && !own(only).startsWith(`${name}(`))
      .map((name) => idea('missing call', 0.24, [...insert(only.start, `${name}(`), ...insert(only.end, ')')])),
    ...['.lower()', '.strip()'].map((call) => idea('missing call', 0.24, insert(only.end, call))),
  ];
}

/** `encode(s)` as `encode(encode(s))`. */
function again(node: Expression, parent: Expression | undefined, own: (node: Expression) => string): Idea[] {
  const [called, only, more] = node.parts;
  if (parent !== undefined || called?.kind !== 'name' || !only || more) return [];
  return [idea('missing call', 0.25, [...insert(node.start, `${own(called)}(`), ...insert(node.end, ')')])];
}

/** `a == b` as `sorted(a) == sorted(b)`. */
function bothSides({ operator, parts: [left, right] }: Expression): Idea[] {
  if (!left || !right || !/^(?:[<>]=?|[=!]=)$/.test(operator?.text ?? '')) return [];
  if (/literal/.test(left.kind + right.kind)) return [];
  const wrap = (name: string) =>
    [left, right].flatMap((side) => [...insert(side.start, `${name}(`), ...insert(side.end, ')')]);
  return [
    ...['len', 'set', 'sorted', 'abs', 'str'].map((name) => idea('missing call', 0.3, wrap(name))),
    idea(
      'missing call',
      0.28,
      [left, right].flatMap((side) => insert(side.end, '.lower()')),
    ),
  ];
}

function elements(node: Expression, own: (node: Expression) => string): Idea[] {
  const [one, other, more] = node.parts;
  if (!one || !other || more || /literal/.test(one.kind + other.kind)) return [];
  return [idea('order of elements', 0.5, [...replace(one, own(other)), ...replace(other, own(one))])];
}

/** An empty text or a blank that a function has more than once, in all places. */
function everywhere({ tokens, fn }: Place): Idea[] {
  const all = (fn?.body ?? []).flatMap(({ tokens: own }) => own.filter(({ text }) => /^(?:''|""|' '|" ")$/.test(text)));
  return tokens.flatMap((token) => {
    const same = all.filter(({ text }) => text.length === token.text.length);
    if (!all.includes(token) || same[0] !== token || same.length < 2) return [];
    return [
      idea(
        'constant',
        0.4,
        same.flatMap((one) => replace(one, token.text.length === 2 ? "' '" : "''")),
      ),
    ];
  });
}

/** A statement of a loop, only where two names are equal. */
function asked({ tokens, statement, fn }: Place, names: string[]): Idea[] {
  const [first, second] = tokens;
  const at = fn?.body.indexOf(statement) ?? -1;
  const isInLoop = fn?.body.some(
    ({ tokens: [head], level }, index) =>
      /^(?:For|While)$/.test(head?.kind ?? '') && level < statement.level && index < at,
  );
  if (first?.kind !== 'Name' || second?.kind === 'Colon' || !isInLoop || statement.indent === null) return [];
  const few = names.slice(0, 6);
  const step = statement.indent.includes('\t') ? '\t' : '    ';
  const pairs = few.flatMap((one, index) => few.slice(index + 1).map((other) => [one, other] as const));
  return pairs
    .flatMap(([one, other]) => [`${one} == ${other}`, `${one} != ${other}`])
    .map((test) => idea('missing condition', 0.22, insert(first.start, `if ${test}:\n${statement.indent}${step}`)));
}

/** What is returned without its first or its last. */
function cutOff({ tokens }: Place): Idea[] {
  const [first] = tokens;
  const [whole, more] = first?.kind === 'Return' ? expressionsIn(tokens.slice(1)) : [];
  if (!whole || more || !/^(?:collection|comprehension|call|name|subscript)$/.test(whole.kind)) return [];
  return ['[1:]', '[:-1]', '[::-1]'].map((slice) => idea('slice', 0.26, insert(whole.end, slice)));
}

/** `items[len(items) - i]` as `items[len(items) - i - 1]`. */
function indices({ tokens, text }: Place): Idea[] {
  return expressionsIn(tokens)
    .flatMap((outer) => [...within(outer)])
    .flatMap(({ node }) => {
      const [, index, more] = node.parts;
      if (
        node.kind !== 'subscript' ||
        index?.kind !== 'binary' ||
        more ||
        text.slice(index.end, node.end).includes(':')
      )
        return [];
      return ['- 1', '+ 1'].map((one) => ({
        ...idea('off by one', 0.45, insert(index.end, ` ${one}`)),
        reckoned: true,
      }));
    });
}
