import { PathRefused } from '../../../ports/errors.ts';
import { globPattern } from '../glob.ts';
import { everywhere } from '../search.ts';
import { inputAt, isRecord, type Parts, textOf } from './parts.ts';
import { textFrom } from './text/value.ts';

export interface Source {
  /** A path, or the name of what it is. */
  name: string;
  text: string;
}

export interface Sources {
  sources: Source[];
  /** What was not looked at, and why. */
  left_out: string[];
}

const mostFiles = 500;
const mostCharacters = 20_000_000;

/** The texts that a target names: data, a draft, a file, a folder, a glob, or everything. */
export async function sourcesOf(target: string, parts: Parts, signal: AbortSignal): Promise<Sources> {
  const value = inputAt(target, parts.input);
  if (value !== undefined) return { sources: await fromInput(target, value, parts), left_out: [] };
  const draft = parts.drafts.get(target);
  if (draft !== undefined) return { sources: [{ name: target, text: draft }], left_out: [] };
  const paths = await pathsOf(target, parts);
  if (paths.length > 0) return readAll(paths, parts, signal);
  const inputValue = inputAt(`input.${target}`, parts.input);
  return {
    sources: inputValue === undefined ? [] : await fromInput(`input.${target}`, inputValue, parts),
    left_out: [],
  };
}

/** The paths of a file, a folder, a glob, or of everything. */
export async function pathsOf(target: string, { workspace }: Parts): Promise<string[]> {
  const all = await workspace.list();
  if (everywhere.has(target)) return all;
  const path = target.replace(/^\.\//, '').replace(/\/+$/, '');
  if (all.includes(path)) return [path];
  const below = all.filter((each) => each.startsWith(`${path}/`));
  if (below.length > 0) return below;
  const fits = globPattern(path);
  const matches = fits ? all.filter(fits) : [];
  if (matches.length > 0) return matches;
  return (await workspace.read(target)) ? [target] : []; // It may be ignored, or lead elsewhere.
}

/** A text may be the path of what is meant; data is looked at key by key. */
async function fromInput(name: string, value: unknown, parts: Parts): Promise<Source[]> {
  if (typeof value === 'string') {
    const isPath = value.length < 500 && !value.includes('\n') && (await parts.workspace.list()).includes(value);
    const bytes = isPath ? await parts.workspace.read(value) : null;
    const decoded = bytes ? textFrom(bytes) : null;
    return [decoded && 'text' in decoded ? { name: value, text: decoded.text } : { name, text: value }];
  }
  if (name !== 'input' || !isRecord(value)) return [{ name, text: textOf(value) }];
  const all = await Promise.all(Object.entries(value).map(([key, each]) => fromInput(`input.${key}`, each, parts)));
  return all.flat();
}

async function readAll(paths: string[], { workspace }: Parts, signal: AbortSignal): Promise<Sources> {
  const sources: Source[] = [];
  const left_out: string[] = [];
  let characters = 0;
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    if (index === mostFiles || characters > mostCharacters) {
      left_out.push(`${paths.length - index} more files: name fewer`);
      break;
    }
    const content = await readOne(path, workspace);
    if ('refused' in content) left_out.push(`${path} ${content.refused}`);
    else sources.push({ name: path, text: content.text });
    if ('text' in content) characters += content.text.length;
  }
  return { sources, left_out };
}

async function readOne(path: string, workspace: Parts['workspace']): Promise<{ text: string } | { refused: string }> {
  try {
    const bytes = await workspace.read(path);
    return bytes ? textFrom(bytes) : { refused: 'is gone' };
  } catch (error) {
    if (error instanceof PathRefused) return { refused: 'is not a plain file' };
    throw error;
  }
}
