import { isRepairOnly } from '../../core/task/ladder.ts';
import { NoModel, PawlError, StateDamaged, Unfit } from '../../ports/errors.ts';
import type { AgentFault } from '../../schema/agents/agent.ts';
import type { Check, Survey } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Wiring } from '../wiring.ts';
import { asideOwner } from './aside.ts';
import { surveyLines } from './survey.ts';

/** What a look says where all is well. It throws a `PawlError` that says what is to be done where it is not. */
type Look = () => Promise<string | Pick<Check, 'detail' | 'works_without_model'>>;

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

/** Looks at each thing; what cannot be looked at is not fit. */
export async function examine(looks: Record<string, Look>): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of Object.entries(looks)) {
    try {
      const seen = await look();
      checks.push({
        name,
        required: isRequired(name),
        ok: true,
        ...(typeof seen === 'string' ? { detail: seen } : seen),
      });
    } catch (error) {
      if (!(error instanceof PawlError)) throw error;
      const rest = error instanceof NoModel ? { works_without_model: true as const } : {};
      const required = isRequired(name) || stopping.has(error.reason);
      checks.push({ name, required, ok: false, detail: error.message, ...rest });
    }
  }
  return checks;
}

/** Why tests cannot be run: no run goes on from there. A project without tests may get some. */
const stopping = new Set(['tests_cannot_start', 'tests_do_not_end']);

/** What is about this project or only takes room leaves the machine fit. */
const isRequired = (name: string): boolean => name !== 'leftovers' && name !== 'tests';

export interface Leftovers extends Pick<Wiring, 'trust' | 'remove'> {
  exists: (folder: string) => Promise<boolean>;
  isRunning: (pid: number) => boolean;
  repair: boolean;
}

/** Private clones whose target is gone, or that a command left which was killed. */
export async function leftovers({ trust, exists, isRunning, remove, repair }: Leftovers): Promise<string> {
  const stale: string[] = [];
  for (const run of await trust.runs()) {
    const owner = asideOwner(run);
    if (owner !== null && isRunning(owner)) continue;
    const record = await trust.load(run);
    if (!record || !(await exists(record.target))) stale.push(run);
  }
  if (stale.length === 0) return 'none';
  if (!repair)
    throw new PawlError(
      'leftovers',
      `${stale.length} private clones belong to repositories that no longer exist: pawl doctor --repair removes them`,
      8,
    );
  let bytes = 0;
  for (const run of stale) bytes += await remove(run);
  return `removed ${stale.length} private clones (${bytes} bytes)`;
}
