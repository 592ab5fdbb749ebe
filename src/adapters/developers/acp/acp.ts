import { setTimeout as sleep } from 'node:timers/promises';
import { stripEscapes } from '../../../code/text.ts';
import type { Assignment, Developer } from '../../../ports/outside/developer.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { PawlEvent } from '../../../schema/run/event.ts';
import { billed, type Ended } from '../external/bill.ts';
import { lastLines } from '../external/ending.ts';
import type { ExternalParts } from '../external/parts.ts';
import { openPlace } from '../external/place.ts';
import { promptOf } from '../external/prompt.ts';
import { stepEvent } from '../external/step.ts';
import { agentFiles } from './files.ts';
import { workOf } from './outcome.ts';
import { openSession, type SessionOptions } from './session.ts';

interface AcpParts extends ExternalParts {
  patience?: SessionOptions['patience'];
}

const minute = 60_000;
const patient = { start_ms: 2 * minute, work_ms: 10 * minute };
/** From the word that it should stop to the end of its process. */
const grace_ms = 500;

/** An agent that speaks the Agent Client Protocol, in the sandbox: its edits of the folder are its work. */
export function acpDeveloper({
  sandbox,
  ledger,
  blobs,
  env,
  equipment,
  sight,
  patience = patient,
}: AcpParts): Developer {
  return {
    work: (assignment, signal) => billed(assignment, ledger, blobs, () => attempt(assignment, signal)),
  };

  async function* attempt(assignment: Assignment, signal: AbortSignal): AsyncGenerator<PawlEvent, Ended> {
    const { tier, shell, workspace, max_steps } = assignment;
    const before = await workspace.snapshot();
    const cwd = `${shell.mount_at}/${shell.cwd}`.replace(/\/$/, '');
    const prompt = promptOf(sight.text(assignment.prompt), cwd);
    const { command, close } = await openPlace(assignment, tier.command.slice(1), sandbox, { env, equipment });
    const session = openSession({ prompt, cwd, files: agentFiles(assignment, sight), max_steps, patience, sight });
    const stop = new AbortController();
    const running = sandbox.run({ ...command, talk: session.talk }, stop.signal).finally(() => session.exited());
    running.catch(() => undefined); // Thrown below, where it is waited for.
    const halt = () => session.halt();
    signal.addEventListener('abort', halt, { once: true });
    if (signal.aborted) halt();

    let number = 0;
    let result: SandboxResult;
    try {
      for (let step = await session.next(); step !== null; step = await session.next()) {
        number += 1;
        yield await stepEvent(assignment, number, step, { decision: 'continue', reason: 'not finished' }, blobs);
      }
      session.cancel();
      await Promise.race([running, sleep(session.outcome().ending.by === 'agent' ? 0 : grace_ms)]);
    } finally {
      signal.removeEventListener('abort', halt);
      stop.abort();
      result = await running.finally(close);
    }
    signal.throwIfAborted(); // What was cut short is no attempt.

    const outcome = session.outcome();
    const edited = (await workspace.snapshot()) !== before;
    const work = workOf(outcome, {
      result,
      edited,
      complaint: lastLines(sight.text(stripEscapes(result.stderr)), 300),
    });
    const stopped = work.ended === 'unavailable' || work.ended === 'hand_over' || work.ended === 'step_loop';
    const last = { thought: outcome.message, action: 'end', input: { ...outcome.ending }, observation: work.summary };
    const decision = stopped ? ('escalate' as const) : ('done' as const);
    yield await stepEvent(assignment, number + 1, last, { decision, reason: work.summary }, blobs);
    return { work, prompt, reported: outcome.cost };
  }
}
