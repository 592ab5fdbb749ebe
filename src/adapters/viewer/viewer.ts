import { Unfit } from '../../ports/errors.ts';
import { spawn } from '../spawn.ts';

const passed = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'BROWSER',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_CONFIG_HOME',
  'XDG_DATA_DIRS',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** Shows a file of ours to the person: `$BROWSER`, else what the desktop opens such files with. */
export async function showFile(file: string, env: Record<string, string | undefined>): Promise<void> {
  const allowed = Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const [program, ...words] = commandFor(file, env.BROWSER);
  const result = await spawn([program, ...words], { env: allowed, output_limit: 65_536, on_overflow: 'cut' });
  if (result.ended === 'exit' && result.exit_code === 0) return;
  const how =
    result.ended === 'exit' ? `exit ${result.exit_code}` : (result.error?.message ?? `ended by ${result.ended}`);
  throw new Unfit(`${program} could not open ${file} (${how}): set BROWSER to a program that can`, 'no_viewer');
}

/** `$BROWSER` may name several programs, separated by colons, with `%s` for the file: the first is taken. */
function commandFor(file: string, browser: string | undefined): [string, ...string[]] {
  const [program, ...words] = (browser ?? '').split(':')[0]?.trim().split(/\s+/) ?? [];
  if (!program) return [process.platform === 'darwin' ? 'open' : 'xdg-open', file];
  const named = words.map((word) => word.replaceAll('%s', file));
  return [program, ...named, ...(words.some((word) => word.includes('%s')) ? [] : [file])];
}
