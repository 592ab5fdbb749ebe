import { structureOf } from '../registry.ts';
import { canonicalTokens } from '../structure/fingerprint/tokens.ts';

/** Whether two texts of a file are the same code: they differ in formatting and comments alone. */
export function isSameCode(path: string, before: string, after: string): boolean {
  return structureOf(path) !== null && codeIn(path, before) === codeIn(path, after);
}

function codeIn(path: string, text: string): string {
  const tokens = canonicalTokens(path, text);
  // A line that ends after one of these may end the statement, too.
  const parts = tokens.map((token, at) =>
    endsEarly.test(token.text) ? `${token.text}${tokens[at + 1]?.line === token.line}` : token.text,
  );
  return parts.join('\n');
}

const endsEarly = /^(?:return|throw|break|continue|yield)$/;
