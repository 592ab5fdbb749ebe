import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentFile, parseAgent } from '../../agents/file/parse.ts';
import type { AgentFault } from '../../schema/agents/agent.ts';
import { readText } from '../read.ts';
import { type Listing, listInside, readInside } from '../read-inside.ts';

export interface AgentFolder {
  kind: 'built-in' | 'user' | 'repository';
  path: string;
  /** The folder of a repository that it is in: no link below that is followed. */
  repository?: string;
}

/** What a folder holds: the agents that could be read, and what is wrong with the others. */
export interface AgentLayer {
  kind: AgentFolder['kind'];
  files: AgentFile[];
  faults: AgentFault[];
}

const ending = '.agent.md';
const maxFiles = 100;
const maxNames = 10_000;
const maxBytes = 64 * 1024;

export type ParseAgent = typeof parseAgent;

/** A file that is read again is parsed again only where its text is another one. */
export function parsingOnce(): ParseAgent {
  const parses = new Map<string, { text: string; parsed: ReturnType<ParseAgent> }>();
  return (text, file, source) => {
    const last = parses.get(file);
    const parsed = last?.text === text ? last.parsed : parseAgent(text, file, source);
    parses.set(file, { text, parsed });
    return parsed;
  };
}

export async function readAgentFolder(folder: AgentFolder, parse: ParseAgent = parseAgent): Promise<AgentLayer> {
  const listing = await (folder.repository === undefined
    ? listOwn(folder.path)
    : listInside({ folder: folder.repository, parts: ownAgents }, maxNames));
  const layer: AgentLayer = { kind: folder.kind, files: [], faults: [] };
  const refuse = (message: string): AgentLayer => ({ ...layer, faults: [{ file: folder.path, line: 1, message }] });
  if (listing.is === 'missing') return layer;
  if (listing.is === 'unreadable') return refuse(listing.reason);
  const names = listing.names.filter((name) => name.endsWith(ending)).sort();
  return names.length > maxFiles ? refuse(`more than ${maxFiles} agent files`) : readAgentFiles(folder, names, parse);
}

export async function readAgentFiles(
  folder: AgentFolder,
  names: string[],
  parse: ParseAgent = parseAgent,
): Promise<AgentLayer> {
  const { kind, path, repository } = folder;
  const layer: AgentLayer = { kind, files: [], faults: [] };
  for (const name of names) {
    const file = join(path, name);
    const reading = await (repository === undefined
      ? readText(file, { plain: true, max_bytes: maxBytes })
      : readInside({ folder: repository, parts: [...ownAgents, name] }, maxBytes));
    if (reading.is === 'text') {
      const parsed = parse(reading.text, file, kind === 'built-in' ? 'built-in' : file);
      if (parsed.ok) layer.files.push(parsed);
      else layer.faults.push(...parsed.faults);
    } else
      layer.faults.push({ file, line: 1, message: reading.is === 'unreadable' ? reading.reason : why[reading.is] });
  }
  return layer;
}

/** The agents that a repository brings, below one of its folders. */
export function repositoryAgents(repository: string): AgentFolder {
  return { kind: 'repository', path: join(repository, ...ownAgents), repository };
}

const ownAgents = ['.pawl', 'agents'];

const why = {
  missing: 'there is no such file',
  too_large: 'it is larger than 64 KB',
  not_utf8: 'it is not valid UTF-8 text',
};

async function listOwn(path: string): Promise<Listing> {
  try {
    return { is: 'names', names: await readdir(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT'
      ? { is: 'missing' }
      : { is: 'unreadable', reason: `cannot be read: ${code ?? String(error)}` };
  }
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
