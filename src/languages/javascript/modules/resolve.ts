import { normalPath } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { readAliases } from './aliases.ts';

/** What a specifier means, as far as the paths of the tree tell. */
export type Resolution =
  | { kind: 'file'; path: string }
  /** A package of this tree: what it exports is not looked at. */
  | { kind: 'folder'; folder: string }
  /** Inside the tree, and nothing is there. */
  | { kind: 'missing'; path: string }
  /** An alias that leads to nothing that is here, or a place above the tree. */
  | { kind: 'unknown' }
  | { kind: 'package' };

export type Resolve = (from: string, specifier: string) => Resolution;

/** A declaration comes last: what runs is beside it. */
const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte', '.d.ts'];
/** What an ending may be the compiled form of. */
const sources: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.jsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

/** Resolves by the rules of Node, TypeScript and bundlers together: what any of them would find is found. */
export async function resolver(files: Files): Promise<Resolve> {
  const aliases = await readAliases(files);
  const paths = new Set(files.paths);
  const stems = new Map<string, string>();
  for (const path of files.paths) stems.set(path.replace(/(?<=[^/])\.[^/]*$/, ''), path);

  const file = (place: string): string | null => {
    for (const ending of endings) if (paths.has(`${place}${ending}`)) return `${place}${ending}`;
    const [, stem = '', ending = ''] = /^(.*?)(\.[cm]?jsx?)$/.exec(place) ?? [];
    for (const source of sources[ending] ?? []) if (paths.has(`${stem}${source}`)) return `${stem}${source}`;
    // `./button` may be button.ios.js, and `./data` data.yaml.
    return stems.get(place) ?? null;
  };
  const at = (place: string): Resolution | null => {
    const folder = place === '' ? '' : `${place}/`;
    const path = (place === '' ? null : file(place)) ?? file(`${folder}index`);
    if (path !== null) return { kind: 'file', path };
    return paths.has(`${folder}package.json`) ? { kind: 'folder', folder } : null;
  };

  return (from, specifier) => {
    const plain = specifier.replace(/[?#].*$/, (rest) => (specifier.startsWith('#') ? rest : ''));
    if (/^\.{1,2}(?:\/|$)/.test(plain)) {
      const place = normalPath(`${from.slice(0, from.lastIndexOf('/') + 1)}${plain}`);
      if (place === null) return { kind: 'unknown' };
      return at(place) ?? { kind: 'missing', path: place };
    }
    const places = aliases.places(plain);
    for (const place of places ?? []) {
      const target = at(place);
      if (target !== null) return target;
    }
    const workspace = aliases.workspace(plain);
    if (workspace) return { kind: 'folder', folder: workspace.folder };
    return places !== null || /^(?:[#/~]|@\/|[\w-]+:)|!/.test(plain) ? { kind: 'unknown' } : { kind: 'package' };
  };
}
