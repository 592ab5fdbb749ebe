import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAgent } from '../agents/definition.ts';
import type { AgentDefinition } from '../schema/agent.ts';

/** The agent files that come with the package. One that cannot be read is named and stops no other. */
export async function loadAgents(): Promise<{ agents: Record<string, AgentDefinition>; errors: string[] }> {
  const agents: Record<string, AgentDefinition> = {};
  const errors: string[] = [];
  const folder = builtIn();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.agent.md')).sort()) {
    const parsed = parseAgent(await readFile(join(folder, name), 'utf8'), name);
    if (parsed.ok) agents[parsed.agent.id] = parsed.agent;
    else errors.push(parsed.error);
  }
  return { agents, errors };
}

/** The package's own folder, from the sources and from the bundle alike. */
function builtIn(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'agents', 'developer.agent.md'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the package has no agents folder');
    folder = parent;
  }
  return join(folder, 'agents');
}
