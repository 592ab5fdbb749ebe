import { stripEscapes } from '../../code/text.ts';
import type { Assignment, Developer, Work } from '../../ports/outside/developer.ts';
import { inDir, type SandboxResult } from '../../ports/outside/sandbox.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import { promptFile } from '../../schema/settings/config.ts';
import { billed, type Ended } from './external/bill.ts';
import { endedAs, lastLines } from './external/ending.ts';
import type { ExternalParts } from './external/parts.ts';
import { openPlace } from './external/place.ts';
import { promptOf } from './external/prompt.ts';
import { stepEvent } from './external/step.ts';

const file = 'prompt.md';

/** Any program that reads its task from a file and edits the folder it is started in. */
export function commandDeveloper({ sandbox, ledger, blobs, env, equipment, sight }: ExternalParts): Developer {
  return {
    work: (assignment, signal) => billed(assignment, ledger, blobs, () => attempt(assignment, signal)),
  };

  async function* attempt(assignment: Assignment, signal: AbortSignal): AsyncGenerator<PawlEvent, Ended> {
    const { tier, shell, workspace } = assignment;
    const before = await workspace.snapshot();
    const prompt = promptOf(sight.text(assignment.prompt), `${shell.mount_at}/${shell.cwd}`.replace(/\/$/, ''));
    const words = tier.command.slice(1).map((word) => word.replaceAll(promptFile, `${inDir}/${file}`));
    const { command, close } = await openPlace(assignment, words, sandbox, { env, equipment });
    let result: SandboxResult;
    try {
      result = await sandbox.run({ ...command, provide: { ...command.provide, [file]: prompt } }, signal);
    } finally {
      await close();
    }
    signal.throwIfAborted(); // What was cut short is no attempt.

    const edited = (await workspace.snapshot()) !== before;
    // Before anything is cut: half a secret is not known as one.
    const output = sight.text(stripEscapes(`${result.stdout}${result.stderr}`)).trim();
    const work: Work = endedAs(result, edited, lastLines(output));
    const stopped = work.ended === 'unavailable';
    const step = { thought: '', action: 'command', input: { command: tier.command }, observation: output };
    const end = { decision: stopped ? ('escalate' as const) : ('done' as const), reason: work.summary };
    yield await stepEvent(assignment, 1, step, end, blobs);
    return { work, prompt, reported: null };
  }
}
