import { block, type Node, node } from '../../../../code/fingerprint/node.ts';
import type { Node as Tree } from '../javascript-nodes.ts';
import { kidOf, kidsOf, one, parts, type Read } from './generic.ts';

/** An arrow with an expression returns it. */
export function fnOf(tree: Tree, read: Read, words: string[], body: (tree: Tree | null) => Node): Node {
  const bodyNode = kidOf(tree, 'body');
  const modifiers = [...words, tree.async === true ? 'async' : '', tree.generator === true ? '*' : ''];
  const params = kidsOf(tree, 'params').flatMap((param) => read(param));
  const value =
    bodyNode && bodyNode.type !== 'BlockStatement' && bodyNode.type !== 'FunctionBody'
      ? block([node('return', 'return', [one(read, bodyNode)])])
      : body(bodyNode);
  const types = parts(read, kidOf(tree, 'returnType'), kidOf(tree, 'typeParameters'));
  return node('fn', modifiers.filter((word) => word !== '').join(' '), [node('params', '', params), value, ...types]);
}

/** The name of a member; null where it is computed. */
export function keyName(tree: Tree): string | null {
  const key = kidOf(tree, 'key');
  if (!key || tree.computed === true) return null;
  if (key.type === 'PrivateIdentifier') return `#${String(key.name)}`;
  return key.type === 'Literal' ? String(key.value) : typeof key.name === 'string' ? key.name : null;
}
