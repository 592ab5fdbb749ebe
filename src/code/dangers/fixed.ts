import { type Node, some } from '../fingerprint/node.ts';
import { dotted } from './dotted.ts';
import type { Scope } from './scope.ts';

/**
 * Whether nothing but what is written in the file can be in a value: texts, numbers, choices among them, and what was
 * escaped by a function that says so. Names are followed, wherever they are set.
 */
export function isFixed(tree: Node | undefined, scope: Scope): boolean {
  if (!tree) return true;
  const fixed = (one: Node | undefined) => isFixed(one, scope);
  const { kind, text, kids } = tree;
  if (plain.test(kind)) return true;
  if (kind === 'name') return words.test(text) || isFixedName(text, scope);
  if (kind === 'member') return numbers.test(text) || isFixedMember(tree, scope);
  if (kind === 'binary') return isFixedBinary(tree, fixed);
  if (kind === 'call') return isFixedCall(tree, scope);
  if (kind === 'cond' || kind === 'compound' || kind === 'switch_expression') return kids.slice(1).every(fixed);
  if (kind === 'pair' || kind === 'switch_rule' || kind === 'each' || kind === 'cast_expression')
    return fixed(kids.at(-1));
  if (kind === 'fn') return returnsOf(tree).every(fixed);
  if (kind === 'index') return fixed(kids[0]);
  // An empty table is filled by somebody.
  if (kind === 'object' && kids.length === 0) return false;
  return lists.test(kind) && kids.every(fixed);
}

const plain = /^(?:string|number|type|format|mark|match_pattern|dimensions|none)$/;
const words = /^(?:true|false|null|nil|undefined|True|False|None)$/;
const numbers = /^\??(?:length|size)$/;
const lists =
  /^(?:concat|list|tuple|object|key|any|unary|post|argument_list|array_creation_expression|object_creation_expression|match_block|switch_block|type_conversion_expression|block|return)$/;
/** By convention, wherever they are defined. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

function isFixedName(name: string, scope: Scope): boolean {
  const earlier = scope.fixedNames.get(name);
  if (earlier !== undefined) return earlier;
  const values = scope.valuesOf(name);
  if (values === null) return name.length > 1 && constant.test(name);
  scope.fixedNames.set(name, true);
  const fixed = values.every((value) => isFixed(value, scope));
  scope.fixedNames.set(name, fixed);
  return fixed;
}

function isFixedMember(tree: Node, scope: Scope): boolean {
  const path = dotted(tree);
  if (path !== '' && scope.valuesOf(path) !== null) return isFixedName(path, scope);
  const owner = dotted(tree.kids[0]);
  if (/^(?:self|this|cls|Self)$/.test(owner)) return isFixedName(tree.text, scope);
  const isKnown = scope.valuesOf(owner.split(/[.(]/, 1)[0] ?? '') !== null;
  return (!isKnown && tree.text.length > 1 && constant.test(tree.text)) || isFixed(tree.kids[0], scope);
}

function isFixedBinary({ text, kids }: Node, fixed: (tree: Node | undefined) => boolean): boolean {
  if (/^(?:[<>]=?|[!=]==?|-|in|instanceof)$/.test(text)) return true;
  if (text === '*') return kids.some(fixed);
  return text === 'as' ? fixed(kids[0]) : kids.every(fixed);
}

const escapes = /^(?!un)\w*(?:escape|sanitiz|sanitis|purif|quote|encode|identifier|bleach|nh3|forHtml)/i;
const counts =
  /(?:^|\.)(?:len|count|size|length|parseInt|parseFloat|parseLong|Number|int|float|Itoa|FormatInt|now|range)$/;
/** How many times a text is repeated does not change what is in it. */
const repeats = /(?:^|\.)(?:repeat|Repeat|nCopies|fill|make)$/;

function isFixedCall(tree: Node, scope: Scope): boolean {
  const [callee, ...rest] = tree.kids;
  const values = scope.idioms.valuesIn?.(tree) ?? rest;
  const path = scope.pathOf(callee);
  const fixed = (one: Node | undefined) => isFixed(one, scope);
  if (tree.text === '{}') return values.every(fixed);
  if (path.split('.').some((one) => escapes.test(one)) || counts.test(path)) return true;
  if (repeats.test(path)) return values.concat(callee?.kids ?? []).some(fixed);
  if (/\.map$/.test(path)) return values.every(fixed);
  const isCopy = scope.idioms.copies?.test(path) === true || scope.idioms.formats?.test(path) === true;
  if (isCopy) return isNumeric(values) || (values.every(fixed) && !isInlined(values[0], scope));
  const table = callee?.kind === 'member' ? callee.kids[0] : undefined;
  if (/\.get(?:OrDefault)?$/.test(path)) return fixed(table) && values.slice(1).every(fixed);
  return table !== undefined && fixed(table) && values.every(fixed);
}

/** `%d` and the like take numbers alone. */
const isNumeric = ([text]: Node[]): boolean =>
  text?.kind === 'string' && /%/.test(text.text) && !/%[^%\d]*\d*[a-ce-zA-Z]/.test(text.text.replace(/%%/g, ''));

function isInlined(text: Node | undefined, scope: Scope): boolean {
  const pattern = scope.idioms.inlined;
  if (!pattern || text?.kind !== 'string') return false;
  return [...text.text.matchAll(pattern)].some(([, name = '']) => !isFixedName(name, scope));
}

function returnsOf(fn: Node): Node[] {
  const returns: Node[] = [];
  const walk = (tree: Node): void => {
    if (tree.kind === 'return') returns.push(...tree.kids);
    else if (tree.kind !== 'fn') tree.kids.forEach(walk);
  };
  for (const kid of fn.kids) if (kid.kind === 'block') walk(kid);
  return returns;
}

export const mentions = (tree: Node, name: RegExp): boolean =>
  some(tree, ({ kind, text }) => (kind === 'name' || kind === 'member') && name.test(text));
