import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import type { RunView } from '../../../../schema/run/view.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { advance, initialProgress, statusLine } from '../../render/run/progress.ts';
import { runLines, runTable } from '../../render/run/status.ts';
import { row } from '../../render/style.ts';
import { widthOf, wrap } from '../../terminal/layout.ts';
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

/** Returns whether somebody works on what is shown. `draw` prints other than line by line. */
async function show(session: Session, run: string | undefined, draw?: Draw): Promise<boolean> {
  const { app, out, json, style } = session;
  const views = run === undefined ? await app.runs() : [await app.view(run, draw === undefined)];
  const isWorkedOn = views.some(({ status }) => status === 'running');
  if (json) out.json(run === undefined ? { runs: views } : views[0]);
  else {
    const [head = '', ...rows] = run === undefined ? runTable(views, style) : [];
    const lines = run === undefined ? [head] : [];
    for (const [at, view] of views.entries())
      lines.push(
        ...(run === undefined ? rows.slice(at, at + 1) : runLines(view, style)),
        ...(await doing(session, view)),
      );
    if (draw) draw(lines, isWorkedOn);
    else for (const line of lines) out.line(line);
  }
  return isWorkedOn;
}

/** What a run that is worked on does now. */
async function doing({ app, io, style }: Session, { run, status, seconds }: RunView): Promise<string[]> {
  if (status !== 'running') return [];
  let progress = initialProgress;
  for await (const event of app.events(run)) progress = advance(progress, event);
  const at = { now: (io.now ?? Date.now)(), elapsed_ms: seconds * 1000, activity: null };
  return [style.paint.dim(row('now', statusLine(progress, at, Math.min(style.columns, 160) - 10)))];
}

const every_ms = 1000;

async function watching(session: Session, run: string | undefined): Promise<void> {
  const stop = new AbortController();
  const ignoreStops = session.io.onStop?.(() => stop.abort());
  const draw = session.out.live ? inPlace(session) : undefined;
  try {
    while (await show(session, run, draw)) {
      await setTimeout(every_ms, null, { signal: stop.signal }).catch(() => null);
      if (stop.signal.aborted) return;
    }
  } finally {
    ignoreStops?.();
  }
}

type Draw = (lines: string[], goesOn: boolean) => void;

/** Takes the place of what it drew before; what will be replaced again is cut to what the terminal can show. */
function inPlace({ io, out }: Session): Draw {
  let drawn = 0;
  return (lines, goesOn) => {
    const columns = out.columns();
    const most = (io.rows?.() ?? 24) - 1;
    const heights = lines.map((line) =>
      wrap(line, columns).reduce((sum, part) => sum + Math.max(1, Math.ceil(widthOf(part) / columns)), 0),
    );
    if (drawn > 0) out.raw(`\u001b[${drawn}A\r\u001b[J`);
    drawn = 0;
    for (const [at, line] of lines.entries()) {
      if (goesOn && drawn + (heights[at] ?? 0) > most) break;
      out.line(line);
      drawn += heights[at] ?? 0;
    }
  };
}
