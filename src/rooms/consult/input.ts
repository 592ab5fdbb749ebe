import { deepest, isRecord, tooDeep } from '../../agents/actions/standard/parts.ts';
import { readAs } from '../../agents/actions/standard/text/formats.ts';
import { misfit } from '../../agents/output/check-input.ts';
import { ConfigError } from '../../ports/errors.ts';
import type { AgentDefinition } from '../../schema/agents/agent.ts';

/** The data that a text holds: JSON, or YAML. Data stays as it is. */
export function inputFrom(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  const parsed = readAs(/^\s*[[{]/.test(input) ? 'json' : 'yaml', input);
  if ('refused' in parsed) throw new ConfigError(`the input cannot be read: ${parsed.refused}`, 'bad_input');
  return parsed.value;
}

/** The agent that a person means, if what they give it is what its contract asks for. */
export function agentFor(agents: Record<string, AgentDefinition>, id: string, input: unknown): AgentDefinition {
  const agent = Object.hasOwn(agents, id) ? agents[id] : undefined;
  if (!agent)
    throw new ConfigError(`there is no agent ${id}; the agents are ${Object.keys(agents).join(', ')}`, 'unknown_agent');
  if (!isRecord(input)) throw new ConfigError('the input must be an object', 'bad_input');
  if (tooDeep(input)) throw new ConfigError(`the input is nested more than ${deepest} levels deep`, 'bad_input');
  const fault = agent.contract.input ? misfit(input, agent.contract.input) : null;
  if (fault) throw new ConfigError(`the input does not fit the contract of ${id}: ${fault}`, 'bad_input');
  return agent;
}
