import type { Notify } from '../../ports/outside/notify.ts';
import type { Recorded } from '../../schema/run/event.ts';
import { spawn } from '../spawn.ts';

const seconds = 30;
const passed = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

function messageOf(event: Recorded): string {
  if (event.type === 'run.finished') return `Pawl: ${event.status.replaceAll('_', ' ')}`;
  return event.type === 'handed.over' ? `Pawl asks: ${event.question ?? event.reason}` : 'Pawl';
}

/**
 * The user's own command, with the event as JSON on standard input. In its words, `{message}` stands for a sentence and
 * `{run}` for the run's name. Keys in the environment do not reach it.
 */
export function commandNotify(argv: string[], env: Record<string, string | undefined>): Notify {
  return async (event) => {
    if (argv.length === 0) return null;
    const allowed = Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
    const stdin = `${JSON.stringify(event)}\n`;
    const words = argv.map((word) => word.replaceAll('{message}', messageOf(event)).replaceAll('{run}', event.run));
    const result = await spawn(words, { env: allowed, stdin, timeout_ms: seconds * 1000, output_limit: 65_536 });
    if (result.ended === 'exit' && result.exit_code === 0) return null;
    const how =
      result.error?.message ?? (result.ended === 'exit' ? `exit ${result.exit_code}` : `ended by ${result.ended}`);
    return `the notify command ${argv[0]} failed: ${how}`;
  };
}
