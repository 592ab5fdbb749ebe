import type { Action } from '../../agents/action.ts';
import { editAction } from '../../agents/actions/edit.ts';
import { finishAction, handOverAction } from '../../agents/actions/ending.ts';
import { readAction } from '../../agents/actions/read.ts';
import { searchAction } from '../../agents/actions/search.ts';
import { runAction } from '../../agents/actions/shell.ts';
import { writeAction } from '../../agents/actions/write.ts';
import { type Outcome, react } from '../../agents/loop/react.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Developer, Work } from '../../ports/outside/developer.ts';
import type { Model } from '../../ports/outside/model.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import type { Sight } from '../../ports/outside/sight.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Ledger } from '../../ports/state/ledger.ts';
import type { AgentDefinition } from '../../schema/agents/agent.ts';
import type { Proof } from '../../schema/run/task.ts';

export interface NativeParts {
  agent: AgentDefinition;
  model: Model;
  sandbox: Sandbox;
  ledger: Ledger;
  blobs: Blobs;
  clock: Clock;
  random: () => number;
  sight: Sight;
}

const maxTokens = 8192;
const commandSeconds = 120;

/** A model with seven tools on the workspace: the developer of this house. */
export function nativeDeveloper({
  agent,
  model,
  sandbox,
  ledger,
  blobs,
  clock,
  random,
  sight,
}: NativeParts): Developer {
  return {
    async *work(assignment, signal) {
      const { workspace, breach, history, tier, caps } = assignment;
      const view = sight.workspace(workspace);
      const actions = [
        readAction(view, { numbered: false }),
        searchAction(view),
        editAction(workspace, breach),
        writeAction(workspace, breach),
        runAction(
          sight.sandbox(sandbox),
          assignment.shell,
          commandSeconds * 1000,
          history && { ask: (words) => history.ask(words), redact: (text) => sight.text(text) },
        ),
        handOverAction(),
        finishAction(assignment.criteria),
      ]
        .filter((action) => agent.actions.includes(action.spec.name))
        .map((action) => hinted(action, assignment.hints ?? (() => [])));
      const job = {
        run: assignment.run,
        agent,
        task: assignment.task,
        attempt: assignment.attempt,
        prompt: assignment.prompt,
        input: {},
        reflects: false,
        look: async () => null,
        checked: null,
        actions,
        max_steps: agent.max_iterations ?? assignment.max_steps,
        max_tokens: maxTokens,
        resume: assignment.resume,
        outcome: assignment.outcome,
        snapshot: () => workspace.snapshot(),
      };
      const stopped = () => assignment.stopped?.() ?? null;
      const { patience = () => 0 } = assignment;
      const thinking = { model, tier, ledger, caps, blobs, clock, random, stopped, patience };
      const outcome = yield* react(job, thinking, signal);
      return workOf(outcome);
    },
  };
}

/** What a person said meanwhile comes with the next result. */
function hinted(action: Action, hints: () => string[]): Action {
  if (action.ends) return action;
  return {
    ...action,
    async run(input, signal, step) {
      const result = await action.run(input, signal, step);
      const advice = hints().map((hint) => `\n\nA person says: ${hint}`);
      return { ...result, observation: `${result.observation}${advice.join('')}` };
    },
  };
}

function workOf({ cause, state, reason, output }: Outcome): Work {
  if (cause === 'step_limit' || cause === 'step_loop') return { ended: cause, summary: reason };
  if (cause === 'fault' || cause === 'budget') return { ended: 'unavailable', summary: reason };
  const proofs = proofsIn(output);
  return { ended: state === 'done' ? 'finished' : 'hand_over', summary: reason, ...(proofs.length > 0 && { proofs }) };
}

/** As far as they are well-formed: whether they prove anything is found out later. */
function proofsIn(output: unknown): Proof[] {
  const { proofs } = (output ?? {}) as { proofs?: unknown };
  const rows = (Array.isArray(proofs) ? proofs : []) as ({ criterion?: unknown; test?: unknown } | null)[];
  return rows.flatMap((row) => {
    const [criterion, name] = [row?.criterion, row?.test];
    if (typeof criterion !== 'number' || !Number.isInteger(criterion) || criterion < 1) return [];
    return typeof name === 'string' && name !== '' ? [{ criterion, by: 'test' as const, name }] : [];
  });
}
