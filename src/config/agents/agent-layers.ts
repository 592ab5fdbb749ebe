import { missingFrom } from '../../agents/file/keeps.ts';
import type { AgentFile } from '../../agents/file/parse.ts';
import type { AgentDefinition, AgentFault } from '../../schema/agents/agent.ts';
import type { Limits } from '../../schema/settings/config.ts';
import type { AgentLayer } from './agent-folders.ts';

/** What an agent file may ask for. */
export interface AgentRules {
  limits: Pick<Limits, 'react_steps' | 'developer_steps'>;
  /** The names of the tiers that a file may name; null: any. */
  tiers: string[] | null;
  /** The user's own folder, as a message names it. */
  user_folder: string;
}

interface Standing {
  file: AgentFile;
  kind: AgentLayer['kind'];
}

/** An agent of a later layer replaces the one with its id, unless it breaks a rule: then the earlier one stays. */
export function overlay(
  layers: AgentLayer[],
  rules: AgentRules,
): { agents: Record<string, AgentDefinition>; faults: AgentFault[] } {
  const faults: AgentFault[] = [];
  const leaveOut = ({ file, lineOf }: AgentFile, path: (string | number)[], message: string): false => {
    faults.push({ file, line: lineOf(path), message });
    return false;
  };
  const trusted = new Map<string, AgentDefinition>();
  const house = new Map<string, AgentDefinition>();
  let standing: Standing[] = [];
  for (const { kind, files } of layers) {
    const filesById = new Map<string, string>();
    for (const file of files) {
      const { agent } = file;
      const twin = filesById.get(agent.id);
      if (twin !== undefined) {
        leaveOut(file, ['id'], `the id '${agent.id}' is taken by ${twin}`);
        continue;
      }
      filesById.set(agent.id, file.file);
      const broken = brokenRule(file, kind, rules, house.get(agent.id), trusted.get(agent.id));
      if (broken) {
        leaveOut(file, broken.at, broken.message);
        continue;
      }
      if (kind === 'built-in') house.set(agent.id, agent);
      if (kind !== 'repository') trusted.set(agent.id, agent);
      standing.push({ file, kind });
    }
  }

  // An agent that is left out may have been a delegate of another, which is then left out as well.
  for (let before = -1; before !== standing.length; ) {
    before = standing.length;
    const ids = new Set(standing.map(({ file }) => file.agent.id));
    standing = standing.filter(({ file }) => {
      const index = file.agent.delegates.findIndex((id) => !ids.has(id));
      if (index < 0) return true;
      const name = file.agent.delegates[index];
      return leaveOut(file, ['delegates', index], `there is no agent '${name}' to delegate to`);
    });
  }
  // Without a prototype, so that no id finds what is not there.
  const agents: Record<string, AgentDefinition> = Object.create(null);
  for (const { file } of standing) agents[file.agent.id] = file.agent;
  return { agents, faults };
}

function brokenRule(
  { agent }: AgentFile,
  kind: AgentLayer['kind'],
  { limits, tiers, user_folder }: AgentRules,
  house: AgentDefinition | undefined,
  trusted: AgentDefinition | undefined,
): { at: string[]; message: string } | null {
  if (kind === 'built-in') return null;
  if (agent.tier !== null && kind === 'repository')
    return { at: ['tier'], message: `\`tier\` cannot be set by the repository: put the file into ${user_folder}` };
  if (agent.tier !== null && tiers && !tiers.includes(agent.tier))
    return { at: ['tier'], message: `unknown tier '${agent.tier}' (known: ${tiers.join(', ')})` };
  const limit = agent.id === 'developer' ? limits.developer_steps : limits.react_steps;
  const most = Math.max(limit, trusted?.max_iterations ?? 0);
  if (kind === 'repository' && (agent.max_iterations ?? 0) > most)
    return { at: ['max_iterations'], message: `a repository may only lower max_iterations, to at most ${most}` };
  const output = house?.contract.output;
  const missing = output ? missingFrom(agent.contract.output, output) : null;
  if (missing) return { at: ['contract', 'output'], message: `it replaces the built-in ${agent.id}: ${missing}` };
  return null;
}
