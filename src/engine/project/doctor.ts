import { isRepairOnly } from '../../core/task/ladder.ts';
import { StateDamaged, Unfit } from '../../ports/errors.ts';
import type { AgentFault } from '../../schema/agents/agent.ts';
import type { Survey } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Look } from '../housekeeping.ts';
import type { Wiring } from '../wiring.ts';
import { surveyLines } from './survey.ts';

export interface Patient extends Pick<Wiring, 'target' | 'configured' | 'sandbox' | 'journal' | 'memory'> {
  settings: () => Promise<{ notes: string[]; values: { sandbox: Policy['sandbox'] } }>;
  /** Who thinks, and what is wrong with agent files that were left out. */
  agentFiles: () => Promise<{ agents: { id: string }[]; errors: AgentFault[] }>;
  /** Why the machine's own folder cannot be written; nothing where it can. */
  unwritable: () => string[];
  /** Folders that an earlier version kept its state in. */
  oldState: () => Promise<string[]>;
  leftovers: () => Promise<string>;
  /** How the project is tested, proven by running its tests. */
  survey: () => Promise<Survey>;
}

/** What `pawl doctor` looks at: each look says what it found, or throws what is to be done. */
export function looksAt(patient: Patient): Record<string, Look> {
  return {
    git: async () => `repository ${(await patient.target()).top}`,
    configuration: async () => (await patient.settings()).notes.join('; ') || 'valid',
    tiers: async () => {
      const { policy, notes } = await patient.configured('run');
      const usable = policy.tiers.map((tier) => `${tier.name} (${tier.model ?? tier.command[0] ?? 'no model'})`);
      const detail = [`usable: ${usable.join(', ')}`, ...notes].join('; ');
      if (!isRepairOnly(policy)) return detail;
      const cure = 'set a key or start a local model server, then run pawl setup';
      return { detail: `${detail}; pawl run needs a model: ${cure}`, works_without_model: true };
    },
    sandbox: async () => {
      const configured = (await patient.settings()).values.sandbox;
      const reason = await patient.sandbox(configured).unfit();
      if (reason) throw new Unfit(reason);
      return `${configured.kind} works`;
    },
    agents: async () => {
      const { agents, errors } = await patient.agentFiles();
      return [
        agents.map(({ id }) => id).join(', '),
        ...errors.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      ].join('; ');
    },
    state: async () => {
      const stores = await Promise.all([patient.journal(), patient.memory()]);
      const faults = [patient.unwritable(), ...(await Promise.all(stores.map((store) => store.check())))].flat();
      if (faults.length > 0) throw new StateDamaged(faults.join('; '));
      const old = await patient.oldState();
      return ['sound', ...old.map((folder) => `${folder} is not used any more and can be deleted`)].join('; ');
    },
    tests: async () => surveyLines(await patient.survey()).join('\n'),
    leftovers: patient.leftovers,
  };
}
