import { join } from 'node:path';
import type { Host } from '../../ports/outside/toolchain.ts';

/** Everything below /usr is shown anyway. */
export const outsideUsr = (paths: string[]): string[] => paths.filter((path) => !path.startsWith('/usr/'));

/** The parts of a folder that are there. */
export const partsIn = (host: Host, folder: string, parts: string[]): string[] =>
  parts.map((part) => join(folder, part)).filter(host.exists);
