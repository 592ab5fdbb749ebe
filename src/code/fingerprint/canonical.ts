import { canonicalBlock } from './blocks.ts';
import { isNegative, joined, negated } from './conditions.ts';
import type { Language } from './language.ts';
import { type Node, node, some } from './node.ts';
import { concatenated, sum, templateOf } from './texts.ts';

const words: Record<string, string> = { '&&': 'and', '||': 'or', '!': 'not' };
const mirrored: Record<string, string> = { '>': '<', '>=': '<=' };
const commutative = new Set(['*', '==', '!=', '===', '!==', '|', '&', '^']);
const chained = new Set(['and', 'or', '*', '|', '&', '^']);

/**
 * The same tree for what means the same: `a > b` is `b < a`, `x += 1` is `x = x + 1`, an arrow is a function. What may
 * stand in any order becomes a node `any`, which is put into order once its names are known (see `names.ts`).
 */
export function canonical(tree: Node, language: Language): Node {
  if (tree.kind === 'template') return templateOf(tree.text, language, (part) => canonical(part, language));
  const kids = tree.kids.map((kid) => canonical(kid, language));
  const same = { ...tree, kids };
  switch (tree.kind) {
    case 'binary':
      return binary(words[tree.text] ?? tree.text, kids);
    case 'unary':
      return unary(words[tree.text] ?? tree.text, kids[0] ?? same);
    case 'concat':
      return concatenated(kids);
    case 'assign':
      return assign(same, language);
    case 'decl':
      return declaration(same);
    case 'side':
      return language.name === 'java' ? typedDeclaration(same) : sorted(same, 'import');
    case 'tuple':
      return sorted(same, 'from');
    case 'index':
      return index(same, language);
    case 'object':
      return object(same, language);
    case 'call':
      return call(same, language);
    case 'post':
      return language.name === 'javascript' && tree.text === '!' ? (kids[0] ?? same) : same;
    case 'head':
      return kids.length === 1 && kids[0] ? kids[0] : same;
    case 'cond': {
      const [test, then, other] = kids as [Node, Node, Node];
      return isNegative(test) ? node('cond', '', [negated(test), other, then]) : same;
    }
    case 'loop':
      return loop(same, language);
    case 'block':
      return { ...same, kids: canonicalBlock(kids, language) };
    default:
      return same;
  }
}

function binary(text: string, kids: Node[]): Node {
  const [left, right] = kids as [Node, Node];
  const mirror = mirrored[text];
  if (mirror) return node('binary', mirror, [right, left]);
  if (text === '+') return sum(left, right);
  if (text === '*' || text === '|' || text === '&' || text === '^') {
    const list = kids.flatMap((kid) =>
      kid.kind === 'any' && kid.text === text && chained.has(text) ? kid.kids : [kid],
    );
    return node('any', text, list);
  }
  if (commutative.has(text)) return node('any', text, kids);
  if (text !== 'and' && text !== 'or') return node('binary', text, kids);
  const list = kids.flatMap((kid) =>
    kid.text === text && (kid.kind === 'any' || kid.kind === 'all') ? kid.kids : [kid],
  );
  return joined(text, list);
}

function unary(text: string, value: Node): Node {
  if (text === 'not') return negated(value);
  if (text === '-' && value.kind === 'number') return node('number', `-${value.text}`);
  return node('unary', text, [value]);
}

function assign(tree: Node, language: Language): Node {
  const [target, value] = tree.kids as [Node, Node];
  const operator = tree.text.slice(0, -1);
  if (tree.text === ':=') return node('decl', '', [target, value]);
  if (tree.text !== '=') return node('assign', '=', [target, binary(words[operator] ?? operator, [target, value])]);
  const isFunction = language.indents && target.kind === 'name' && value.kind === 'fn';
  return isFunction ? node('function', target.text, [value]) : tree;
}

function declaration(tree: Node): Node {
  const [first, ...rest] = tree.kids;
  const binds = first?.kind === 'assign' || (first?.kind === 'binary' && /^(?:of|in)$/.test(first.text));
  if (!first || !binds || rest.length > 0) return tree;
  const [target, value] = first.kids as [Node, Node];
  if (first.kind === 'binary') return node('from', first.text, [target, value]);
  const plain =
    value.kind === 'fn' && !some(value, (part) => part.kind === 'name' && /^(?:this|arguments)$/.test(part.text));
  return target.kind === 'name' && plain ? node('function', target.text, [value]) : node('decl', '', [target, value]);
}

/** Java's `int x = 1`. */
function typedDeclaration(tree: Node): Node {
  const last = tree.kids.at(-1);
  const types = tree.kids.slice(0, -1);
  if (last?.kind !== 'assign' || !types.every((type) => ['name', 'typed', 'member', 'index'].includes(type.kind)))
    return tree;
  return node('decl', '', [...last.kids, ...types]);
}

/** The names of one import may stand in any order. */
function sorted(tree: Node, word: string): Node {
  const [first, source, verb, ...names] = tree.kids;
  if (first?.text !== word || word !== 'from' || !source || !verb) return tree;
  return node('tuple', 'from', [source, verb, node('any', ',', names)]);
}

function index(tree: Node, language: Language): Node {
  const [owner, key] = tree.kids;
  const plain =
    language.name === 'javascript' &&
    tree.kids.length === 2 &&
    key?.kind === 'string' &&
    /^"[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key.text);
  return plain && owner && key ? node('member', key.text.slice(1), [owner]) : tree;
}

function object(tree: Node, language: Language): Node {
  const script = language.name === 'javascript';
  const kids = tree.kids.map((kid) => {
    if (!script) return kid;
    if (kid.kind === 'name') return node('key', kid.text, [kid]);
    const [key, value] = kid.kids;
    const plain = kid.kind === 'pair' && value && (key?.kind === 'name' || key?.kind === 'string');
    return plain ? node('key', key.text.replace(/^"/, ''), [value]) : kid;
  });
  const effects = kids.filter((kid) => some(kid, (part) => part.kind === 'call')).length;
  const keyed = kids.every((kid) => kid.kind === 'key' || (kid.kind === 'pair' && !script));
  const set =
    language.indents && kids.every((kid) => kid.kind !== 'pair' && kid.kind !== 'unary' && kid.kind !== 'side');
  return (keyed && effects <= 1) || set ? node('any', '{}', kids) : { ...tree, kids };
}

function call(tree: Node, language: Language): Node {
  const [callee, ...given] = tree.kids;
  if (!callee || !language.indents) return tree;
  if (callee.kind === 'member' && callee.text === 'format' && callee.kids[0]?.kind === 'string') {
    const text = callee.kids[0].text;
    const holes = text.split('{}').length - 1;
    if (holes === given.length && !/[{}]/.test(text.replaceAll('{}', '')))
      return concatenated(
        text
          .slice(1)
          .split('{}')
          .flatMap((part, at) => [node('string', `"${part}`), ...given.slice(at, at + 1)]),
      );
  }
  if (callee.text === 'range' && given.length === 2 && given[0]?.text === '0') given.shift();
  const isNamed = (arg: Node) => arg.kind === 'assign' && arg.kids[0]?.kind === 'name';
  const named = given.filter(isNamed).map((arg) => node('key', arg.kids[0]?.text ?? '', arg.kids.slice(1)));
  const placed = given.filter((arg) => !isNamed(arg));
  return node('call', tree.text, [callee, ...placed, ...(named.length > 0 ? [node('any', '=', named)] : [])]);
}

/** What a loop goes over: `from` its targets and its source. */
function loop(tree: Node, language: Language): Node {
  const body = tree.kids.at(-1);
  const head = tree.kids.slice(0, -1);
  const last = head.at(-1);
  if (!body || tree.text !== 'for' || !last) return tree;
  const isFrom = (language.name === 'python' || language.name === 'rust') && last.text === 'in';
  if (!isFrom && !(language.name === 'java' && last.kind === 'pair')) return tree;
  const [target, source] = last.kids as [Node, Node];
  const before = head.slice(0, -1).filter((part) => part.text !== ',');
  if (language.name === 'java') return node('loop', 'for', [node('from', '', [target, source]), ...before, body]);
  const targets = before.length > 0 ? node('tuple', '', [...before, target]) : target;
  return node('loop', 'for', [node('from', '', [targets, source]), body]);
}
