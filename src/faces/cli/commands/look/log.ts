import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Recorded } from '../../../../schema/run/event.ts';
import { clockTime } from '../../../words.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { runArgument, runNamed } from '../../named-run.ts';
import { isFailure } from '../../render/failures.ts';
import { isMilestone, linesFor } from '../../render/run/lines.ts';
import { reasonsOnce } from '../../render/run/reasons.ts';
import { answerTo, shortNames } from '../../render/run/status.ts';
import { row } from '../../render/style.ts';
import { wrap } from '../../terminal/layout.ts';
import { strip } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

interface AttemptName {
  /** Null: of any task. */
  task: string | null;
  attempt: number;
}

function attemptNamed(text: string): AttemptName {
  const [, task = null, number] = /^(?:([\w-]+)\/)?([1-9]\d{0,5})$/.exec(text) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError('It must be a whole number of at least 1, or a task and a number such as t2/1.');
  return { task, attempt: Number(number) };
}

const written = ({ task, attempt }: AttemptName): string => `${task === null ? '' : `${task}/`}${attempt}`;

/** The planner and others who work for no task have no attempts. */
function isOf(event: Recorded, { task, attempt }: AttemptName): boolean {
  if (!('attempt' in event) || !('task' in event) || event.task === null) return false;
  return event.attempt === attempt && (task === null || event.task === task);
}

interface LogOptions {
  attempt?: AttemptName;
  agent?: boolean | string;
  level: 'info' | 'error';
  follow?: boolean;
}

export function registerLog(program: Command, cli: Cli): void {
  program
    .command('log')
    .description('show what happened in a run')
    .argument(...runArgument)
    .option('--attempt <n>', 'show the conversation of this attempt; of several tasks, t2/1 names one', attemptNamed)
    .option('--agent [id]', 'show the steps and results of all agents, or of this one, as YAML')
    .addOption(new Option('--level <level>', 'error shows only what failed').choices(['info', 'error']).default('info'))
    .option('--follow', 'go on showing what happens until the run ends or waits for you')
    .addHelpText('after', example('pawl log --follow'))
    .action((name: string | undefined, options: LogOptions, command: Command) =>
      withApp(cli, command, async (session) => {
        const run = await runNamed(session.app, name);
        const events = select(options.follow ? followed(session, run) : session.app.events(run), options);
        const hasOutput = await show(session, events, options);
        if (options.follow && !session.json && !options.agent && options.attempt === undefined)
          for (const line of await nextLines(session, run)) session.out.line(line);
        if (!hasOutput && options.attempt !== undefined)
          throw usage(`run ${run} has no attempt ${written(options.attempt)}`);
        if (!hasOutput && typeof options.agent === 'string') throw usage(`run ${run} has no steps by ${options.agent}`);
        return 0;
      }),
    );
}

/** How a run goes on that did not end. The question of one that waits is in the log. */
async function nextLines({ app, hints, style }: Session, run: string): Promise<string[]> {
  const { status, about } = await app.view(run);
  if (status === 'interrupted')
    return [
      row('stopped', `no process is working on it; continue with: ${style.paint.cyan(hints.pawl(`resume ${run}`))}`),
    ];
  if (status !== 'waiting') return [];
  const ids = shortNames((await app.heads()).map((head) => head.run));
  const command = hints.pawl(`answer ${ids.get(run) ?? run} ${answerTo(about)}`);
  return [row('waits', `for your answer: ${style.paint.cyan(command)}`)];
}

const pause_ms = 500;

/** The events of a run as they come, until nobody works on it any more or the person leaves. */
async function* followed({ app, io }: Session, run: string): AsyncIterable<Recorded> {
  let after = 0;
  let isStopped = false;
  const ignoreStops = io.onStop?.(() => {
    isStopped = true;
  });
  try {
    for (;;) {
      // Looked at before reading: what was written in between is read all the same.
      const { status } = await app.view(run);
      for await (const event of app.events(run, after)) {
        after = event.seq;
        yield event;
      }
      if (isStopped || status !== 'running') return;
      await setTimeout(pause_ms);
    }
  } finally {
    ignoreStops?.();
  }
}

/** Returns whether there was anything to show. */
async function show(session: Session, events: AsyncIterable<Recorded>, options: LogOptions): Promise<boolean> {
  if (options.agent || options.attempt !== undefined) {
    const printer = printerFor(session, options.follow === true);
    const hasOutput = await (options.agent ? showSteps : showTranscript)(session, events, printer.print);
    await printer.end();
    return hasOutput;
  }
  let hasOutput = false;
  const reasonOnce = reasonsOnce();
  const style = { ...session.style, isLog: true };
  for await (const event of events) {
    hasOutput = true;
    if (session.json) session.out.json(event);
    else if (session.verbose || options.level === 'error' || isMilestone(event))
      for (const line of linesFor(reasonOnce(event), style)) session.out.line(`${clockTime(event.at)} ${line}`);
  }
  return hasOutput;
}

/** Long texts: as they are for a program; for a person wrapped between words, and in the pager unless they follow. */
function printerFor({ io, out }: Session, isFollowing: boolean) {
  const pages: string[] = [];
  const isPaged = io.isTTY && io.page !== undefined && !isFollowing;
  return {
    print(text: string): void {
      const wrapped = wrap(text, out.columns()).join('\n');
      if (isPaged) pages.push(wrapped);
      else out.raw(wrapped);
    },
    async end(): Promise<void> {
      if (pages.length > 0) await io.page?.(pages.join(''));
    },
  };
}

type Print = (text: string) => void;

async function showSteps({ app, out, json }: Session, events: AsyncIterable<Recorded>, print: Print): Promise<boolean> {
  const { agentDocument, agentRecord } = await import('../../render/run/steps.ts');
  const blob = (digest: string) => app.blob(digest);
  let hasOutput = false;
  for await (const event of events) {
    const entry = json ? await agentRecord(event, blob) : await agentDocument(event, blob);
    if (entry === null) continue;
    if (typeof entry === 'string') print(`${hasOutput ? '---\n' : ''}${entry}`);
    else out.json(entry);
    hasOutput = true;
  }
  return hasOutput;
}

async function showTranscript(session: Session, events: AsyncIterable<Recorded>, print: Print): Promise<boolean> {
  const { transcript } = await import('../../render/run/transcript.ts');
  let hasOutput = false;
  for await (const entry of transcript(events, (digest) => session.app.blob(digest))) {
    hasOutput = true;
    if (session.json) session.out.json(entry.record);
    else print(`${strip(entry.text)}\n`);
  }
  return hasOutput;
}

async function* select(
  events: AsyncIterable<Recorded>,
  { attempt, level, agent }: LogOptions,
): AsyncIterable<Recorded> {
  for await (const event of events) {
    if (typeof agent === 'string' && (!('agent' in event) || event.agent !== agent)) continue;
    if (attempt !== undefined && !isOf(event, attempt)) continue;
    if (level === 'error' && !isFailure(event)) continue;
    yield event;
  }
}
