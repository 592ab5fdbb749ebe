import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { follow } from '../../following/follow.ts';
import { openRun, runAndText } from '../../named-run.ts';
import { addYes, flagsOf } from '../../options.ts';
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
      const { run, text } = runAndText(first, rest, 'the answer');
      await withApp(cli, command, (session) => send(session, run, text), flagsOf({ ...options }));
    });
}

export function registerTell(program: Command, cli: Cli): void {
  const tell = program
    .command('tell')
    .description('tell a running developer something; a run that waits takes it as the answer')
    .argument('[run]', whichRun)
    .argument('[text...]', 'what to tell');
  addYes(tell)
    .addHelpText('after', example('pawl tell "use the existing helper"'))
    .action(async (first: string | undefined, rest: string[], options: { yes?: boolean }, command: Command) => {
      const { run, text } = runAndText(first, rest, 'the text');
      await withApp(cli, command, (session) => send(session, run, text), flagsOf({ ...options }));
    });
}

async function send(session: Session, name: string | undefined, text: string): Promise<number> {
  const { run, status } = await openRun(session.app, name);
  if (status !== 'running') return follow(session, () => session.app.answer(run, text));
  await session.app.answer(run, text);
  if (session.json) session.out.json({ run, sent: true });
  else session.out.line(`Sent to ${run}. Watch it with: ${session.hints.pawl(`log ${run} --follow`)}`);
  return 0;
}
