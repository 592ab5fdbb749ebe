import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { askPerson, follow } from '../../following/follow.ts';
import type { CliIo } from '../../io.ts';
import { openRun, runAndText } from '../../named-run.ts';
import { addYes, flagsOf } from '../../options.ts';
import { row } from '../../render/style.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

const whichRun = 'a run, by any unique part of its name (default: the newest that has not ended)';

export function registerAnswer(program: Command, cli: Cli): void {
  const answer = program
    .command('answer')
    .description("answer a run's question and continue the run")
    .argument('[run]', whichRun)
    .argument('[text...]', 'the answer');
  addYes(answer)
    .addHelpText('after', example('pawl answer "yes"'))
    .action(async (first: string | undefined, rest: string[], options: { yes?: boolean }, command: Command) => {
      if (first === undefined && canAsk(cli.io, options, command))
        return withApp(cli, command, (session) => prompt(session), flagsOf({ ...options }));
      const { run, text } = runAndText(first, rest, 'the answer');
      await withApp(cli, command, (session) => send(session, run, text), flagsOf({ ...options }), { starts: true });
    });
}

export function registerTell(program: Command, cli: Cli): void {
  const tell = program
    .command('tell')
    .description('tell a running developer something; a run that waits takes it as the answer and continues')
    .argument('[run]', whichRun)
    .argument('[text...]', 'what to tell');
  addYes(tell)
    .addHelpText('after', example('pawl tell "use the existing helper"'))
    .action(async (first: string | undefined, rest: string[], options: { yes?: boolean }, command: Command) => {
      const { run, text } = runAndText(first, rest, 'the text');
      await withApp(cli, command, (session) => tellOpen(session, run, text), flagsOf({ ...options }), { starts: true });
    });
}

const canAsk = ({ ask, isTTY }: CliIo, { yes }: { yes?: boolean }, command: Command): boolean =>
  ask !== undefined && isTTY && yes !== true && command.optsWithGlobals<{ json?: boolean }>().json !== true;

const waitingExitCode = 3;

/** Shows the question of the newest run that has not ended, and takes the answer. */
async function prompt(session: Session): Promise<number> {
  const { run, status, question, request } = await openRun(session.app, undefined);
  if (status !== 'waiting')
    throw usage(`run ${run} asks nothing (${status}); to tell it something: pawl tell "<text>"`);
  session.out.line(row('run', `${run}: ${oneLine(scrub(request), 100)}`));
  const handle = await askPerson(session, { run, waiting: question });
  return handle === null ? waitingExitCode : follow(session, async () => handle);
}

/** Whoever tells a run something does not start it: that may cost money. */
async function tellOpen(session: Session, name: string | undefined, text: string): Promise<number> {
  const { run, status } = await openRun(session.app, name);
  if (status === 'running' || status === 'waiting') return send(session, run, text);
  throw usage(`run ${run} is not running (${status}): continue it with ${session.hints.pawl(`resume ${run}`)} first`);
}

async function send(session: Session, name: string | undefined, text: string): Promise<number> {
  const { run, status } = await openRun(session.app, name);
  if (status !== 'running') return follow(session, () => session.app.answer(run, text));
  await session.app.answer(run, text);
  if (session.json) session.out.json({ run, sent: true });
  else session.out.line(`Sent to ${run}. Watch it with: ${session.hints.pawl(`log ${run} --follow`)}`);
  return 0;
}
