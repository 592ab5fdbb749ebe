import type { Command } from 'commander';
import type { RunView } from '../../../../schema/run/view.ts';
import { statusWords } from '../../../words.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { askPerson, follow } from '../../following/follow.ts';
import type { CliIo } from '../../io.ts';
import { namesRun, openRun, runAndText } from '../../named-run.ts';
import { addYes, flagsOf } from '../../options.ts';
import { row } from '../../render/style.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

const whichRun = 'a run, by any unique part of its name (default: the newest that has not ended)';
const whichQuestion =
  'a run, by any unique part of its name (default: the newest that waits for an answer, else the newest that has not ended)';

export function registerAnswer(program: Command, cli: Cli): void {
  const answer = program
    .command('answer')
    .description("answer a run's question and continue the run")
    .argument('[run]', whichQuestion)
    .argument('[text...]', 'the answer');
  addYes(answer)
    .addHelpText('after', example('pawl answer "yes"'))
    .action(async (first: string | undefined, rest: string[], options: { yes?: boolean }, command: Command) => {
      if (first === undefined && canAsk(cli.io, options, command))
        return withApp(cli, command, (session) => prompt(session), flagsOf({ ...options }));
      const { run, text } = runAndText(first, rest, 'the answer');
      const work = async (session: Session): Promise<number> => {
        if (!(await isOnlyName(session, run, text))) return answerOpen(session, run, text);
        if (canAsk(cli.io, options, command)) return prompt(session, text);
        throw usage(`answer run ${text} with what? ${session.hints.pawl(`answer ${text} "<text>"`)}`);
      };
      await withApp(cli, command, work, flagsOf({ ...options }), { starts: true });
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
      const work = async (session: Session): Promise<number> => {
        if (!(await isOnlyName(session, run, text))) return tellOpen(session, run, text);
        throw usage(`tell run ${text} what? ${session.hints.pawl(`tell ${text} "<text>"`)}`);
      };
      await withApp(cli, command, work, flagsOf({ ...options }), { starts: true });
    });
}

const canAsk = ({ ask, isTTY }: CliIo, { yes }: { yes?: boolean }, command: Command): boolean =>
  ask !== undefined && isTTY && yes !== true && command.optsWithGlobals<{ json?: boolean }>().json !== true;

/** A run was named, and nothing to say to it was typed. */
const isOnlyName = async ({ app }: Session, run: string | undefined, text: string): Promise<boolean> =>
  run === undefined && (await namesRun(app, text));

const waitingExitCode = 3;

/** Shows the question of this run, or of the newest that has one, and takes the answer. */
async function prompt(session: Session, name?: string): Promise<number> {
  const [asking] = name === undefined ? await waitingRuns(session) : [];
  const { run, status, exit_code, question, request } = asking ?? (await openRun(session.app, name));
  if (exit_code !== null) throw usage(`run ${run} has ended (${statusWords({ status })})`);
  if (status !== 'waiting') {
    const command = session.hints.pawl(`tell ${name === undefined ? '' : `${name} `}"<text>"`);
    throw usage(`run ${run} has no open question (${statusWords({ status })}); to tell it something: ${command}`);
  }
  session.out.line(row('run', `${run}: ${oneLine(scrub(request), 100)}`));
  const handle = await askPerson(session, { run, waiting: question });
  return handle === null ? waitingExitCode : follow(session, async () => handle);
}

/** An unnamed answer goes to the newest run that asks something. If none does, it is told to the newest, as by `tell`. */
async function answerOpen(session: Session, name: string | undefined, text: string): Promise<number> {
  if (name !== undefined) return send(session, await openRun(session.app, name), text);
  const [asking, ...others] = await waitingRuns(session);
  if (!asking) return tellOpen(session, undefined, text);
  const { run, question } = asking;
  const more = others.length === 0 ? '' : `; waiting too: ${others.map((other) => other.run).join(', ')}`;
  if (!session.json) session.out.line(row('answering', `${run}: ${oneLine(scrub(question ?? ''), 100)}${more}`));
  return send(session, asking, text);
}

/** The newest first. */
const waitingRuns = async ({ app }: Session): Promise<RunView[]> =>
  (await app.runs()).filter(({ status }) => status === 'waiting');

/** Whoever tells a run something does not start it: that may cost money. */
async function tellOpen(session: Session, name: string | undefined, text: string): Promise<number> {
  const view = await openRun(session.app, name);
  const { run, status } = view;
  if (status === 'running' || status === 'waiting') return send(session, view, text);
  throw usage(`run ${run} is not running (${status}): continue it with ${session.hints.pawl(`resume ${run}`)} first`);
}

async function send(session: Session, { run, status }: RunView, text: string): Promise<number> {
  if (status !== 'running') return follow(session, () => session.app.answer(run, text));
  await session.app.answer(run, text);
  if (session.json) session.out.json({ run, sent: true });
  else session.out.line(`Sent to ${run}. Watch it with: ${session.hints.pawl(`log ${run} --follow`)}`);
  return 0;
}
