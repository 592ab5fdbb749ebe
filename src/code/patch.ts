/** One side of a hunk: its lines in order, and which of them the patch touches. */
export type Block = { text: string; changed: boolean }[];

export interface FilePatch {
  path: string;
  /** What the header says besides the content: modes, renames, binary content. */
  header: string[];
  hunks: { old: Block; now: Block }[];
}

/** Reads git's unified diff. */
export function readPatch(patch: string): FilePatch[] {
  const files: FilePatch[] = [];
  let file: FilePatch | undefined;
  let hunk: FilePatch['hunks'][number] | undefined;
  let index = '';
  let left = { old: 0, now: 0 };

  for (const line of patch.split('\n')) {
    if (hunk && (left.old > 0 || left.now > 0)) {
      const text = line.slice(1);
      if (line.startsWith('-')) {
        hunk.old.push({ text, changed: true });
        left.old -= 1;
      } else if (line.startsWith('+')) {
        hunk.now.push({ text, changed: true });
        left.now -= 1;
      } else if (!line.startsWith('\\')) {
        hunk.old.push({ text, changed: false });
        hunk.now.push({ text, changed: false });
        left = { old: left.old - 1, now: left.now - 1 };
      }
      continue;
    }
    const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (line.startsWith('diff --git ')) {
      file = { path: line.slice('diff --git '.length), header: [], hunks: [] };
      files.push(file);
      hunk = undefined;
      index = '';
    } else if (counts && file) {
      hunk = { old: [], now: [] };
      left = { old: Number(counts[1] ?? 1), now: Number(counts[2] ?? 1) };
      file.hunks.push(hunk);
    } else if (line.startsWith('index ')) index = line;
    else if (file && /^(?:Binary files |GIT binary patch)/.test(line)) file.header.push(index);
    else if (file && /^(?:new|deleted|old) (?:file )?mode |^(?:rename|copy) /.test(line)) file.header.push(line);
  }
  return files;
}
