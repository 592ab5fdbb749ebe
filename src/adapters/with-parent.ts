import { once } from './once.ts';
import { spawn } from './spawn.ts';
import { which } from './which.ts';

/**
 * The words to put before a program so that the kernel ends it when this process dies, however that happens; none where
 * the system has no such program (util-linux's `setpriv`; busybox's lacks the option). A watcher of our own could be
 * killed along with us.
 */
export function diesWithParent(path: string | undefined): () => Promise<string[]> {
  return once(async () => {
    const setpriv = process.platform === 'linux' ? which('setpriv', path) : null;
    if (setpriv === null) return [];
    const words = [setpriv, '--pdeathsig', 'KILL', '--'];
    const tried = await spawn([...words, setpriv, '--version'], { cwd: '/', env: {}, timeout_ms: 5000 });
    return tried.exit_code === 0 ? words : [];
  });
}
