import type { ParseResult } from 'oxc-parser';
import type { Node } from './javascript-nodes.ts';

/** The syntax tree of a script of JavaScript or TypeScript; null where it does not parse. Offsets are in UTF-16 units. */
export async function scriptTree(path: string, text: string): Promise<{ program: Node; isModule: boolean } | null> {
  const parsed = await parseScript(path, text);
  if (!parsed || parsed.errors.length > 0) return null;
  return { program: parsed.program as unknown as Node, isModule: parsed.module.hasModuleSyntax };
}

/** What the parser makes of a script, with its errors; null for one that it cannot take. */
export async function parseScript(path: string, text: string): Promise<ParseResult | null> {
  if (nestsDeeply(text)) return null;
  const { parseSync } = await import('oxc-parser');
  return parseSync(path, text, /\.[cm]?js$/.test(path) ? { lang: 'jsx' } : {});
}

/** Some thousand brackets in each other end the parser's process: no source that somebody wrote has so many. */
export function nestsDeeply(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[([{}\])]|<(?=[\w<>])|>/g)) {
    if (mark === ')' || mark === ']' || mark === '}' || mark === '>') depth = Math.max(0, depth - 1);
    else depth += 1;
    if (depth > 1000) return true;
  }
  return false;
}
