import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { follow } from '../../following/follow.ts';
import { addRunOptions, addYes, flagsOf } from '../../options.ts';
import { readRequest } from '../../request.ts';
import { example } from '../setup/example.ts';

interface RunOptions extends Record<string, unknown> {
  file?: string;
  dryRun?: boolean;
  issue?: string;
}

export function registerRun(program: Command, cli: Cli): void {
  const run = program
    .command('run')
    .description('turn a request into verified commits')
    .argument('[request...]', 'what to do, with or without quotes; - reads it from standard input')
    .option('--file <spec.md>', 'read the request from a file');
  addYes(addRunOptions(run))
    .addHelpText('after', example('pawl run "make add() accept negative numbers" --budget 1'))
    .action(async (words: string[], options: RunOptions, command: Command) => {
      const flags = flagsOf(options);
      const request = await readRequest(words, options.file, cli.io.stdin, options.issue);
      const ask = words[0] !== '-';
      await withApp(cli, command, (session) => runOrForecast(session, request, options, ask), flags, { starts: true });
    });
}

/** Does what a request says, or shows what would be done with `--dry-run`. */
export async function runOrForecast(
  session: Session,
  own: string,
  { dryRun, issue }: { dryRun?: unknown; issue?: unknown },
  ask = true,
): Promise<number> {
  const issueRequest = typeof issue === 'string' ? await session.app.issue(issue) : null;
  const request = issueRequest === null ? own : [issueRequest.request, own].filter((text) => text !== '').join('\n');
  if (dryRun !== true) {
    return follow(
      session,
      () => (issueRequest ? session.app.run(request, { issue: issueRequest.issue }) : session.app.run(request)),
      { ask, leavesOut: true },
    );
  }
  const forecast = await busy(session, 'running the tests', () => session.app.dryRun(request));
  if (session.json) session.out.json(forecast);
  else {
    const { forecastLines } = await import('../../render/forecast.ts');
    for (const line of forecastLines(forecast, session.out.columns())) session.out.line(line);
  }
  return 0;
}
