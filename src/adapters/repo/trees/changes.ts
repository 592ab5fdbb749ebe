import type { FileChange } from '../../../ports/outside/repo.ts';
import { pathToBytes } from '../path-text.ts';
import type { Entry } from './tree-walk.ts';

/**
 * What differs between the entries of two trees, with the lines that a patch of them counts; null where patch and
 * entries do not agree one to one (a file that became a link is two parts of a patch).
 */
export function changesBetween(before: readonly Entry[], after: readonly Entry[], patch: string): FileChange[] | null {
  const old = new Map(before.map((entry) => [entry.path, entry]));
  const young = new Map(after.map((entry) => [entry.path, entry]));
  const isSame = (path: string) => {
    const [one, other] = [old.get(path), young.get(path)];
    return one?.oid === other?.oid && one?.mode === other?.mode;
  };
  const paths = [...new Set([...old.keys(), ...young.keys()])].filter((path) => !isSame(path));
  const lines = linesIn(patch);
  if (lines.length !== paths.length) return null;
  return paths
    .map((path) => ({ path, bytes: pathToBytes(path) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ path }, at) => {
      const status = !old.has(path) ? 'added' : young.has(path) ? 'modified' : 'deleted';
      return { path, status, insertions: 0, deletions: 0, ...lines[at] };
    });
}

/** The lines that each part of a patch adds and takes away, by what its hunks say of themselves. */
function linesIn(patch: string): { insertions: number; deletions: number }[] {
  const parts: { insertions: number; deletions: number }[] = [];
  let [old, young] = [0, 0];
  for (const line of patch.split('\n')) {
    const part = parts.at(-1);
    if (part && (old > 0 || young > 0)) {
      if (line.startsWith('+')) part.insertions += 1;
      if (line.startsWith('-')) part.deletions += 1;
      if (!/^[+\\]/.test(line)) old -= 1;
      if (!/^[-\\]/.test(line)) young -= 1;
    } else if (line.startsWith('diff --git ')) parts.push({ insertions: 0, deletions: 0 });
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (hunk) [old, young] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    }
  }
  return parts;
}
