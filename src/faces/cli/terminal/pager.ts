import { spawn } from 'node:child_process';

/**
 * Shows a text in the person's pager, as git does: `less` lets a short one through. In CI, with an empty `$PAGER`, or
 * one that cannot be started, it is printed.
 */
export async function page(text: string, env: Record<string, string | undefined>): Promise<void> {
  const pager = env.PAGER ?? 'less';
  const isWatched = !env.CI && env.TERM !== 'dumb';
  if (!isWatched || pager === '' || pager === 'cat' || !(await isShown(pager, text, env))) process.stdout.write(text);
}

function isShown(pager: string, text: string, env: Record<string, string | undefined>): Promise<boolean> {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', pager], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? 'FRX' },
    });
    const ended = (shown: boolean): void => {
      process.off('SIGINT', ignore);
      resolve(shown);
    };
    child.on('error', () => ended(false));
    child.on('exit', (code) => ended(code !== notFound));
    child.stdin.on('error', ignore); // The person has seen enough.
    child.stdin.end(text);
  });
}

/** How a shell says that there is no such program. */
const notFound = 127;
