import type { Workspace } from '../../ports/outside/repo.ts';
import { marksIn } from '../../schema/code/redaction.ts';
import { type Action, text, tool } from '../action.ts';
import { replaceDrifted, withEndsOf } from './drift.ts';
import { cut, guarded, maxCharacters } from './observing.ts';
import { posix } from './posix.ts';
import { ranked } from './ranked.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const maxLines = 400;
/** Names for the whole repository. */
export const everywhere: ReadonlySet<string> = new Set(['', '.', './', 'full_codebase']);

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

export function searchAction(workspace: Pick<Workspace, 'search'>): Action {
  return {
    spec: tool('search', 'Search file contents (regex) under a path or glob.', { query: string, scope: string }, [
      'scope',
    ]),
    run: (input) =>
      guarded(async () => {
        const query = posix(text(input, 'query'));
        if (query === null || query.includes('\0')) return { observation: `Refused: ${unsearchable}` };
        const scope = text(input, 'scope');
        const rows = await workspace.search(query, everywhere.has(scope) ? null : scope);
        if (rows.length === 0) return { observation: 'No match.' };
        return { observation: cut(ranked(rows)) };
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
        const refused = inventsMarks(before, content) ?? inventsMarks(after, content);
        if (refused) return { observation: refused };
        const exact = before === '' ? 0 : content.split(before).length - 1;
        const drifted = exact === 0 ? replaceDrifted(content, before, after) : { found: exact };
        const { found } = drifted;
        if (found === 0)
          return {
            observation: `old does not occur in ${path}: read it and copy the text exactly. Nothing was changed.`,
          };
        if (found > 1)
          return {
            observation: `old occurs ${found} times in ${path}: give more of the text around it. Nothing was changed.`,
          };
        const edited =
          'content' in drifted ? drifted.content : content.replace(before, () => withEndsOf(content, after));
        await workspace.write(path, edited);
        const how = exact === 0 ? ' White space differed: the file keeps its own.' : '';
        return { observation: `Edited ${path}.${how}${warn(isProtected, path)}`, changed: true };
      }),
  };
}

export function writeAction(workspace: Workspace, isProtected: (path: string) => boolean): Action {
  return {
    spec: tool('write', 'Create or replace a whole file.', { path: string, content: string }),
    run: (input) =>
      guarded(async () => {
        const [path, content] = [text(input, 'path'), text(input, 'content')];
        const there = marksIn(content).length > 0 ? await workspace.read(path) : null;
        const refused = inventsMarks(content, new TextDecoder().decode(there ?? new Uint8Array()));
        if (refused) return { observation: refused };
        await workspace.write(path, content);
        return { observation: `Wrote ${path}.${warn(isProtected, path)}`, changed: true };
      }),
  };
}

const unseen =
  'Refused: [redacted:…] stands where a secret is, which is not shown. Edit around it. Nothing was changed.';

/** A mark that the file itself does not hold would be written over a secret, or in place of one. */
const inventsMarks = (newText: string, oldText: string): string | null =>
  marksIn(newText).some((mark) => !oldText.includes(mark)) ? unseen : null;

const unsearchable = 'search knows POSIX extended expressions: no flags, no looking ahead or behind, no NUL.';

const warn = (isProtected: (path: string) => boolean, path: string): string =>
  isProtected(path) ? ' It is protected: the judge refuses changes to it. Put it back, and test in a new file.' : '';

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
  const rows: string[] = [];
  let size = 0;
  for (const line of lines.slice(start - 1, Math.min(last, start + maxLines - 1))) {
    size += line.length + 8;
    if (size > maxCharacters && rows.length > 0) break;
    rows.push(`${start + rows.length}\t${line}`);
  }
  const next = start + rows.length;
  const more = next <= last ? `\n(${lines.length - next + 1} more lines: read from ${next})` : '';
  return `${cut(rows.join('\n'))}${more}`;
}
