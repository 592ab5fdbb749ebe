import type { Node } from './javascript-nodes.ts';

/** Local names and what they stand for: `o` for `os`, `a` for `process.argv`. */
export type Meanings = Map<string, string>;

/** The text of an expression that is always the same; null for others. */
export function constantOf(node: Node | null | undefined): string | null {
  if (!node) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [constantOf(node.left as Node), constantOf(node.right as Node)];
  return left === null || right === null ? null : left + right;
}

/** A key that is computed as the program runs. */
export const unknownKey = '?';

/** An expression as a path from a global name or a module: `process.env.CI`; null for anything else. */
export function dotted(node: Node | null | undefined, meanings: Meanings): string | null {
  if (!node) return null;
  if (
    /^(?:ChainExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression|TSSatisfiesExpression)$/.test(
      node.type,
    )
  )
    return dotted(node.expression as Node, meanings);
  if (node.type === 'AwaitExpression') return dotted(node.argument as Node, meanings);
  if (node.type === 'Identifier') return meanings.get(String(node.name)) ?? String(node.name);
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type === 'NewExpression') {
    const constructed = dotted(node.callee as Node, meanings);
    return constructed !== null && /^(?:\w*Error|Function)$/.test(constructed) ? `new ${constructed}` : null;
  }
  const loaded = loadedBy(node, meanings);
  if (loaded !== null) return loaded;
  if (node.type !== 'MemberExpression') return null;
  const object = dotted(node.object as Node, meanings);
  if (object === null) return null;
  const key = keyOf(node);
  const path = `${object}.${key}`.replace(/^(?:globalThis|global|window|self)\.(?=[\w$])/, '');
  return path.replace(/^(\w+)\.default(?=\.|$)/, '$1');
}

/** The module of `require('os')`, `import('os')` and `process.getBuiltinModule('os')`. */
function loadedBy(node: Node, meanings: Meanings): string | null {
  if (node.type === 'ImportExpression') return moduleName(constantOf(node.source as Node));
  if (node.type !== 'CallExpression') return null;
  const callee = dotted(node.callee as Node, meanings);
  if (callee !== 'require' && callee !== 'process.getBuiltinModule' && callee !== 'module.require') return null;
  return moduleName(constantOf((node.arguments as Node[])[0]));
}

/** `node:fs/promises` as fs. */
export function moduleName(specifier: string | null): string | null {
  return specifier === null ? null : specifier.replace(/^node:/, '').replace(/\/.*$/, '');
}

/** The name of a member or a property; `unknownKey` where it is computed. */
export function keyOf(node: Node): string {
  const key = (node.property ?? node.key) as Node;
  if (node.computed !== true) return String(key.name ?? key.value ?? unknownKey);
  return constantOf(key) ?? (key.type === 'Literal' ? String(key.value) : unknownKey);
}
