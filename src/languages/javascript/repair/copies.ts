import { type Edit, insert, replace } from '../../repair/edits.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';
import { namesAt } from './values.ts';

/** What stands nearby and was meant here: a value of the same statement, a text of the same function, a name for its text. */
export const copies: Template = (site) => {
  const { node } = site;
  switch (node.type) {
    case 'Identifier':
      return [...lengths(site), ...grown(site)];
    case 'Literal':
      return typeof node.value === 'string' ? [...named(site), ...otherTexts(site)] : [];
    case 'CallExpression':
      return [...siblings(site), ...again(site), ...spread(site)];
    case 'MemberExpression':
      return siblings(site);
    case 'BinaryExpression':
      return bothSides(site);
    case 'ExpressionStatement':
      return [...unused(site), ...asked(site)];
    default:
      return [];
  }
};

const idea = (template: string, weight: number, edits: Edit[]): Idea => ({ template, weight, edits });
const textIn = ({ text }: Site, { start, end }: Node): string => text.slice(start, end);
const isOperator = ({ parent }: Site): boolean => parent.type === 'BinaryExpression';

/** `sum / mean` as `sum / numbers.length`. */
function lengths(site: Site): Idea[] {
  const { node, parent, text } = site;
  const isEnd = isOperator(site) || (parent.type === 'CallExpression' && parent.callee !== node);
  if (!isEnd || !namesAt(site).includes(String(node.name))) return [];
  return namesAt(site)
    .filter(
      (name) => name !== node.name && new RegExp(`(?<![\\w$.])${escaped(name)}(?:\\[|\\.(?!toString))`).test(text),
    )
    .slice(0, 4)
    .map((name) => idea('length', 0.3, replace(node, `${name}.length`)));
}

/** `n * n` as `n * (n + 1)`. */
function grown(site: Site): Idea[] {
  const { node, parent } = site;
  if (!isOperator(site) || !/^[*/%]$/.test(String(parent.operator)) || !namesAt(site).includes(String(node.name)))
    return [];
  return ['+ 1', '- 1'].map((more) => idea('off by one', 0.28, replace(node, `(${node.name} ${more})`)));
}

/** `'text'`, where there is a `text`. */
function named(site: Site): Idea[] {
  const value = String(site.node.value);
  return namesAt(site).includes(value) ? [idea('quoted name', 0.9, replace(site.node, value))] : [];
}

const opposites = ['<>', '()', '[]', '{}', '+-', '/\\'].flatMap(([a = '', b = '']) => [
  [a, b],
  [b, a],
]) as [string, string][];

/** What is compared, as its opposite or as another text of the function. */
function otherTexts(site: Site): Idea[] {
  const { node, parent, fn } = site;
  const isCompared = parent.type === 'BinaryExpression' && /^[=!]==?$/.test(String(parent.operator));
  if (!(isCompared || parent.type === 'SwitchCase') || !fn) return [];
  const quote = site.text[node.start] ?? "'";
  const opposite = opposites.find(([one]) => one === node.value)?.[1];
  const others = [...textsIn(fn)].filter((other) => other !== node.value && /^[^'"`\\\n]{0,20}$/.test(other));
  const ideas = [...new Set([...(opposite ? [opposite] : []), ...others])].slice(0, 6);
  return ideas.map((other) => ({
    ...idea('constant', other === opposite ? 0.6 : 0.3, replace(node, `${quote}${other}${quote}`)),
    reckoned: true,
  }));
}

function* textsIn(node: Node): Generator<string> {
  if (node.type === 'Literal' && typeof node.value === 'string') yield node.value;
  for (const child of childrenOf(node)) yield* textsIn(child);
}

/** A call or a property as another one of the same statement that is asked in the same way. */
function siblings(site: Site): Idea[] {
  const { node, parents, parent } = site;
  if (parent.type === 'CallExpression' && parent.callee === node) return [];
  if (parent.type === 'MemberExpression' || parent.type === 'ExpressionStatement') return [];
  if (parent.type === 'AssignmentExpression' && parent.left === node) return [];
  const from = parents.findLastIndex(({ type }) => /Statement$|Declaration$/.test(type));
  const statement = parents[from];
  const own = textIn(site, node);
  const shape = shapeOf(node);
  if (!statement || shape === null || statement.type === 'BlockStatement') return [];
  const others = [...within(statement)].filter(
    (other) => shapeOf(other) === shape && !(other.start <= node.start && node.end <= other.end),
  );
  return [...new Set(others.map((other) => textIn(site, other)))]
    .filter((other) => other !== own && other.length < 60)
    .slice(0, 4)
    .map((other) => idea('sibling', 0.35, replace(node, other)));
}

function shapeOf(node: Node): string | null {
  if (node.type === 'MemberExpression') return node.computed === true ? '[]' : `.${(node.property as Node).name}`;
  if (node.type !== 'CallExpression') return null;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' ? `.${(callee.property as Node).name}()` : `${callee.name ?? ''}()`;
}

function* within(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) if (child.type !== 'BlockStatement' && !isFunction(child)) yield* within(child);
}

/** `a === b` as `a.length === b.length`; two calls of the same function with what they are given in order. */
function bothSides(site: Site): Idea[] {
  const [left, right] = [site.node.left as Node, site.node.right as Node];
  if (!/^(?:[<>]=?|[=!]==?)$/.test(String(site.node.operator)) || /Literal/.test(left.type + right.type)) return [];
  const behind = (sides: Node[], more: string, weight: number) =>
    idea(
      'missing call',
      weight,
      sides.flatMap((side) => insert(side.end, more)),
    );
  const args = [left, right].flatMap((side) =>
    side.type === 'CallExpression' ? (side.arguments as Node[]).slice(0, 1) : [],
  );
  const isSame = args.length === 2 && shapeOf(left) === shapeOf(right);
  return [
    behind([left, right], '.toLowerCase()', 0.28),
    behind([left, right], '.length', 0.2),
    ...(isSame ? [behind(args, '.sort()', 0.35), behind(args, '.toLowerCase()', 0.28)] : []),
  ];
}

/** `encode(s)` as `encode(encode(s))`. */
function again(site: Site): Idea[] {
  const { node, parent } = site;
  const callee = node.callee as Node;
  const isKept = /^(?:ReturnStatement|VariableDeclarator|AssignmentExpression|ArrowFunctionExpression)$/.test(
    parent.type,
  );
  if (!isKept || callee.type !== 'Identifier' || (node.arguments as Node[]).length !== 1) return [];
  return [idea('missing call', 0.27, [...insert(node.start, `${callee.name}(`), ...insert(node.end, ')')])];
}

/** `Math.min(list)` as `Math.min(...list)`. */
function spread(site: Site): Idea[] {
  const callee = site.node.callee as Node;
  const [only, more] = site.node.arguments as Node[];
  const name = String((callee.property as Node | undefined)?.name);
  if (!only || more || !/^(?:min|max|push|unshift|concat|fromCharCode)$/.test(name)) return [];
  if (!/^(?:Identifier|CallExpression|MemberExpression)$/.test(only.type)) return [];
  return [idea('spread', name === 'concat' ? 0.2 : 0.55, insert(only.start, '...'))];
}

const pure =
  /^(?:filter|map|slice|concat|replace|replaceAll|trim|trimStart|trimEnd|toUpperCase|toLowerCase|flat|flatMap|padStart|padEnd|toSorted|toReversed|substring|repeat)$/;

/** A result that nobody takes: `list.filter(f);` as `list = list.filter(f);`. */
function unused(site: Site): Idea[] {
  const call = site.node.expression as Node;
  const callee = call.type === 'CallExpression' ? (call.callee as Node) : undefined;
  const object = callee?.type === 'MemberExpression' ? (callee.object as Node) : undefined;
  if (!object || !pure.test(String(((callee?.property ?? {}) as Node).name))) return [];
  const back = idea('missing return', 0.8, insert(site.node.start, 'return '));
  if (object.type !== 'Identifier') return [back];
  return [idea('unused result', 1, insert(site.node.start, `${object.name} = `)), back];
}

/** A statement of a loop, only where two names are equal. */
function asked(site: Site): Idea[] {
  const { node, parents, fn } = site;
  const from = fn ? parents.indexOf(fn) : -1;
  if (!fn || !parents.slice(from).some(({ type }) => /^(?:For|While|DoWhile)/.test(type))) return [];
  const names = namesAt(site).slice(0, 6);
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));
  return pairs
    .flatMap(([one, other]) => [`${one} === ${other}`, `${one} !== ${other}`])
    .map((test) => idea('missing condition', 0.22, insert(node.start, `if (${test}) `)));
}

const escaped = (name: string): string => name.replace(/\$/g, '\\$&');
