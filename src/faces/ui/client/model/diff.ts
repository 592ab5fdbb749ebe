export interface DiffLine {
  kind: 'add' | 'del' | 'same' | 'hunk' | 'note';
  before: number | null;
  after: number | null;
  text: string;
}

export interface DiffFile {
  path: string;
  added: number;
  removed: number;
  lines: DiffLine[];
}

/** A patch as git writes it, file by file. What is not understood is kept as it is. */
export function readDiff(patch: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | null = null;
  let [before, after] = [0, 0];
  let inside = false;
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = { path: pathIn(line), added: 0, removed: 0, lines: [] };
      files.push(file);
      inside = false;
      continue;
    }
    if (!file) {
      if (line === '') continue;
      file = { path: '', added: 0, removed: 0, lines: [] };
      files.push(file);
    }
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      [before, after, inside] = [Number(hunk[1]), Number(hunk[2]), true];
      file.lines.push({ kind: 'hunk', before: null, after: null, text: line });
    } else if (!inside) {
      const [, name = null] = /^\+\+\+ (?:b\/)?(.*?)\t?$/.exec(line) ?? [];
      if (name !== null && name !== '/dev/null') file.path = unquoted(name);
      else if (!/^(?:index |--- )/.test(line) && name === null)
        file.lines.push({ kind: 'note', before: null, after: null, text: line });
    } else if (line.startsWith('+')) {
      file.added += 1;
      file.lines.push({ kind: 'add', before: null, after: after++, text: line.slice(1) });
    } else if (line.startsWith('-')) {
      file.removed += 1;
      file.lines.push({ kind: 'del', before: before++, after: null, text: line.slice(1) });
    } else if (line.startsWith('\\')) file.lines.push({ kind: 'note', before: null, after: null, text: line.slice(2) });
    else file.lines.push({ kind: 'same', before: before++, after: after++, text: line.slice(1) });
  }
  return files;
}

/** `diff --git a/x b/x`: both names are the same but for renames, where the second counts. */
function pathIn(line: string): string {
  const rest = line.slice('diff --git '.length);
  const half = (rest.length - 1) / 2;
  if (rest.slice(2, half) === rest.slice(half + 3)) return rest.slice(half + 3);
  return unquoted(/ "?b\/(.*)$/.exec(rest)?.[1] ?? rest);
}

const unquoted = (name: string): string => name.replace(/^"|"$/g, '').replace(/^b\//, '');
