import { isTable, parseToml, tablesCalled } from '../../../code/toml.ts';
import { normalPath, readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { dependencySections } from '../runners/crates.ts';

/** The folders, each with a slash at the end, of crates in this tree that only tests depend on. */
export async function devCrates(files: Files): Promise<string[]> {
  const manifests = files.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const [tests, product] = [new Set<string>(), new Set<string>()];
  for (const [path, text] of await readAll(files, manifests)) {
    const folder = path.slice(0, -'Cargo.toml'.length);
    for (const { name, table } of tablesCalled(dependencySections, parseToml(text) ?? {})) {
      for (const needed of Object.values(table)) {
        const place = isTable(needed) ? needed.path : undefined;
        if (typeof place !== 'string') continue;
        (name === 'dev-dependencies' ? tests : product).add(`${normalPath(`${folder}${place}`) ?? ''}/`);
      }
    }
  }
  return [...tests].filter((folder) => folder !== '/' && !product.has(folder));
}
