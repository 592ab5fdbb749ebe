import { createHash } from 'node:crypto';
import { type Block, readPatch } from './patch.ts';
import { canonicalTokens } from './tokens.ts';

/**
 * What a change does, whatever its formatting: equal for patches that differ in whitespace, line breaks, comments,
 * quote style, trailing commas and semicolons alone. Hunks that only reformat count as no change.
 */
export function changeFingerprint(patch: string): string {
  const files = readPatch(patch)
    .map(({ path, header, hunks }) => {
      const sides = hunks.map((hunk) => [sideTokens(path, hunk.old), sideTokens(path, hunk.now)] as const);
      const real = sides.filter(([old, now]) => old.all.join('\n') !== now.all.join('\n'));
      const removed = real.flatMap(([old]) => old.changed);
      const added = real.flatMap(([, now]) => now.changed);
      return { path, header, removed, added };
    })
    .filter((file) => file.header.length + file.removed.length + file.added.length > 0)
    .map((file) => JSON.stringify(file));
  return createHash('sha256').update(files.sort().join('\n')).digest('hex');
}

/** Comments and strings are told apart over the whole side of a hunk. */
function sideTokens(path: string, block: Block): { all: string[]; changed: string[] } {
  const tokens = canonicalTokens(path, block.map((line) => line.text).join('\n'));
  const changed = tokens.filter((token) => block[token.line]?.changed);
  return { all: tokens.map((token) => token.text), changed: changed.map((token) => token.text) };
}
