import { structureOf } from '../registry.ts';
import { canonicalTokens } from '../structure/fingerprint/tokens.ts';

/** Whether two texts of a file are the same code: they differ in formatting, comments and docstrings alone. */
export function isSameCode(path: string, before: string, after: string): boolean {
  return structureOf(path) !== null && codeIn(path, before) === codeIn(path, after);
}

function codeIn(path: string, text: string): string {
  const all = canonicalTokens(path, text);
  const tokens = readsDocstrings.test(text) ? all : all.filter((_, at) => !isDocstring(all, at));
  // A line that ends after one of these may end the statement, too.
  const parts = tokens.map((token, at) =>
    endsEarly.test(token.text) ? `${token.text}${tokens[at + 1]?.line === token.line}` : token.text,
  );
  return parts.join('\n');
}

/** A string by itself where a body begins, told by the indent: no other language has those. */
function isDocstring(tokens: ReturnType<typeof canonicalTokens>, at: number): boolean {
  const [opens, indent, token, next] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token?.text.startsWith('"') || indent?.text !== '⇥' || opens?.text !== ':') return false;
  return next !== undefined && next.line > token.line + token.text.split('\n').length - 1;
}

/** Code that works by what docstrings say. */
const readsDocstrings = /\b__doc__\b|\bgetdoc\b|\byacc\b/;

const endsEarly = /^(?:return|throw|break|continue|yield)$/;
