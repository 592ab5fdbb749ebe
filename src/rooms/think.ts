import { deliverAction } from '../agents/actions/ending.ts';
import { readAction, searchAction } from '../agents/actions/files.ts';
import { type Outcome, react } from '../agents/react.ts';
import { scopedWorkspace } from '../agents/scoped.ts';
import { tierOf } from '../core/ladder.ts';
import { conversationKey } from '../core/run-state.ts';
import { ConfigError } from '../ports/errors.ts';
import type { World } from '../ports/world.ts';
import type { PawlEvent } from '../schema/event.ts';
import type { RoleName, Tier } from '../schema/policy.ts';
import type { Context } from './room.ts';

export type Thinkers = Pick<World, 'models' | 'repo' | 'blobs' | 'ledger' | 'clock' | 'agents' | 'random'>;

export interface Question {
  prompt: string;
  /** The commit or tree that it looks at. */
  commit: string;
  task: string | null;
  /** Tells repeated questions apart. */
  round: number;
}

/** Lets a role agent look at a tree and give its contract's output. */
export async function* think(
  role: RoleName,
  { prompt, commit, task, round }: Question,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Outcome> {
  const { state, policy, target, signal } = context;
  const agent = world.agents[role];
  if (!agent?.contract.output) throw new ConfigError(`there is no agent ${role} with an output`);
  const tier = thinkerFor(role, context);
  const clone = await world.repo.clone(state.run, target);
  const workspace = await clone.workspace(`role-${role}`, await clone.treeOf(commit));
  const scoped = scopedWorkspace(workspace, target.scope);
  const actions = [readAction(scoped), searchAction(scoped), deliverAction(agent.contract.output)].filter((action) =>
    agent.actions.includes(action.spec.name),
  );
  const key = conversationKey(role, task, round);
  const outcome = yield* react(
    {
      run: state.run,
      agent,
      task,
      attempt: round,
      prompt,
      actions,
      max_steps: agent.max_iterations ?? policy.limits.react_steps,
      max_tokens: 4096,
      resume: state.conversations[key] ?? null,
      outcome: state.outcomes[key] ?? null,
      snapshot: async () => null,
    },
    { ...world, model: await world.models.open(tier), tier, caps: policy.limits },
    signal,
  );
  await workspace.dispose();
  return outcome;
}

/** Hours as a model estimates them: JSON lets it say -1 and 1e999. */
export const hoursFrom = (value: unknown): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, 1000) : 1;

/** The tier that a role names, else the strongest with a model. */
function thinkerFor(role: RoleName, { policy }: Context): Tier {
  const named = tierOf(policy, policy.roles[role] ?? null);
  const tier = named?.model ? named : policy.tiers.findLast((candidate) => candidate.model !== null);
  if (!tier) throw new ConfigError(`no tier has a model for the ${role}`);
  return tier;
}
