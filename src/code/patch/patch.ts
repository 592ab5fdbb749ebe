import { pathIn } from './added-lines.ts';

/** One side of a hunk: its lines in order, and which of them the patch touches. */
export type Block = { text: string; changed: boolean }[];

export interface Hunk {
  old: Block;
  now: Block;
  /** The line of the file, counted from 0, with which the hunk begins. */
  at: { old: number; now: number };
}

export interface FilePatch {
  /** Both names, as git puts them side by side. */
  path: string;
  /** What it is called afterwards; null where it is gone, or has no lines. */
  name: string | null;
  /** What the header says besides the content: modes, renames, binary content. */
  header: string[];
  hunks: Hunk[];
}

/** Reads git's unified diff. */
export function readPatch(patch: string): FilePatch[] {
  const files: FilePatch[] = [];
  let file: FilePatch | undefined;
  let hunk: Hunk | undefined;
  let index = '';
  let remaining = { old: 0, now: 0 };

  for (const line of patch.split('\n')) {
    if (hunk && (remaining.old > 0 || remaining.now > 0)) {
      const text = line.slice(1);
      if (line.startsWith('-')) {
        hunk.old.push({ text, changed: true });
        remaining.old -= 1;
      } else if (line.startsWith('+')) {
        hunk.now.push({ text, changed: true });
        remaining.now -= 1;
      } else if (!line.startsWith('\\')) {
        hunk.old.push({ text, changed: false });
        hunk.now.push({ text, changed: false });
        remaining = { old: remaining.old - 1, now: remaining.now - 1 };
      }
      continue;
    }
    const counts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (line.startsWith('diff --git ')) {
      file = { path: line.slice('diff --git '.length), name: null, header: [], hunks: [] };
      files.push(file);
      hunk = undefined;
      index = '';
    } else if (counts && file) {
      remaining = { old: Number(counts[2] ?? 1), now: Number(counts[4] ?? 1) };
      // A side without lines names the line before it.
      const at = (line: string | undefined, count: number) => Math.max(0, Number(line) - (count > 0 ? 1 : 0));
      hunk = { old: [], now: [], at: { old: at(counts[1], remaining.old), now: at(counts[3], remaining.now) } };
      file.hunks.push(hunk);
    } else if (line.startsWith('index ')) index = line;
    else if (file && line.startsWith('+++ ')) file.name = line === '+++ /dev/null' ? null : pathIn(line.slice(4));
    else if (file && /^(?:Binary files |GIT binary patch)/.test(line)) file.header.push(index);
    else if (file && /^(?:new|deleted|old) (?:file )?mode |^(?:rename|copy) /.test(line)) file.header.push(line);
  }
  return files;
}
