import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HiddenPlace } from '../../../ports/outside/developer.ts';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import { removeTree } from '../../remove-tree.ts';
import { makeTempFolder } from '../../temp-folder.ts';

export interface Masks {
  read_only: SandboxCommand['read_only'];
  close(): Promise<void>;
}

/** Something empty over each place that is not to be seen. */
export function openMasks(hidden: readonly HiddenPlace[], mount_at: string): Masks {
  if (hidden.length === 0) return { read_only: [], close: async () => undefined };
  const dir = makeTempFolder();
  const masks = { file: join(dir, 'file'), folder: join(dir, 'folder') };
  writeFileSync(masks.file, '');
  chmodSync(masks.file, 0o644);
  mkdirSync(masks.folder);
  chmodSync(masks.folder, 0o755);
  const read_only = hidden.map(({ path, kind }) => ({ host: masks[kind], at: join(mount_at, path) }));
  return { read_only, close: () => removeTree(dir) };
}
