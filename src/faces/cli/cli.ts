import type { Command } from 'commander';
import type { App, AppOptions } from '../../app.ts';
import type { Flags } from '../../schema/settings/flags.ts';
import { busySign } from './following/busy.ts';
import { type Hints, hintsFor } from './hints.ts';
import type { CliIo } from './io.ts';
import { type Style, styleFor } from './render/style.ts';
import type { Output } from './terminal/output.ts';

/** What a command is given; `code` is what the process will exit with. */
export interface Cli {
  io: CliIo;
  out: Output;
  code: number;
}

/** One invocation of one command, with the options that every command takes. */
export interface Session {
  app: App;
  io: CliIo;
  out: Output;
  json: boolean;
  yes: boolean;
  quiet: boolean;
  verbose: boolean;
  hints: Hints;
  style: Style;
}

interface Globals {
  target?: string;
  config?: string;
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

/** What an invocation is, whatever app it has. */
export function sessionOf(cli: Cli, command: Command, flags: Flags = {}): Omit<Session, 'app'> {
  const { target, config, json, quiet, verbose } = command.optsWithGlobals<Globals>();
  const hints = hintsFor({ target, config });
  return {
    io: cli.io,
    out: cli.out,
    json: json === true,
    yes: flags.yes === true,
    quiet: quiet === true,
    verbose: verbose === true,
    hints,
    style: styleFor(cli.out.color, hints, cli.out.columns()),
  };
}

/** Makes the app, does the work, which returns the exit code, and closes the app. `starts`: it is the work of a run. */
export async function withApp(
  cli: Cli,
  command: Command,
  work: (session: Session) => Promise<number>,
  flags: Flags = {},
  { starts = false } = {},
): Promise<void> {
  const { target, config } = command.optsWithGlobals<Globals>();
  const options: AppOptions = { flags, env: cli.io.env };
  if (target !== undefined) options.target = target;
  if (config !== undefined) options.config = config;
  const session = sessionOf(cli, command, flags);
  // Said before all that it needs is loaded.
  const sign = starts ? busySign(session, 'starting') : null;
  const app = await cli.io.createApp(options).finally(() => sign?.hide());
  try {
    cli.code = await work({ ...session, app });
  } finally {
    await app.close();
  }
}
