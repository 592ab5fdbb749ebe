import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { usage } from './errors.ts';
import type { CliIo } from './io.ts';

const stoppedExitCode = 4;
/** What tests and sandboxes have to end in. */
const patience_ms = 3000;

/** Work that a stop ends, without a run that could be resumed. */
export async function stoppable<T>(io: CliIo, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  // Git waits for the file system and hears no signal; it ends with this process.
  const ignoreStops = io.onStop?.(() => {
    if (stop.signal.aborted) io.exit?.(stoppedExitCode);
    stop.abort();
    setTimeout(() => io.exit?.(stoppedExitCode), patience_ms).unref();
  });
  try {
    return await work(stop.signal);
  } finally {
    ignoreStops?.();
  }
}

/** Before any work: a file that cannot be written would take what it came to with it. */
export async function mustBeWritable(files: (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    const folder = await stat(dirname(file)).catch(() => null);
    const there = await stat(file).catch(() => null);
    if (!folder?.isDirectory() || there?.isDirectory())
      throw usage(`${file} cannot be written: ${there ? 'it is a folder' : `there is no folder ${dirname(file)}`}`);
  }
}
