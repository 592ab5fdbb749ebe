import { languages } from '../../registry.ts';
import type { Files } from '../../runner.ts';
import type { Manifest } from './shape.ts';

/** What says how a package is built, loaded and started: its steering parts are protected by key. */
export function isManifest(path: string): boolean {
  return manifestAt(path)?.keys !== undefined;
}

/**
 * The protected keys of such a file that a change alters: a file that is not there has none, and other files have none
 * either. A manifest that is new (`base` is null) also steers by what makes a package of its folder.
 * `(unparsable)` stands for all of them.
 */
export function protectedKeysChanged(path: string, base: string | null, now: string | null): string[] {
  const read = manifestAt(path)?.keys;
  if (base === now || !read) return [];
  const isNew = base === null;
  const before = read(base ?? '', isNew);
  const after = read(now ?? '', isNew);
  if (!before || !after) return ['(unparsable)'];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Whether a manifest that is added says how files of base are loaded, built or tested: those below it. */
export function governsExisting(path: string, before: Iterable<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  const siblings = [...before].filter((other) => other.startsWith(folder));
  const nearer = siblings.filter((other) => other.endsWith(`/${name}`)).map((other) => other.slice(0, -name.length));
  return siblings.some((other) => !nearer.some((inner) => other.startsWith(inner)));
}

/** The packages that a manifest asks for now and did not before, or in another version; other files ask for none. */
export function addedDependencies(path: string, base: string | null, now: string | null): string[] {
  const manifest = manifestAt(path);
  if (!manifest?.dependencies || now === null || base === now) return [];
  const [before, after] = [manifest.dependencies(base ?? ''), manifest.dependencies(now)];
  return [...after].filter(([name, version]) => before.get(name) !== version).map(([name]) => name);
}

/** The packages that a manifest asks for and that are in the same tree. */
export async function siblingsIn(path: string, text: string, files: Files): Promise<string[]> {
  return (await manifestAt(path)?.siblings?.(path, text, files)) ?? [];
}

/** The changed manifests that steer no test otherwise than base's do, but for naming more packages of their own tree. */
export async function grownManifests(
  changed: readonly string[],
  base: Pick<Files, 'paths' | 'read'>,
  now: Pick<Files, 'read'>,
): Promise<Set<string>> {
  const isNew = (folder: string) => !base.paths.some((one) => one.startsWith(`${folder}/`));
  const grown = new Set<string>();
  for (const path of changed.filter(isManifest)) {
    const [before, after] = await Promise.all([base.read(path), now.read(path)]);
    if (before === null || after === null) continue;
    const keys = protectedKeysChanged(path, before, after);
    const growth = { path, keys, base: before, now: after, read: now.read, isNew };
    if (keys.length === 0 || (await manifestAt(path)?.grows?.(growth))) grown.add(path);
  }
  return grown;
}

/** The lock files that a package manager rewrites along with a manifest. */
export function locksOf(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (manifestAt(path)?.locks ?? []).map((lock) => `${folder}${lock}`);
}

/** Whether a build file says the same as before, but for sources of the product that it lists besides. */
export function onlyListsMore(path: string, base: string | null, now: string | null): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const listing = languages()
    .flatMap(({ listings }) => listings ?? [])
    .find((one) => one.name.test(name));
  return listing !== undefined && base !== null && now !== null && listing.onlyAdds(base, now);
}

export function manifestAt(path: string): Manifest | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  for (const { manifests } of languages()) {
    const manifest = manifests?.find((one) => one.name.test(name));
    if (manifest) return manifest;
  }
  return null;
}
