import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The program of that name on a search path; relative entries of the path are not looked at. */
export function which(name: string, path: string | undefined): string | null {
  for (const folder of (path ?? '').split(':')) {
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, name);
    if (runnable(candidate)) return candidate;
  }
  return null;
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
