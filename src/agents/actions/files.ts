import { PathRefused } from '../../ports/errors.ts';
import type { Workspace } from '../../ports/repo.ts';
import { type Action, type ActionResult, text, tool } from '../action.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const maxLines = 400;
const maxCharacters = 16_000;

export function readAction(workspace: Workspace): Action {
  return {
    spec: tool('read', 'Read a file, or lines from..to of it.', { path: string, from: integer, to: integer }, [
      'from',
      'to',
    ]),
    run: (input) =>
      guarded(async () => {
        const bytes = await workspace.read(text(input, 'path'));
        if (!bytes) return { observation: `No file ${text(input, 'path')}.` };
        if (bytes.includes(0)) return { observation: `${text(input, 'path')} is binary (${bytes.length} bytes).` };
        const content = new TextDecoder().decode(bytes);
        return { observation: page(content, Number(input.from ?? 1), Number(input.to ?? Number.MAX_SAFE_INTEGER)) };
      }),
  };
}

export function searchAction(workspace: Workspace): Action {
  return {
    spec: tool('search', 'Search file contents (regex) under a path or glob.', { query: string, scope: string }, [
      'scope',
    ]),
    run: (input) =>
      guarded(async () => {
        const rows = await workspace.search(text(input, 'query'), text(input, 'scope') || null);
        if (rows.length === 0) return { observation: 'No match.' };
        return { observation: cut(rows.map((row) => `${row.path}:${row.line}: ${row.text}`).join('\n')) };
      }),
  };
}

export function editAction(workspace: Workspace, isProtected: (path: string) => boolean): Action {
  return {
    spec: tool('edit', 'Replace the one occurrence of old by new in a file.', {
      path: string,
      old: string,
      new: string,
    }),
    run: (input) =>
      guarded(async () => {
        const path = text(input, 'path');
        const [before, after] = [text(input, 'old'), text(input, 'new')];
        const bytes = await workspace.read(path);
        if (!bytes) return { observation: `No file ${path}: use write to make it.` };
        const content = exactText(bytes);
        if (content === null) return { observation: `${path} is not UTF-8 text: it cannot be edited.` };
        const found = before === '' ? 0 : content.split(before).length - 1;
        if (found === 0)
          return {
            observation: `old does not occur in ${path}: read it and copy the text exactly. Nothing was changed.`,
          };
        if (found > 1)
          return {
            observation: `old occurs ${found} times in ${path}: give more of the text around it. Nothing was changed.`,
          };
        await workspace.write(
          path,
          content.replace(before, () => after),
        );
        return { observation: `Edited ${path}.${warn(isProtected, path)}`, changed: true };
      }),
  };
}

export function writeAction(workspace: Workspace, isProtected: (path: string) => boolean): Action {
  return {
    spec: tool('write', 'Create or replace a whole file.', { path: string, content: string }),
    run: (input) =>
      guarded(async () => {
        const path = text(input, 'path');
        await workspace.write(path, text(input, 'content'));
        return { observation: `Wrote ${path}.${warn(isProtected, path)}`, changed: true };
      }),
  };
}

const warn = (isProtected: (path: string) => boolean, path: string): string =>
  isProtected(path) ? ' It is protected: the judge refuses changes to it. Put it back, and test in a new file.' : '';

/** A path the workspace refuses is the model's mistake, not ours. */
async function guarded(work: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PathRefused) return { observation: `Refused: ${error.message}` };
    throw error;
  }
}

/** Text that gives the same bytes again; null for bytes that are not UTF-8. A byte order mark stays. */
function exactText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // Replacement characters would be written back over what was there.
  }
}

/** Numbered lines, as many as fit, and where to go on. */
function page(content: string, from: number, to: number): string {
  const lines = content.split('\n');
  const start = Math.max(1, from);
  const last = Math.min(lines.length, to);
  if (start > last) return `There are no such lines: the file has ${lines.length}.`;
  const shown: string[] = [];
  let size = 0;
  for (const line of lines.slice(start - 1, Math.min(last, start + maxLines - 1))) {
    size += line.length + 8;
    if (size > maxCharacters && shown.length > 0) break;
    shown.push(`${start + shown.length}\t${line}`);
  }
  const next = start + shown.length;
  const more = next <= last ? `\n(${lines.length - next + 1} more lines: read from ${next})` : '';
  return `${cut(shown.join('\n'))}${more}`;
}

const cut = (shown: string): string =>
  shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}\n(cut: ask for less)` : shown;
