import { draftsIn } from '../agents/loop/marks.ts';
import type { Outcome } from '../agents/loop/outcome.ts';
import { react } from '../agents/loop/react.ts';
import { restore } from '../agents/loop/talk.ts';
import { checkerOf } from '../agents/output/acceptance.ts';
import { misfit } from '../agents/output/check-input.ts';
import { scopedWorkspace } from '../agents/scoped.ts';
import { hidingWorkspace } from '../agents/sight.ts';
import { clip } from '../core/clip.ts';
import { capsOf } from '../core/money/caps.ts';
import { patienceFor } from '../core/run/ending/patience.ts';
import { conversationKey, stoppedTier } from '../core/run/run-state.ts';
import { tierOf } from '../core/task/ladder.ts';
import { ConfigError, PathRefused } from '../ports/errors.ts';
import type { World } from '../ports/world.ts';
import type { AgentDefinition } from '../schema/agents/agent.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { Policy, RoleName, Tier } from '../schema/settings/policy.ts';
import { toolsOf } from './agent-tools.ts';
import { hiddenIn } from './hidden.ts';
import type { Context } from './room.ts';

export type Thinkers = Pick<
  World,
  'models' | 'repo' | 'blobs' | 'ledger' | 'clock' | 'agents' | 'random' | 'sandbox' | 'sight' | 'parsers'
>;

export interface Question {
  /** The data that the agent's contract asks for. */
  input: Record<string, unknown>;
  /** Absent: the input as it is. */
  prompt?: string;
  /** The commit or tree that it looks at. */
  commit: string;
  task: string | null;
  /** Tells repeated questions apart. */
  round: number;
  /** Who is to answer; absent: whoever has the role. */
  tier?: Tier;
  /** What is wrong with an answer that fits the contract: it goes back with that, as often as any other. */
  check?: (output: unknown) => string[];
  /** How often it was put to others before, in vain. */
  again?: number;
}

export type Thought = Outcome & {
  /** The tree that it left, where it may write. */
  tree: string | null;
};

/** Lets the agent of a role look at a tree and give its contract's output. */
export function think(
  role: RoleName,
  question: Question,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Thought> {
  return consult(agentOf(role, world), question, context, world, []);
}

export function agentOf(role: RoleName, { agents }: Pick<Thinkers, 'agents'>): AgentDefinition {
  const agent = agents[role] ?? Object.values(agents).find((candidate) => candidate.role === role);
  if (!agent) throw new ConfigError(`there is no agent for the role ${role}`);
  return agent;
}

/** How many agents may stand behind one another. */
const maxDepth = 2;

/** Lets any agent answer a question. `above` are those that delegated it: none of them can be asked again. */
export async function* consult(
  definition: AgentDefinition,
  question: Question,
  context: Context,
  world: Thinkers,
  above: string[],
): AsyncGenerator<PawlEvent, Thought> {
  const { state, policy, target, signal } = context;
  const { commit, task, round, input, again = 0 } = question;
  const agent = again === 0 ? definition : { ...definition, id: `${definition.id}.${again + 1}` };
  const tier = question.tier ?? thinkerFor(agent, context);
  const key = conversationKey(agent.id, task, round);
  const resume = state.conversations[key] ?? null;
  const clone = await world.repo.clone(state.run, target);
  const startTree = resume?.tree ?? state.outcomes[key]?.tree ?? (await clone.treeOf(commit));
  const workspace = await clone.workspace(`role-${agent.id}-${task ?? 'run'}`, startTree);
  const isHidden = await hiddenIn(clone, await clone.treeOf(state.base), target.scope);
  const scoped = hidingWorkspace(scopedWorkspace(workspace, target.scope), isHidden);
  const writes = agent.actions.some((name) => name === 'write' || name === 'edit');
  const drafts = resume ? draftsIn(await restore(resume, world.blobs)) : [];
  const parent = state.tasks.find((one) => one.task.id === task)?.parent ?? state.base;
  const history = clone.history({ commit: parent, workspace, scope: target.scope, isHidden });
  const actions = toolsOf(agent, input, { scoped, workspace, drafts, history }, context, world, delegate);
  const outcome = yield* react(
    {
      run: state.run,
      agent,
      task,
      attempt: round,
      prompt: question.prompt ?? promptFrom(input),
      input,
      actions,
      reflects: true,
      look: async (path) => textOf(await scoped.read(path).catch(nothingIfRefused)),
      ...(question.check && { check: question.check }),
      max_steps: agent.max_iterations ?? stepsOf(agent, policy),
      max_tokens: 4096,
      resume,
      checked: state.conversations[conversationKey(checkerOf(agent.id), task, round)] ?? null,
      outcome: state.outcomes[key] ?? null,
      snapshot: async () => (writes ? workspace.snapshot() : null),
    },
    { ...world, model: await world.models.open(tier), tier, caps: capsOf(state, policy), stopped, patience, instead },
    signal,
  );
  const tree = writes ? await workspace.snapshot() : null;
  await workspace.dispose();
  return { ...outcome, tree };

  function stopped(name: string): string | null {
    return stoppedTier((context.latest?.() ?? state).stopped, name);
  }

  function patience(model: string): number {
    return patienceFor(context.latest?.() ?? state, policy, model);
  }

  async function instead() {
    if (question.tier) return null; // Whoever chose it asks the others as well.
    const other = thinkerFor(agent, context);
    return stopped(other.name) === null ? { tier: other, model: await world.models.open(other) } : null;
  }

  async function* delegate(id: string, input: unknown, _signal: AbortSignal, step = 0) {
    const other = world.agents[id];
    const chain = [...above, agent.id];
    if (!other || chain.includes(id))
      return { observation: `Refused: ${id} cannot be asked from here. Nothing was done.` };
    if (chain.length > maxDepth) return { observation: `Refused: delegation is at most ${maxDepth} levels deep.` };
    const data = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { task: input };
    const fault = other.contract.input ? misfit(data, other.contract.input) : null;
    if (fault)
      return { observation: `Refused: the task does not fit the contract of ${id}: ${fault}. Nothing was done.` };
    const inner: Question = { input: data as Record<string, unknown>, commit, task, round: round * 1000 + step };
    const { state: end, reason, output } = yield* consult(other, inner, context, world, chain);
    const observation = `${id}: ${end}: ${clip(reason, 300)}\n${JSON.stringify(output)}`;
    return end === 'escalate' || end === 'blocked' ? { observation } : { observation, output };
  }
}

const stepsOf = ({ id }: AgentDefinition, { limits }: Policy): number =>
  id === 'developer' ? limits.developer_steps : limits.react_steps;

/** The data as a prompt: one section a key. */
export function promptFrom(input: Record<string, unknown>): string {
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `# ${key}\n${clip(asText(value), 24_000)}`)
    .join('\n\n');
}

/** A path that leads outside, or to a folder, is no file that an output can speak of. */
function nothingIfRefused(error: unknown): null {
  if (error instanceof PathRefused) return null;
  throw error;
}

const textOf = (bytes: Uint8Array | null): string | null => (bytes === null ? null : new TextDecoder().decode(bytes));

/** Hours as a model estimates them: JSON lets it say -1 and 1e999. */
export const hoursFrom = (value: unknown): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, 1000) : 1;

/**
 * The tiers that can answer for an agent, in the order in which they are asked: its own tier, then stronger ones, then
 * the others.
 */
export function thinkersFor(agent: AgentDefinition, context: Context): Tier[] {
  const { state, policy, latest } = context;
  const able = policy.tiers.filter(({ model }) => model !== null);
  if (able.length === 0) return [];
  const first = thinkerFor(agent, context);
  const { stopped } = latest?.() ?? state;
  const [weaker, stronger] = [able.slice(0, able.indexOf(first)), able.slice(able.indexOf(first) + 1)];
  const others = [...stronger, ...weaker.reverse()].filter(({ name }) => stoppedTier(stopped, name) === null);
  return [first, ...others];
}

/**
 * The tier that the agent names, else its role's, else the strongest with a model. Instead of a stopped one the next that
 * is not, else the strongest that is not.
 */
function thinkerFor({ id, role, tier: agentTier }: AgentDefinition, { state, policy, latest }: Context): Tier {
  const able = policy.tiers.filter(({ model }) => model !== null);
  const preferred = [agentTier, role === null ? null : (policy.roles[role] ?? null)].map((name) =>
    tierOf(policy, name),
  );
  const tier = preferred.find((candidate) => candidate?.model) ?? able.at(-1);
  if (!tier) throw new ConfigError(`no tier has a model for the ${id}`);
  const { stopped } = latest?.() ?? state;
  const open = able.filter(({ name }) => stoppedTier(stopped, name) === null);
  if (open.includes(tier)) return tier;
  return open.find((other) => able.indexOf(other) > able.indexOf(tier)) ?? open.at(-1) ?? tier;
}
