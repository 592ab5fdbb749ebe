import { dirname, join } from 'node:path';
import type { Host } from '../../ports/outside/toolchain.ts';

/**
 * The outermost node_modules, because packages lie beside each other in it, or the folder with the package's manifest.
 * Never a home folder.
 */
export function aroundProgram(program: string, host: Host): string | null {
  const modules = /^.*?\/node_modules(?=\/)/.exec(program)?.[0];
  if (modules !== undefined) return modules;
  for (let folder = dirname(program); dirname(folder) !== '/' && folder !== host.env.HOME; folder = dirname(folder))
    if (host.exists(join(folder, 'package.json'))) return folder;
  return null;
}
