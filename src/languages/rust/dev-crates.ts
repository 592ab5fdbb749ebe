import { tomlSections } from '../../code/toml-sections.ts';
import { normalPath, readAll } from '../related.ts';
import type { Files } from '../runner.ts';

/** The folders, each with a slash at the end, of crates in this tree that only tests depend on. */
export async function devCrates(files: Files): Promise<string[]> {
  const manifests = files.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const [tests, product] = [new Set<string>(), new Set<string>()];
  for (const [path, text] of await readAll(files, manifests)) {
    const folder = path.slice(0, -'Cargo.toml'.length);
    for (const { name, entries } of tomlSections(text) ?? []) {
      const section = /(?:^|\.)((?:dev-|build-)?dependencies)(?:\.|$)/.exec(name)?.[1];
      if (section === undefined) continue;
      for (const [, place = ''] of entries.join('\n').matchAll(/\bpath\s*=\s*["']([^"']+)["']/g))
        (section === 'dev-dependencies' ? tests : product).add(`${normalPath(`${folder}${place}`) ?? ''}/`);
    }
  }
  return [...tests].filter((folder) => folder !== '/' && !product.has(folder));
}
