import { absentPath, type Lookup, lookupCommand } from '../../checks/lookup.ts';
import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

/** Looks for packages in the `node_modules` of these folders and those above; null where they may come from elsewhere. */
export async function packageLookup(names: string[], folders: string[], files: Files): Promise<Lookup | null> {
  if (files.paths.some((path) => elsewhere.test(path))) return null;
  const texts = await readAll(files, files.paths.filter((path) => settings.test(path)).slice(0, 200));
  const text = [...texts.values()].join('\n');
  const packages = names.filter(
    (name) => !text.includes(`'${name}`) && !text.includes(`"${name}`) && isPlain.test(name),
  );
  if (packages.length === 0) return null;
  return { needs: [], command: lookupCommand(['node', '-e', script, JSON.stringify([packages, folders])]) };
}

const isPlain = /^(?:@[\w.-]+\/)?[\w.-]+$/;

/** Yarn without `node_modules`, and runtimes that fetch what is imported. */
const elsewhere = /(?:^|\/)(?:\.pnp\.c?js|deno\.jsonc?|bunfig\.toml)$/;

/** Files that may give a name to a module: those of bundlers, compilers and runners, and declarations of types. */
const settings =
  /(?:^|\/)(?:[^/]*(?:config|rc|workspace)\.[cm]?[jt]s(?:on)?|[^/]*(?:webpack|rollup|vite|jest|babel|metro|karma)[^/]*\.\w+|\.[\w-]+rc|.*\.d\.[cm]?ts)$/;

const script = `
const { existsSync, writeFileSync } = require('fs');
const { dirname, join } = require('path');
const [names, folders] = JSON.parse(process.argv[1]);
const places = new Set((process.env.NODE_PATH || '').split(':').filter(Boolean));
for (const folder of folders)
  for (let at = join(process.cwd(), folder); ; at = dirname(at)) {
    places.add(join(at, 'node_modules'));
    if (at === dirname(at)) break;
  }
const typed = (name) => '@types/' + name.replace(/^@(.+)\\/(.+)$/, '$1__$2');
const there = (name) => [...places].some((place) => existsSync(join(place, name)) || existsSync(join(place, typed(name))));
writeFileSync('${absentPath}', JSON.stringify(names.filter((name) => !there(name))));
`;
