import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Packages that this project does not install come from where a variable says. */
export const own = fileURLToPath(new URL('../../../node_modules', import.meta.url));
export const others = process.env.PAWL_TEST_MODULES ?? own;

/**
 * Packages as an installation has them: real folders with real files, in the first folder that asks. Others share
 * them.
 */
export function installedFrom(modules: string): (dir: string) => void {
  const places = new Map<string, string>();
  return (dir) => {
    const project = join(dir, '..');
    const place = join(dir, 'node_modules');
    const first = places.get(project);
    if (first !== undefined) return symlinkSync(first, place);
    places.set(project, place);
    // Links are quicker, where both are on one disk.
    if (spawnSync('cp', ['-al', modules, place]).status === 0) return;
    execFileSync('rm', ['-rf', place]);
    execFileSync('cp', ['-a', modules, place]);
  };
}
