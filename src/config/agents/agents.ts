import { basename, dirname, join, resolve } from 'node:path';
import type { AgentDefinition, AgentFault, AgentView } from '../../schema/agents/agent.ts';
import { oneLine } from '../fault.ts';
import type { Settings } from '../load.ts';
import { type Env, statePaths, tilde } from '../paths.ts';
import { assignRoles, selectLadder } from '../policy/ladder.ts';
import {
  type AgentFolder,
  builtInFolder,
  type ParseAgent,
  readAgentFiles,
  readAgentFolder,
  repositoryAgents,
} from './agent-folders.ts';
import { type AgentRules, overlay } from './agent-layers.ts';

export interface AgentsInput {
  env: Env;
  /** The scope folder, and the top of its work tree; null: nothing of a repository is read. */
  target: { dir: string; top: string } | null;
  limits: AgentRules['limits'];
  /** The names of the tiers that a file may name; null: any. */
  tiers: string[] | null;
  /** Whoever loads the same files more than once passes one `parsingOnce()`. */
  parse?: ParseAgent;
}

export interface LoadedAgents {
  agents: Record<string, AgentDefinition>;
  errors: AgentFault[];
}

/**
 * Loads the agents of the package, then the user's, then the repository's; a later agent replaces an earlier one with
 * the same id. A faulty file is reported and does not affect the others. Without an input: the package's agents only.
 */
export async function loadAgents(input?: AgentsInput): Promise<LoadedAgents> {
  const layers = await Promise.all(foldersFor(input).map((folder) => readAgentFolder(folder, input?.parse)));
  const { agents, faults } = overlay(layers, rulesFor(input));
  return { agents, errors: uniqueFaults([...layers.flatMap((layer) => layer.faults), ...faults]) };
}

interface Parts {
  env: Env;
  target: () => Promise<AgentsInput['target']>;
  settings: () => Promise<Settings>;
  parse: ParseAgent;
}

/** Looking at the agent files of a target. */
export function agentFiles({ env, target, settings, parse }: Parts) {
  const input = async (): Promise<AgentsInput> => {
    const { limits, tiers } = (await settings()).values;
    return { env, target: await target(), limits, tiers: tiers.map(({ name }) => name), parse };
  };
  return {
    async agents(): Promise<{ agents: AgentView[]; errors: AgentFault[] }> {
      const { agents, errors } = await loadAgents(await input());
      const loaded = await settings();
      return { agents: Object.values(agents).map((agent) => viewOf(agent, loaded)), errors };
    },
    checkAgents: async (files: string[]) =>
      checkFiles(
        files.map((file) => resolve(file)),
        await input(),
      ),
  };
}

/** All that is wrong with these files, or with every file that a run would load. */
async function checkFiles(files: string[], input: AgentsInput): Promise<{ checked: number; errors: AgentFault[] }> {
  const folders = foldersFor(input);
  const layers = await Promise.all(folders.map((folder) => readAgentFolder(folder, input.parse)));
  const folderOf = (file: string): AgentFolder =>
    folders.find(({ path }) => path === dirname(file)) ?? { kind: 'user', path: dirname(file) };
  const extraLayers = await Promise.all(files.map((file) => readAgentFiles(folderOf(file), [basename(file)])));
  const { faults } = overlay([...layers, ...extraLayers], rulesFor(input));
  const all = uniqueFaults([...[...layers, ...extraLayers].flatMap((layer) => layer.faults), ...faults]);
  if (files.length > 0) return { checked: files.length, errors: all.filter(({ file }) => files.includes(file)) };
  const sound = layers.flatMap((layer) => layer.files.map(({ file }) => file));
  return { checked: new Set([...sound, ...all.map(({ file }) => file)]).size, errors: all };
}

/** An agent as a person looks for it: who it is, who thinks for it, and where it comes from. */
function viewOf(agent: AgentDefinition, { values, flags }: Settings): AgentView {
  const { id, description, role, source, max_iterations, actions, delegates } = agent;
  const tiers = selectLadder(values, flags);
  const strongest = tiers.findLast((tier) => tier.model !== null)?.name ?? null;
  const ofRole = role === null ? strongest : (assignRoles(tiers, values.roles).roles[role] ?? null);
  // The developer has the whole ladder.
  const tier = agent.tier ?? (id === 'developer' ? null : ofRole);
  return { id, description, role, tier, source, max_iterations, actions, delegates };
}

export const faultLine = ({ file, line, message }: AgentFault): string => `${file}:${line}: ${message}`;

function foldersFor(input?: AgentsInput): AgentFolder[] {
  const builtIn: AgentFolder = { kind: 'built-in', path: builtInFolder() };
  if (!input) return [builtIn];
  const { target } = input;
  const repository = target === null ? [] : [...new Set([target.top, target.dir])].map(repositoryAgents);
  return [builtIn, { kind: 'user', path: userFolder(input.env) }, ...repository];
}

const userFolder = (env: Env): string => join(dirname(statePaths(env).user_config), 'agents');

function rulesFor(input?: AgentsInput): AgentRules {
  if (!input) return { limits: { react_steps: 0, developer_steps: 0 }, tiers: null, user_folder: '' };
  const { env, limits, tiers } = input;
  return { limits, tiers, user_folder: tilde(userFolder(env), statePaths(env).home) };
}

/** Each fault once, and as one harmless line. */
function uniqueFaults(faults: AgentFault[]): AgentFault[] {
  const lines = new Map<string, AgentFault>();
  for (const { file, line, message } of faults) {
    const fault = { file: oneLine(file), line, message: oneLine(message) };
    lines.set(faultLine(fault), fault);
  }
  return [...lines.values()];
}
