import type { Clock } from '../../ports/clock.ts';
import { ConfigError } from '../../ports/errors.ts';
import type { Developer, Developers } from '../../ports/outside/developer.ts';
import type { Models } from '../../ports/outside/model.ts';
import type { AgentDefinition } from '../../schema/agents/agent.ts';
import type { Tier } from '../../schema/settings/policy.ts';
import type { ExternalParts } from './external/parts.ts';
import { nativeDeveloper } from './native.ts';

interface Parts extends ExternalParts {
  models: Models;
  /** The developer's own agent file. */
  agent: AgentDefinition | undefined;
  clock: Clock;
  random: () => number;
}

/** The developer of a tier: a model with our tools, or somebody else's agent. */
export function openDevelopers({ models, agent, ...parts }: Parts): Developers {
  return {
    async open(tier: Tier): Promise<Developer> {
      switch (tier.developer) {
        case 'native':
          if (!agent) throw new ConfigError('there is no developer agent');
          return nativeDeveloper({ ...parts, agent, model: await models.open(tier) });
        case 'command':
          return (await import('./command.ts')).commandDeveloper(parts);
        case 'acp':
          return (await import('./acp/acp.ts')).acpDeveloper(parts);
        case 'repair':
          return (await import('./repair.ts')).repairDeveloper(parts);
      }
    },
  };
}
