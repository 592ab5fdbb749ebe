import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { runLines, runTable } from '../../render/run/status.ts';
import { example } from '../setup/example.ts';

export function registerStatus(program: Command, cli: Cli): void {
  program
    .command('status')
    .description('list the runs, or show one in detail')
    .argument('[run]', 'a run, by any unique part of its name (default: list all)')
    .option('--watch', 'show it again every second, until Ctrl-C or until no run is worked on')
    .addHelpText('after', example('pawl status --watch'))
    .action((run: string | undefined, { watch }: { watch?: boolean }, command: Command) =>
      withApp(cli, command, async (session) => {
        if (watch) await watching(session, run);
        else await show(session, run);
        return 0;
      }),
    );
}

/** Returns whether somebody works on what is shown. */
async function show({ app, out, json, style }: Session, run: string | undefined, first = ''): Promise<boolean> {
  const views = run === undefined ? await app.runs() : [await app.view(run, first === '')];
  if (json) out.json(run === undefined ? { runs: views } : views[0]);
  else {
    const lines = run === undefined ? runTable(views, style) : views.flatMap((view) => runLines(view, style));
    if (first !== '') out.raw(first);
    for (const line of lines) out.line(line);
  }
  return views.some(({ status }) => status === 'running');
}

const every_ms = 1000;
const clearScreen = '\u001b[H\u001b[J';

async function watching(session: Session, run: string | undefined): Promise<void> {
  const stop = new AbortController();
  const ignoreStops = session.io.onStop?.(() => stop.abort());
  try {
    while (await show(session, run, session.out.live ? clearScreen : '')) {
      await setTimeout(every_ms, null, { signal: stop.signal }).catch(() => null);
      if (stop.signal.aborted) return;
    }
  } finally {
    ignoreStops?.();
  }
}
