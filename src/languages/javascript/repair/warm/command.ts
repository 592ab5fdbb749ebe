import { inDir } from '../../../../ports/outside/sandbox.ts';
import { probesFile, surveyFile, trialsFile } from '../../../repair/warm.ts';
import type { RunnerCommand } from '../../../runner.ts';
import { type WarmKind, warmWorker } from './worker.ts';

const workerFile = 'warm-worker.mjs';

/** Starts a worker on these test files; `started` puts the words that start anything of the runner around its own. */
export function warmCommand(
  kind: WarmKind,
  only: string[],
  {
    env,
    started,
    options = [],
  }: { env: Record<string, string>; started: (argv: string[]) => string[]; options?: string[] },
): RunnerCommand {
  const node = ['node', '--experimental-vm-modules', '--no-warnings', ...options];
  return {
    argv: started([...node, `${inDir}/${workerFile}`, ...only]),
    provide: { [workerFile]: warmWorker(kind) },
    collect: [surveyFile, trialsFile, probesFile],
    env,
  };
}
