import { existsSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { removeTree } from '../../remove-tree.ts';
import { layerEntries } from './layer-plan.ts';
import { mountPoints } from './mount-points.ts';

/** Stand in for mounts below the work: `make` puts links where nothing is in the way, `close` takes them out again. */
export function linksIn(
  work_dir: string,
  { mount_at, read_only, layered }: Pick<SandboxCommand, 'mount_at' | 'read_only' | 'layered'>,
  equipment: readonly Equipment[],
): { make(): void; close(): Promise<void> } {
  const points = mountPoints(work_dir, null);
  const links: string[] = [];

  const claim = (at: string): string | null => {
    const rest = relative(mount_at, at);
    if (rest === '' || rest.startsWith('..') || !points.make(dirname(rest), 'folder')) return null;
    const place = join(work_dir, rest);
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return null;
    links.push(place);
    return place;
  };

  return {
    make: () => {
      for (const { host, at } of layered) {
        const place = existsSync(host) ? claim(at) : null;
        if (place === null) continue;
        mkdirSync(place);
        for (const { name } of layerEntries(host, equipment)) symlinkSync(join(host, name), join(place, name));
      }
      for (const { host, at } of read_only) {
        const place = existsSync(host) ? claim(at) : null;
        if (place !== null) symlinkSync(host, place);
      }
    },
    close: async () => {
      for (const place of links.reverse()) await removeTree(place);
      points.undo();
    },
  };
}
