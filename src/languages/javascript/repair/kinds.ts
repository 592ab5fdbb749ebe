import { type Edit, insert, replace } from '../../repair/edits.ts';
import type { Evidence } from '../../repair/shape.ts';
import { childrenOf, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';
import { namesAt } from './values.ts';

/** Values of another kind than the code expects: null as an object, no text where one is, and patterns that match once. */
export const kinds: Template = (site, evidence) => {
  const { node } = site;
  if (node.type === 'BinaryExpression') return typed(site, evidence);
  if (node.type === 'MemberExpression') return [...present(site, evidence), ...texts(site, evidence)];
  if (node.type === 'Literal' && node.regex) return flags(site);
  if (node.type === 'ObjectExpression') return bare(site, evidence);
  return [];
};

const idea = (template: string, weight: number, edits: Edit[]): Idea => ({ template, weight, edits });
const textIn = ({ text }: Site, { start, end }: Node): string => text.slice(start, end);
const isPath = (source: string): boolean => /^[\w$]+(?:\.[\w$]+|\[[\w$]+\])*$/.test(source);

/** `typeof x === 'object'` is true of null, most likely where an error says null; a function is no object by it. */
function typed(site: Site, evidence: Evidence): Idea[] {
  const { node, parent } = site;
  const [left, right] = [node.left as Node, node.right as Node];
  if (left.type !== 'UnaryExpression' || left.operator !== 'typeof' || typeof right.value !== 'string') return [];
  const value = textIn(site, left.argument as Node);
  const isSame = !String(node.operator).startsWith('!');
  const own = textIn(site, node);
  const other = { object: 'function', function: 'object', number: 'string', string: 'number' }[right.value];
  const absent = parent.test === node ? `!${value} || ${own}` : `(!${value} || ${own})`;
  const weight = right.value === 'object' && metNull(site, evidence) ? 1.05 : 0.65;
  const ideas = isPath(value) ? [idea('guard', weight, replace(node, isSame ? `${value} && ${own}` : absent))] : [];
  if (other === undefined) return ideas;
  const more = own.slice(0, right.start - node.start) + own.slice(right.start - node.start).replace(right.value, other);
  // The name of a kind is no answer, whether a test says it or not.
  const edits = replace(node, isSame ? `(${own} || ${more})` : `${own} && ${more}`);
  return [...ideas, ...alsoOf(site, value), { ...idea('kind', 0.35, edits), reckoned: true }];
}

/** `if (typeof x === 'object') join(x, y)` asks for one of the two: the same of `y` as well. */
function alsoOf(site: Site, value: string): Idea[] {
  const { node, parents } = site;
  const at = parents.findLastIndex(({ type, operator }) => type !== 'LogicalExpression' || operator !== '&&');
  const [owner, test] = [parents[at], parents[at + 1] ?? node];
  const isAsked = owner !== undefined && /^(?:If|Conditional)/.test(owner.type) && owner.test === test;
  if (!isAsked || String(node.operator).startsWith('!')) return [];
  const others = [...callsIn(owner.consequent as Node)]
    .map((call) => call.arguments as Node[])
    .filter((given) => given.some((one) => textIn(site, one) === value))
    .flatMap((given) => given.filter(({ type }) => type === 'Identifier').map(({ name }) => String(name)));
  const own = textIn(site, node);
  const isObject = (node.right as Node).value === 'object';
  return [...new Set(others)]
    .filter((other) => other !== value)
    .slice(0, 3)
    .map((other) => {
      const same = own.replace(value, () => other);
      return {
        ...idea('kind', 0.7, insert(test.end, ` && ${isObject ? `${other} && ` : ''}${same}`)),
        reckoned: true,
      };
    });
}

function* callsIn(node: Node): Generator<Node> {
  if (node.type === 'CallExpression') yield node;
  for (const child of childrenOf(node)) yield* callsIn(child);
}

/** Whether the function around failed because of null. */
export function metNull(
  { fn, path, text }: Pick<Site, 'fn' | 'path' | 'text'>,
  { frames, messages }: Evidence,
): boolean {
  if (!fn || !messages.some((message) => /TypeError: .*\bnull\b/.test(message))) return false;
  const [from, to] = [fn.start, fn.end].map((at) => text.slice(0, at).split('\n').length) as [number, number];
  return frames.some((frame) => frame.path === path && from <= frame.line && frame.line <= to);
}

/** `x.y` in a condition, only where there is an `x`, if an error says that there was none. */
function present(site: Site, { isFrame, messages }: Evidence): Idea[] {
  const { node, parents, path, line } = site;
  const value = textIn(site, node.object as Node);
  if (
    !isFrame(path, line) ||
    !isPath(value) ||
    !messages.some((one) => /Cannot read propert|of (?:undefined|null)/.test(one))
  )
    return [];
  const within = parents.findLastIndex(({ type }) => type !== 'LogicalExpression' && type !== 'MemberExpression');
  const test = parents[within + 1] ?? node;
  const owner = parents[within];
  const isTest =
    owner !== undefined && /^(?:If|While)Statement$|^ConditionalExpression$/.test(owner.type) && owner.test === test;
  const parts = [...parents.slice(within + 1), node].filter(({ type }) => type === 'LogicalExpression');
  if (!isTest) return [];
  return [test, ...parts].map((part) => {
    const own = textIn(site, part);
    const bare = part.type === 'LogicalExpression' && part.operator === '||' ? `(${own})` : own;
    return idea(
      'guard',
      1.15,
      replace(part, `${part === test ? '' : '('}${value} && ${bare}${part === test ? '' : ')'}`),
    );
  });
}

/** `x.trim()` of what is no text, if an error says so; wherever the function does that, since one hides the next. */
function texts(site: Site, { isFrame, messages }: Evidence): Idea[] {
  const { node, parent, parents, path, line, fn } = site;
  const name = String((node.property as Node).name);
  const isCalled = parent.type === 'CallExpression' && parent.callee === node;
  const object = node.object as Node;
  const value = textIn(site, object);
  const isTold = messages.some(
    (one) => one.includes(`.${name} is not a function`) || one.includes(`(reading '${name}')`),
  );
  if (!isCalled || !isTold || !isFrame(path, line) || !isPath(value)) return [];
  const at = parents.findIndex(
    ({ type }, index) => type === 'LogicalExpression' || (/^IfStatement$/.test(type) && index > 0),
  );
  const condition = parents.slice(at).find(({ type }) => type === 'LogicalExpression' || type === 'BinaryExpression');
  const objects = fn ? [...callsIn(fn)].flatMap((call) => receiverOf(call, name)) : [];
  const all = objects.filter((one) => isPath(textIn(site, one)));
  return [
    idea('kind', 1.1, replace(object, `String(${value})`)),
    ...(all.length > 1
      ? [
          idea(
            'kind',
            1,
            all.flatMap((one) => replace(one, `String(${textIn(site, one)})`)),
          ),
        ]
      : []),
    ...(condition ? [idea('guard', 1.2, insert(condition.start, `typeof ${value} === 'string' && `))] : []),
    ...(namesAt(site).includes(value)
      ? [idea('guard', 1, replace(parent, `(typeof ${value} === 'string' ? ${textIn(site, parent)} : ${value})`))]
      : []),
  ];
}

function receiverOf({ callee }: Node, name: string): Node[] {
  const { type, property, object } = callee as Node;
  return type === 'MemberExpression' && (property as Node).name === name ? [object as Node] : [];
}

/** An empty object that inherits nothing, if an error says that something was inherited. */
function bare({ node, parent }: Site, { messages }: Evidence): Idea[] {
  const isKept = /^(?:VariableDeclarator|AssignmentExpression)$/.test(parent.type);
  if ((node.properties as Node[]).length > 0 || !isKept || !messages.some((one) => /read only property/.test(one)))
    return [];
  return [idea('prototype', 0.9, replace(node, '{ __proto__: null }'))];
}

/** A pattern that stops at its first match, or tells cases apart. */
function flags({ node, parent }: Site): Idea[] {
  const { pattern, flags: own } = node.regex as { pattern: string; flags: string };
  const isArgument = parent.type === 'CallExpression' && parent.callee !== node;
  return [...(isArgument ? ['g'] : []), 'i'].map((flag) => {
    const others = own.includes(flag) ? own.replace(flag, '') : `${own}${flag}`;
    return idea('pattern', flag === 'g' ? 0.6 : 0.35, replace(node, `/${pattern}/${others}`));
  });
}
