import type { CliIo } from '../io.ts';
import { oneLine, strip } from '../terminal/text.ts';

/** Work that takes less is still being watched. */
const patience_ms = 10_000;
const ESC = '\u001b';
const BEL = '\u0007';

/**
 * Notifies a person who is not looking that a run has ended or waits: by a message in terminals that are known to show
 * one (OSC 9, and OSC 99 for kitty), else by the bell. `PAWL_NOTIFY=off` turns it off.
 */
export function terminalNotice(io: Pick<CliIo, 'env' | 'isTTY' | 'stdout'>, text: string, elapsed_ms: number): void {
  const { env } = io;
  if (!io.isTTY || env.TERM === 'dumb' || env.PAWL_NOTIFY === 'off' || elapsed_ms < patience_ms) return;
  const message = strip(oneLine(text, 120));
  if (env.TERM === 'xterm-kitty') io.stdout.write(`${ESC}]99;;${message}${ESC}\\`);
  else if (showsMessages(env)) io.stdout.write(`${ESC}]9;${message}${BEL}`);
  else io.stdout.write(BEL);
}

const showsMessages = (env: CliIo['env']): boolean =>
  ['iTerm.app', 'WezTerm', 'ghostty', 'WarpTerminal'].includes(env.TERM_PROGRAM ?? '') ||
  env.WT_SESSION !== undefined ||
  env.ConEmuANSI === 'ON';
