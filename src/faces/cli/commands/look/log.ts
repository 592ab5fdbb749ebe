import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { Recorded } from '../../../../schema/run/event.ts';
import { clockTime } from '../../../words.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { runArgument, runNamed } from '../../named-run.ts';
import { atLeastOne } from '../../options.ts';
import { isFailure } from '../../render/failures.ts';
import { linesFor } from '../../render/run/lines.ts';
import { strip } from '../../text.ts';
import { example } from '../setup/example.ts';

interface LogOptions {
  attempt?: number;
  agent?: boolean | string;
  level: 'info' | 'error';
  follow?: boolean;
}

export function registerLog(program: Command, cli: Cli): void {
  program
    .command('log')
    .description('show what happened in a run')
    .argument(...runArgument)
    .option('--attempt <n>', 'show the conversation of this attempt', atLeastOne)
    .option('--agent [id]', 'show the steps and results of all agents, or of this one, as YAML')
    .addOption(new Option('--level <level>', 'error shows only what failed').choices(['info', 'error']).default('info'))
    .option('--follow', 'go on showing what happens until the run ends or waits')
    .addHelpText('after', example('pawl log --follow'))
    .action((given: string | undefined, options: LogOptions, command: Command) =>
      withApp(cli, command, async (session) => {
        const run = await runNamed(session.app, given);
        const events = select(options.follow ? followed(session, run) : session.app.events(run), options);
        const shown = await show(session, events, options);
        if (!shown && options.attempt !== undefined) throw usage(`run ${run} has no attempt ${options.attempt}`);
        if (!shown && typeof options.agent === 'string') throw usage(`run ${run} has no steps by ${options.agent}`);
        return 0;
      }),
    );
}

const pause_ms = 500;

/** The events of a run as they come, until nobody works on it any more or the person leaves. */
async function* followed({ app, io }: Session, run: string): AsyncIterable<Recorded> {
  let after = 0;
  let left = false;
  const ignoreStops = io.onStop?.(() => {
    left = true;
  });
  try {
    for (;;) {
      // Looked at before reading: what was written in between is read all the same.
      const { status } = await app.view(run);
      for await (const event of app.events(run, after)) {
        after = event.seq;
        yield event;
      }
      if (left || status !== 'running') return;
      await setTimeout(pause_ms);
    }
  } finally {
    ignoreStops?.();
  }
}

/** Returns whether there was anything to show. */
async function show(session: Session, events: AsyncIterable<Recorded>, options: LogOptions): Promise<boolean> {
  if (options.agent) return showSteps(session, events);
  if (options.attempt !== undefined) return showTranscript(session, events);
  let shown = false;
  for await (const event of events) {
    shown = true;
    if (session.json) session.out.json(event);
    else for (const line of linesFor(event, session.style)) session.out.line(`${clockTime(event.at)} ${line}`);
  }
  return shown;
}

async function showSteps({ app, out, json }: Session, events: AsyncIterable<Recorded>): Promise<boolean> {
  const { agentDocument, agentRecord } = await import('../../render/run/steps.ts');
  const blob = (digest: string) => app.blob(digest);
  let shown = false;
  for await (const event of events) {
    const told = json ? await agentRecord(event, blob) : await agentDocument(event, blob);
    if (told === null) continue;
    if (typeof told === 'string') out.raw(`${shown ? '---\n' : ''}${told}`);
    else out.json(told);
    shown = true;
  }
  return shown;
}

async function showTranscript(session: Session, events: AsyncIterable<Recorded>): Promise<boolean> {
  const { transcript } = await import('../../render/run/transcript.ts');
  let shown = false;
  for await (const entry of transcript(events, (digest) => session.app.blob(digest))) {
    shown = true;
    if (session.json) session.out.json(entry.record);
    else session.out.line(strip(entry.text));
  }
  return shown;
}

async function* select(
  events: AsyncIterable<Recorded>,
  { attempt, level, agent }: LogOptions,
): AsyncIterable<Recorded> {
  for await (const event of events) {
    if (typeof agent === 'string' && (!('agent' in event) || event.agent !== agent)) continue;
    if (attempt !== undefined && (!('attempt' in event) || event.attempt !== attempt)) continue;
    if (level === 'error' && !isFailure(event)) continue;
    yield event;
  }
}
