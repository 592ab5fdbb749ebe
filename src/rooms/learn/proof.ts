import { type FilePatch, type Hunk, readPatch } from '../../code/patch/patch.ts';
import { clip } from '../../core/clip.ts';

/** The change that got past a failure. */
export interface Proof {
  files: string[];
  /** Cut where it is long. */
  diff: string;
  /** Its smallest edit in words: what stood there before, and what after. */
  edit: string;
}

const diffBytes = 3000;

/** The part of a patch that is of the product; null where that is nothing. */
export function proofIn(
  patch: string,
  isProduct: (path: string) => boolean,
  redact: (text: string) => string,
): Proof | null {
  const files = readPatch(patch).flatMap(({ name, hunks }) =>
    name !== null && hunks.length > 0 && isProduct(name) ? [{ name, hunks }] : [],
  );
  if (files.length === 0) return null;
  const edits = files
    .flatMap((file) => file.hunks.map((hunk) => ({ file, hunk })))
    .sort((one, other) => sizeOf(one.hunk) - sizeOf(other.hunk));
  const [smallest] = edits;
  return {
    files: files.map(({ name }) => name),
    diff: clip(redact(files.map(shownFile).join('\n')), diffBytes),
    edit: smallest ? redact(inWords(smallest.hunk)) : '',
  };
}

const changed = (block: Hunk['old']): string[] => block.filter((line) => line.changed).map(({ text }) => text);
const sizeOf = ({ old, now }: Hunk): number => [...changed(old), ...changed(now)].join('\n').length;

function inWords({ old, now }: Hunk): string {
  const [before, after] = [old, now].map((block) => clip(changed(block).join(' ').replaceAll(/\s+/g, ' ').trim(), 400));
  if (!before) return `add: ${after}`;
  return after ? `instead of: ${before} write: ${after}` : `remove: ${before}`;
}

/** The changed lines alone. */
const shownFile = ({ name, hunks }: Pick<FilePatch, 'name' | 'hunks'>): string =>
  [`--- ${name}`, ...hunks.map(shownHunk)].join('\n');

const shownHunk = ({ old, now, at }: Hunk): string =>
  [`@@ line ${at.now + 1}`, ...changed(old).map((text) => `-${text}`), ...changed(now).map((text) => `+${text}`)].join(
    '\n',
  );
