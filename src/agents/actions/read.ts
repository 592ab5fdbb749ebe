import { PathRefused } from '../../ports/errors.ts';
import type { Workspace } from '../../ports/outside/repo.ts';
import { type Action, text, tool } from '../action.ts';
import { cut, guarded, maxCharacters } from './observing.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const maxLines = 800;

/** `numbered`: for agents that name lines in their answers. One that edits copies what it reads, so it gets none. */
export function readAction(workspace: Workspace, { numbered }: { numbered: boolean }): Action {
  const number = (line: string, at: number) => (numbered ? `${at}\t${line}` : line);
  return {
    looks: true,
    spec: tool('read', 'Read a file, or lines from..to of it.', { path: string, from: integer, to: integer }, [
      'from',
      'to',
    ]),
    run: (input) =>
      guarded(async () => {
        const path = text(input, 'path');
        const bytes = await bytesOf(path, workspace);
        if (bytes === null) return { observation: await missing(path, workspace) };
        if (bytes.includes(0)) return { observation: `${path} is binary (${bytes.length} bytes).` };
        const lines = new TextDecoder().decode(bytes).split('\n');
        return { observation: page(lines, Number(input.from ?? 1), Number(input.to ?? lines.length), number) };
      }),
  };
}

/** Null for a folder as well, which is told apart by what is in it. */
async function bytesOf(path: string, workspace: Workspace): Promise<Uint8Array | null> {
  try {
    return await workspace.read(path);
  } catch (error) {
    if (error instanceof PathRefused && (await entriesOf(path, workspace)).length > 0) return null;
    throw error;
  }
}

const mostNames = 60;

/** What is there instead: the entries of a folder, or files of that name elsewhere. */
async function missing(path: string, workspace: Workspace): Promise<string> {
  const entries = await entriesOf(path, workspace);
  if (entries.length > 0) {
    const more = entries.length > mostNames ? `, and ${entries.length - mostNames} more` : '';
    return `${path} is a folder: ${entries.slice(0, mostNames).join(', ')}${more}`;
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  const others = (await workspace.list()).filter((other) => other === name || other.endsWith(`/${name}`));
  return `No file ${path}.${others.length > 0 && name !== '' ? ` There is ${others.slice(0, 5).join(', ')}.` : ''}`;
}

async function entriesOf(path: string, workspace: Workspace): Promise<string[]> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const prefix = parts.length === 0 ? '' : `${parts.join('/')}/`;
  const below = (await workspace.list()).flatMap((file) =>
    file.startsWith(prefix) ? [file.slice(prefix.length)] : [],
  );
  return [...new Set(below.map((rest) => rest.replace(/\/.*$/s, '/')))];
}

/** The lines, as many as fit, and where to go on. */
function page(lines: string[], from: number, to: number, format: (line: string, at: number) => string): string {
  const start = Math.max(1, from);
  const last = Math.min(lines.length, to);
  if (start > last) return `There are no such lines: the file has ${lines.length}.`;
  const rows: string[] = [];
  let size = 0;
  for (const line of lines.slice(start - 1, Math.min(last, start + maxLines - 1))) {
    size += line.length + 1;
    if (size > maxCharacters && rows.length > 0) break;
    rows.push(format(line, start + rows.length));
  }
  const next = start + rows.length;
  const more = next <= last ? `\n(${lines.length - next + 1} more lines: read from ${next})` : '';
  return `${cut(rows.join('\n'))}${more}`;
}
