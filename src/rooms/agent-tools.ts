import type { Action, ActionResult, Delegation } from '../agents/action.ts';
import { editAction } from '../agents/actions/edit.ts';
import { deliverAction, finishAction, handOverAction } from '../agents/actions/ending.ts';
import { ownAction } from '../agents/actions/own.ts';
import { readAction } from '../agents/actions/read.ts';
import { runAction } from '../agents/actions/shell.ts';
import { delegateAction } from '../agents/actions/standard/delegate.ts';
import { redraft } from '../agents/actions/standard/generate.ts';
import { type Parts, standardActions } from '../agents/actions/standard/index.ts';
import { writeAction } from '../agents/actions/write.ts';
import type { Drafted } from '../agents/loop/marks.ts';
import { dangerousCode } from '../languages/checks/dangers/code.ts';
import { syntaxErrors } from '../languages/checks/syntax.ts';
import { readingOf } from '../languages/reading.ts';
import { languages } from '../languages/registry.ts';
import { commandIn } from '../languages/runs/command.ts';
import type { History, Workspace } from '../ports/outside/repo.ts';
import type { World } from '../ports/world.ts';
import type { AgentDefinition } from '../schema/agents/agent.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { Context } from './room.ts';

const commandMs = 120_000;

/** Runs another agent; its events come out while it works. */
type Delegate = (
  id: string,
  task: unknown,
  signal: AbortSignal,
  step?: number,
) => AsyncGenerator<PawlEvent, ActionResult & { output?: unknown }>;

/** Where an agent works. */
interface Folder {
  workspace: Workspace;
  /** The workspace as the agent names its files. */
  scoped: Workspace;
  /** Those that it made before an interruption. */
  drafts: Drafted[];
  /** What git says of the commit that the task began at. */
  history: History;
}

/** What an agent's file allows it, in the order of the file. */
export function toolsOf(
  agent: AgentDefinition,
  input: Record<string, unknown>,
  { scoped, workspace, drafts, history }: Folder,
  { target, policy }: Context,
  { sandbox, sight, parsers }: Pick<World, 'sandbox' | 'sight' | 'parsers'>,
  delegate: Delegate,
): (Action | Delegation)[] {
  const { output } = agent.contract;
  const shell = commandIn(workspace, target, policy);
  const visible = sight.workspace(scoped);
  const commands = sight.sandbox(sandbox);
  const git = { ask: (words: readonly string[]) => history.ask(words), redact: (text: string) => sight.text(text) };
  const scan = (sources: { path: string; text: string }[]) => dangerousCode(sources, parsers);
  const parts = { workspace: visible, input, drafts: new Map<string, string>(), output, scan, ...readers() };
  redraft(drafts, parts);
  const available = new Map<string, Action | Delegation>([
    ...standardActions(parts),
    ['read', readAction(visible, { numbered: true })],
    ['edit', editAction(scoped, async () => null)],
    ['write', writeAction(scoped, async () => null)],
    ['run', limited(runAction(commands, shell, commandMs, git), agent)],
    ['hand_over', handOverAction()],
    ['delegate', delegateAction(agent.delegates, delegate)],
    ['finish', output ? deliverAction(output) : finishAction()],
    ...agent.own_actions.map((action) => [action.name, ownAction(action, commands, shell, commandMs)] as const),
  ]);
  return agent.actions.flatMap((name) => available.get(name) ?? []);
}

/** The analyst may run one test; whoever runs more takes the time that the next attempt needs. */
function limited(action: Action, { role }: AgentDefinition): Action {
  if (role !== 'analyst') return action;
  let remaining = 1;
  return {
    ...action,
    run: async (input, signal) => {
      remaining -= 1;
      if (remaining < 0) return { observation: 'Refused: you may run one command, and have. Nothing was done.' };
      return action.run(input, signal);
    },
  };
}

/** What agents know of languages. */
function readers(): Pick<Parts, 'reading' | 'parsers'> {
  const parsers = languages().flatMap(({ name, checks, reading }) =>
    checks?.syntax && reading ? [[name, (text: string) => errorsIn(reading.draft, text)] as const] : [],
  );
  return { reading: readingOf, parsers: new Map(parsers) };
}

async function errorsIn(path: string, text: string): Promise<{ line: number; message: string }[]> {
  return (await syntaxErrors([{ path, text }])).map(({ line, message }) => ({ line, message }));
}
