import { PathRefused } from '../../../ports/errors.ts';
import { pattern } from '../../output/pattern.ts';
import { everywhere } from '../files.ts';
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
  const given = inputAt(target, parts.input);
  if (given !== undefined) return { sources: await fromInput(target, given, parts), left_out: [] };
  const draft = parts.drafts.get(target);
  if (draft !== undefined) return { sources: [{ name: target, text: draft }], left_out: [] };
  const paths = await pathsOf(target, parts);
  if (paths.length > 0) return readAll(paths, parts, signal);
  const named = inputAt(`input.${target}`, parts.input);
  return { sources: named === undefined ? [] : await fromInput(`input.${target}`, named, parts), left_out: [] };
}

/** The paths of a file, a folder, a glob, or of everything. */
export async function pathsOf(target: string, { workspace }: Parts): Promise<string[]> {
  const all = await workspace.list();
  if (everywhere.has(target)) return all;
  const path = target.replace(/^\.\//, '').replace(/\/+$/, '');
  if (all.includes(path)) return [path];
  const below = all.filter((each) => each.startsWith(`${path}/`));
  if (below.length > 0) return below;
  const fits = glob(path);
  const found = fits ? all.filter(fits) : [];
  if (found.length > 0) return found;
  return (await workspace.read(target)) ? [target] : []; // It may be ignored, or lead elsewhere.
}

/** A text may be the path of what is meant; data is looked at key by key. */
async function fromInput(name: string, value: unknown, parts: Parts): Promise<Source[]> {
  if (typeof value === 'string') {
    const known = value.length < 500 && !value.includes('\n') && (await parts.workspace.list()).includes(value);
    const bytes = known ? await parts.workspace.read(value) : null;
    const read = bytes ? textFrom(bytes) : null;
    return [read && 'text' in read ? { name: value, text: read.text } : { name, text: value }];
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
    const read = await readOne(path, workspace);
    if ('refused' in read) left_out.push(`${path} ${read.refused}`);
    else sources.push({ name: path, text: read.text });
    if ('text' in read) characters += read.text.length;
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

/** `*` stays within a folder, `**` crosses folders, `{a,b}` is either; without a slash it is for every folder. */
function glob(written: string): ((path: string) => boolean) | null {
  if (!/[*?{]/.test(written)) return null;
  let depth = 0;
  const source = written.replace(/\*\*\/|\*\*|[*?{},]|[\\^$.+()[\]|]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?';
    if (sign === '**') return '.*';
    if (sign === '*') return '[^/]*';
    if (sign === '?') return '[^/]';
    if (sign === '{') return ++depth ? '(?:' : '';
    if (sign === '}') return depth > 0 && depth-- ? ')' : '\\}';
    if (sign === ',') return depth > 0 ? '|' : ',';
    return `\\${sign}`;
  });
  const made = pattern(`^${written.includes('/') ? '' : '(?:.*/)?'}${source}${')'.repeat(depth)}$`);
  return 'refused' in made ? null : (path) => made.test(path);
}
