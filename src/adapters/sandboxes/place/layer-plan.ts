import { type Dirent, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Equipment } from '../../../ports/outside/toolchain.ts';

/** Folders of a layer that the command can write to, from the start. */
export const cacheFolders = (equipment: readonly Equipment[]): string[] =>
  cachesOf(equipment).filter((path) => path.startsWith('.'));

/** One thing of a layer, at a path relative to it; outer ones come first. */
export type LayerItem =
  | { kind: 'folder' | 'scratch'; path: string }
  | { kind: 'link'; path: string; target: string }
  | { kind: 'host'; path: string; host: string };

/** A folder whose entries are the host's, read-only, with scratch folders for what tools write there (as Vite does in node_modules). */
export interface LayerPlan {
  items: LayerItem[];
  /** Whether entries can be added. */
  open: boolean;
}

/**
 * A folder of packages is mounted once, in `.pawl`, and packages are links into it, as in a store of pnpm:
 * programs know that layout, and a thousand links cost less than ten mounts. Nothing can be written but the caches.
 * Elsewhere each entry is mounted. `owner` is whom the command runs as, where that is not us.
 */
export function layerPlan(host: string, at: string, owner: number | null, equipment: readonly Equipment[]): LayerPlan {
  const entries = layerEntries(host, equipment);
  const name = basename(at);
  if (!equipment.some(({ linked }) => linked?.includes(name)) || !readable(host, owner))
    return { items: entries.flatMap((entry) => mounted(host, entry)), open: true };
  const hidden = entries.filter(({ name }) => name.startsWith('.'));
  const packages = entries.filter(({ name }) => !name.startsWith('.'));
  // Under its own name: programs know their packages by it.
  const store = `.pawl/${name}`;
  const items: LayerItem[] = [
    { kind: 'folder', path: '.pawl' },
    { kind: 'host', path: store, host },
    ...besides(host, packages),
    ...hidden.flatMap((entry) => mounted(host, entry)),
    ...packages.flatMap((entry) => linked(host, entry, store)),
    ...cacheFolders(equipment).map((path): LayerItem => ({ kind: 'scratch', path })),
  ];
  return { items, open: false };
}

/** Without what tools rewrite at every run, so that the command starts it afresh in the layer. */
export function layerEntries(host: string, equipment: readonly Equipment[]): Dirent[] {
  const caches = new Set(cachesOf(equipment));
  return readdirSync(host, withTypes).filter((entry) => !caches.has(entry.name));
}

const cachesOf = (equipment: readonly Equipment[]): string[] => equipment.flatMap(({ caches }) => caches ?? []);

const withTypes = { withFileTypes: true } as const;

/** A link keeps its text: the relative ones of a workspace then lead to the candidate's own packages. */
function mounted(host: string, entry: Dirent): LayerItem[] {
  const [path, source] = [entry.name, join(host, entry.name)];
  if (entry.isSymbolicLink()) return [{ kind: 'link', path, target: readlinkSync(source) }];
  return entry.isDirectory() || entry.isFile() ? [{ kind: 'host', path, host: source }] : [];
}

/** A scope that holds links is made anew, since they are relative to it. */
function linked(host: string, entry: Dirent, store: string): LayerItem[] {
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

/** Links of a workspace lead out of the folder of packages: from the store they lead beside it. */
function besides(host: string, packages: Dirent[]): LayerItem[] {
  const targets = packages.flatMap((entry) => {
    const { name } = entry;
    const inside = name.startsWith('@') && entry.isDirectory() ? readdirSync(join(host, name), withTypes) : [];
    const links = [entry, ...inside].filter((each) => each.isSymbolicLink());
    return links.map((each) => (each === entry ? name : join(name, each.name)));
  });
  const outer = targets.map((path) => join(path, '..', readlinkSync(join(host, path))).split('/'));
  const names = new Set(
    outer.flatMap(([up, name]) => (up === '..' && name !== undefined && name !== '..' ? [name] : [])),
  );
  return [...names].map((name): LayerItem => ({ kind: 'link', path: `.pawl/${name}`, target: `../../${name}` }));
}

/** A folder of root's may be closed to others while its entries are not. */
function readable(folder: string, owner: number | null): boolean {
  return owner === null || (statSync(folder).mode & 0o5) === 0o5;
}
