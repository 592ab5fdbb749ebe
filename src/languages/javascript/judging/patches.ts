import { lineAt } from '../../../code/bare-code.ts';
import type { Sighting } from '../../judging/surrounding.ts';
import { childrenOf, type Node } from '../code/javascript-nodes.ts';
import { scriptTree } from '../code/script-tree.ts';

/** What belongs to the language, to Node and to test runners: others rely on it being as it is. */
const shared =
  /^(?:globalThis\.|global\.)?(?:Array|Object|Function|String|Number|Boolean|BigInt|Symbol|Math|JSON|Date|RegExp|Promise|Proxy|Reflect|Intl|Map|Set|WeakMap|WeakSet|\w*Error|assert|expect|describe|it|test|Module|require|console)\b/;
const ofProcess =
  /^process\.(?:exit|reallyExit|emit|emitWarning|abort|kill|on|once|nextTick|hrtime|stdout\.write|stderr\.write)$/;
const defines = /^(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|setPrototypeOf|set)$/;
const hooks = /^(?:Module|module|nodeModule)\.(?:register|registerHooks)$/;
/** A stack that is longer, or a handler of one's own, changes nothing for others. */
const harmless = /\bstackTraceLimit$|^console\./;

/** Where a script newly changes what is not its own: built-in objects, the loader, the test runner. */
export async function scriptPatches(path: string, text: string): Promise<Sighting[]> {
  const tree = await scriptTree(path, text);
  if (tree === null) return [];
  const sightings: Sighting[] = [];
  const names = new Map<string, string>();
  const source = (node: Node): string => {
    const plain = text.slice(node.start, node.end).replace(/\s+/g, '').replace(/\?\./g, '.');
    return plain.replace(/^\w+/, (name) => names.get(name) ?? name);
  };
  const report = (node: Node, what: string) => {
    if (!harmless.test(what))
      sightings.push({ line: lineAt(text, node.start), what: `patches ${what.slice(0, 60)}`, meddles: true });
  };
  const isShared = (name: string) => shared.test(name) || ofProcess.test(name);
  // No product takes part in the comparisons of a test framework.
  for (const match of text.matchAll(/asymmetricMatch/g))
    sightings.push({ line: lineAt(text, match.index), what: 'patches how expect compares', meddles: true });
  const pending: Node[] = [tree.program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { type } = node;
    if (type === 'VariableDeclarator') {
      const { id, init } = node as unknown as { id: Node; init: Node | null };
      if (id.type === 'Identifier' && init && /^(?:Member|Identifier)/.test(init.type) && isShared(source(init)))
        names.set(String(id.name), source(init));
    }
    if (type === 'AssignmentExpression' || type === 'UpdateExpression' || isDelete(node)) {
      const target = (node.left ?? node.argument) as Node;
      if (target.type === 'MemberExpression' && isShared(source(target))) report(node, source(target));
    }
    if (type === 'CallExpression') {
      const [callee, first] = [source(node.callee as Node), (node.arguments as Node[])[0]];
      if (defines.test(callee) && first && isShared(source(first))) report(node, source(first));
      if (hooks.test(callee)) report(node, 'how modules are loaded');
    }
    pending.push(...childrenOf(node));
  }
  return sightings;
}

const isDelete = (node: Node): boolean => node.type === 'UnaryExpression' && node.operator === 'delete';
