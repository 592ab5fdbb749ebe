import { type Dirent, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What tools rewrite at every run: left out, so that the command starts them afresh in the layer. */
const caches = new Set(['.vite', '.vite-temp', '.vitest', '.cache', '__pycache__']);
export const cacheFolders = [...caches].filter((path) => path.startsWith('.'));

/** One thing of a layer, at a path relative to it; outer ones come first. */
export type LayerItem =
  | { kind: 'folder' | 'room'; path: string }
  | { kind: 'link'; path: string; target: string }
  | { kind: 'host'; path: string; host: string };

/** A folder whose entries are the host's, read-only, with room for what tools write there (Vite does, in node_modules). */
export interface LayerPlan {
  items: LayerItem[];
  /** Whether entries can be added. */
  open: boolean;
}

/**
 * A folder of packages is mounted once, in `.pawl/node_modules`, and packages are links into it, as in a store of pnpm:
 * programs know that layout, and a thousand links cost less than ten mounts. Nothing can be written but the caches.
 * Elsewhere each entry is mounted. `owner` is whom the command runs as, where that is not us.
 */
export function layerPlan(host: string, at: string, owner: number | null): LayerPlan {
  const entries = layerEntries(host);
  if (basename(at) !== 'node_modules' || !readable(host, owner))
    return { items: entries.flatMap((entry) => mounted(host, entry)), open: true };
  const hidden = entries.filter(({ name }) => name.startsWith('.'));
  const packages = entries.filter(({ name }) => !name.startsWith('.'));
  const items: LayerItem[] = [
    { kind: 'folder', path: '.pawl' },
    { kind: 'host', path: store, host },
    ...hidden.flatMap((entry) => mounted(host, entry)),
    ...packages.flatMap((entry) => linked(host, entry)),
    ...cacheFolders.map((path): LayerItem => ({ kind: 'room', path })),
  ];
  return { items, open: false };
}

export function layerEntries(host: string): Dirent[] {
  return readdirSync(host, withTypes).filter((entry) => !caches.has(entry.name));
}

const store = '.pawl/node_modules';
const withTypes = { withFileTypes: true } as const;

/** A link keeps its text: the relative ones of a workspace then lead to the candidate's own packages. */
function mounted(host: string, entry: Dirent): LayerItem[] {
  const [path, source] = [entry.name, join(host, entry.name)];
  if (entry.isSymbolicLink()) return [{ kind: 'link', path, target: readlinkSync(source) }];
  return entry.isDirectory() || entry.isFile() ? [{ kind: 'host', path, host: source }] : [];
}

/** A scope that holds links is made anew, since they are relative to it. */
function linked(host: string, entry: Dirent): LayerItem[] {
  const path = entry.name;
  if (entry.isSymbolicLink()) return mounted(host, entry);
  const inside = path.startsWith('@') && entry.isDirectory() ? readdirSync(join(host, path), withTypes) : [];
  if (!inside.some((each) => each.isSymbolicLink())) return [{ kind: 'link', path, target: `${store}/${path}` }];
  const links = inside.map((each): LayerItem => {
    const inner = join(path, each.name);
    const target = each.isSymbolicLink() ? readlinkSync(join(host, inner)) : `../${store}/${inner}`;
    return { kind: 'link', path: inner, target };
  });
  return [{ kind: 'folder', path }, ...links];
}

/** A folder of root's may be closed to others while its entries are not. */
function readable(folder: string, owner: number | null): boolean {
  return owner === null || (statSync(folder).mode & 0o5) === 0o5;
}
