import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import type { RunView } from '../../../../schema/run/view.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { advance, initialProgress, type Progress, statusLine } from '../../render/run/progress.ts';
import { idOf, resumeLines, runLines, runTable, waitingLines } from '../../render/run/status.ts';
import { row } from '../../render/style.ts';
import { widthOf, wrap } from '../../terminal/layout.ts';
import { example } from '../setup/example.ts';

export function registerStatus(program: Command, cli: Cli): void {
  program
    .command('status')
    .description('list the runs, or show one in detail')
    .argument('[run]', 'a run, by any unique part of its name (default: list all)')
    .option(
      '--watch',
      'show it again every second, until Ctrl-C or until no run is working: all have ended or wait for you',
    )
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
  if (json) {
    out.json(run === undefined ? { runs: views } : views[0]);
    return isWorkedOn;
  }
  const now = (session.io.now ?? Date.now)();
  const current = await Promise.all(views.map((view) => currentOf(session, view, now)));
  const timed = current.map(({ view }) => view);
  const lines = run === undefined ? runTable(timed, style, now) : timed.flatMap((view) => runLines(view, style));
  const below = [
    ...current.flatMap((each) => doingLines(each, now, session, views.length > 1)),
    ...(run === undefined ? [...waitingLines(timed, style), ...resumeLines(timed, style)] : []),
  ];
  if (draw) draw(lines, below, isWorkedOn);
  else for (const line of [...lines, ...below]) out.line(line);
  return isWorkedOn;
}

interface Current {
  view: RunView;
  /** What a run that is worked on does now. */
  progress: Progress | null;
}

/** A run that is worked on has its time up to now: its last event may be minutes old. */
async function currentOf({ app }: Session, view: RunView, now: number): Promise<Current> {
  if (view.status !== 'running') return { view, progress: null };
  let progress = initialProgress;
  let last = now;
  for await (const event of app.events(view.run)) {
    progress = advance(progress, event);
    last = Date.parse(event.at);
  }
  return { view: { ...view, seconds: view.seconds + Math.max(0, now - last) / 1000 }, progress };
}

function doingLines({ view, progress }: Current, now: number, { style }: Session, isOneOfMany: boolean): string[] {
  if (progress === null) return [];
  const at = { now, elapsed_ms: view.seconds * 1000, activity: null };
  const whose = isOneOfMany ? `${idOf(view.run)} ` : '';
  const room = Math.min(style.columns, 160) - 10 - whose.length;
  return [style.paint.dim(row('now', `${whose}${statusLine(progress, at, room)}`))];
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

type Draw = (lines: string[], below: string[], goesOn: boolean) => void;

/** Takes the place of what it drew before; of what will be replaced again, `lines` are cut to what the terminal can show. */
function inPlace({ io, out }: Session): Draw {
  let drawn = 0;
  return (lines, below, goesOn) => {
    const columns = out.columns();
    const height = (line: string) =>
      wrap(line, columns).reduce((sum, part) => sum + Math.max(1, Math.ceil(widthOf(part) / columns)), 0);
    const heightOf = (some: string[]) => some.reduce((sum, line) => sum + height(line), 0);
    const most = goesOn ? (io.rows?.() ?? 24) - 1 : Number.POSITIVE_INFINITY;
    const seen = [...fitting(lines, most - heightOf(below), height), ...below];
    if (drawn > 0) out.raw(`\u001b[${drawn}A\r\u001b[J`);
    for (const line of fitting(seen, most, height)) out.line(line);
    drawn = heightOf(fitting(seen, most, height));
  };
}

/** The first lines, as many as there is room for. */
function fitting(lines: string[], room: number, height: (line: string) => number): string[] {
  let used = 0;
  const end = lines.findIndex((line) => {
    used += height(line);
    return used > room;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
