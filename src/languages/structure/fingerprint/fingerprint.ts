import { createHash } from 'node:crypto';
import type { Changed, Changes } from '../../../code/fingerprint/changes.ts';
import { digest } from '../../../code/fingerprint/names.ts';
import { type Node, node, written } from '../../../code/fingerprint/node.ts';
import { Sketch } from '../../../code/fingerprint/sketch.ts';
import { type Block, type FilePatch, readPatch } from '../../../code/patch/patch.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { canonicalTokens } from './tokens.ts';
import { structuralChanges } from './versions.ts';

/** Fingerprints of different versions are never compared. */
export const version = 'v4';

/**
 * What a change does, however it is written: `<version>:<hash>:<words>:<sketch>`. The hash is equal for patches that differ in
 * formatting, comments, the names of what they declare, the order of commutative operands and the like (docs/loops.md).
 * Words and sketch tell changes that are nearly so: `similarity` of core/loop-detector compares them. `texts` are the
 * changed files as they are afterwards, by their names; of others, what the patch shows has to do.
 */
export async function changeFingerprint(
  patch: string,
  texts: ReadonlyMap<string, string>,
  parsers: Parsers,
): Promise<string> {
  const sketch = new Sketch();
  const patched = readPatch(patch).sort((a, b) => (a.path < b.path ? -1 : 1));
  const changes = await structuralChanges(patched, texts, parsers);
  const files = patched.flatMap((file, at) => {
    const { removed, added } = changes[at] ?? tokenChanges(file);
    if (file.header.length + removed.length + added.length === 0) return [];
    const salt = digest(file.path);
    for (const { tree } of removed) sketch.add(tree, 0.25, digest('removed', salt));
    for (const { tree, place, behind } of added) {
      sketch.add(node('in', `${place} ${behind}`, [tree]), 1, salt);
      for (const word of wordsOf(tree)) sketch.word(word);
    }
    return [JSON.stringify([file.path, file.header, removed.map(parts), added.map(parts)])];
  });
  const hash = hashOf(files.join('\n'));
  return `${version}:${hash}:${sketch.words}:${sketch.encode()}`;
}

const parts = ({ tree, depth, place, behind }: Changed) => [depth, place, behind, written(tree)];

function tokenChanges(file: FilePatch): Changes {
  const sides = file.hunks.map((hunk) => [tokensOf(file.path, hunk.old), tokensOf(file.path, hunk.now)] as const);
  const real = sides.filter(([old, now]) => old.all.join('\n') !== now.all.join('\n'));
  return { removed: real.flatMap(([old]) => old.changed), added: real.flatMap(([, now]) => now.changed) };
}

const mostTokenised = 1024 * 1024;

/** Text that is no source of a known language: its tokens, line by line. Comments and strings are told apart over the whole side of a hunk. */
function tokensOf(path: string, block: Block): { all: string[]; changed: Changed[] } {
  const text = block.map((line) => line.text).join('\n');
  if (text.length > mostTokenised) return asOne(text, block);
  const tokens = canonicalTokens(path, text);
  const changed = tokens.filter((token) => block[token.line]?.changed).map((token) => node('token', token.text));
  const tree = node('text', '', changed);
  return {
    all: tokens.map((token) => token.text),
    changed: changed.length > 0 ? [{ tree, depth: 0, place: '', behind: '' }] : [],
  };
}

/** Megabytes are data, or meant to keep us busy: equal only where they are the same. */
function asOne(text: string, block: Block): { all: string[]; changed: Changed[] } {
  const changedLines = block.filter((line) => line.changed).map((line) => line.text);
  const tree = node('text', '', [node('token', hashOf(changedLines.join('\n')))]);
  return { all: [hashOf(text)], changed: changedLines.length > 0 ? [{ tree, depth: 0, place: '', behind: '' }] : [] };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Names that the change made up, and prose, may be any. Where order counts, what comes first is part of the word. */
function wordsOf(tree: Node): string[] {
  const { kind, text, kids } = tree;
  const isAny = text === '' || text.startsWith('$') || (kind === 'string' && /\p{L}\s+\p{L}/u.test(text));
  const first = kind === 'binary' && kids[0] ? written(kids[0]) : '';
  const word = kind === 'any' || kind === 'all' ? `binary ${text}` : `${kind} ${text} ${first}`;
  return [...(isAny ? [] : [word]), ...kids.flatMap(wordsOf)];
}
