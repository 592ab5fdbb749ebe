import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentFile, parseAgent } from '../agents/file/parse.ts';
import type { AgentFault } from '../schema/agent.ts';
import { readText } from './read.ts';

export interface AgentFolder {
  kind: 'built-in' | 'user' | 'repository';
  path: string;
}

/** What a folder holds: the agents that could be read, and what is wrong with the others. */
export interface AgentLayer {
  kind: AgentFolder['kind'];
  files: AgentFile[];
  faults: AgentFault[];
}

const ending = '.agent.md';
const maxFiles = 100;
const maxBytes = 64 * 1024;

export async function readAgentFolder({ kind, path }: AgentFolder): Promise<AgentLayer> {
  const layer: AgentLayer = { kind, files: [], faults: [] };
  const refuse = (message: string): AgentLayer => ({ ...layer, faults: [{ file: path, line: 1, message }] });
  // A link could lead to files that are no business of the repository's.
  if (kind === 'repository' && (await anyLink([dirname(path), path]))) return refuse('it is a symbolic link');
  let names: string[];
  try {
    names = (await readdir(path)).filter((name) => name.endsWith(ending)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? layer : refuse(`cannot be read: ${code ?? String(error)}`);
  }
  if (names.length > maxFiles) return refuse(`more than ${maxFiles} agent files`);
  return readAgentFiles(
    kind,
    names.map((name) => join(path, name)),
  );
}

export async function readAgentFiles(kind: AgentFolder['kind'], paths: string[]): Promise<AgentLayer> {
  const layer: AgentLayer = { kind, files: [], faults: [] };
  for (const file of paths) {
    const reading = await readText(file, { plain: true, links: kind !== 'repository', max_bytes: maxBytes });
    if (reading.is === 'text') {
      const parsed = parseAgent(reading.text, file, kind === 'built-in' ? 'built-in' : file);
      if (parsed.ok) layer.files.push(parsed);
      else layer.faults.push(...parsed.faults);
    } else
      layer.faults.push({ file, line: 1, message: reading.is === 'unreadable' ? reading.reason : why[reading.is] });
  }
  return layer;
}

const why = {
  missing: 'there is no such file',
  too_large: 'it is larger than 64 KB',
  not_utf8: 'it is not valid UTF-8 text',
};

async function anyLink(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    const link = await lstat(path).then(
      (stat) => stat.isSymbolicLink(),
      () => false, // Reading the folder says what is wrong with it.
    );
    if (link) return true;
  }
  return false;
}

/** The package's own folder, from the sources and from the bundle alike. */
export function builtInFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'agents', 'developer.agent.md'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the package has no agents folder');
    folder = parent;
  }
  return join(folder, 'agents');
}
