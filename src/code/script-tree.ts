import type { Node } from './javascript-nodes.ts';

/** The syntax tree of a script of JavaScript or TypeScript; null where it does not parse. Offsets are in UTF-16 units. */
export async function scriptTree(path: string, text: string): Promise<{ program: Node; isModule: boolean } | null> {
  const { parseSync } = await import('oxc-parser');
  const lang = /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {};
  const parsed = parseSync(path, text, lang);
  if (parsed.errors.length > 0) return null;
  return { program: parsed.program as unknown as Node, isModule: parsed.module.hasModuleSyntax };
}
