import type { Additions, FindShadows, Shadow } from '../../judging/shadow.ts';
import { normalPath, readAll } from '../../related.ts';
import { parseJson, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import { type Aliases, packageName, readAliases } from '../modules/aliases.ts';
import { isBuiltin } from '../modules/builtins.ts';
import { type Loader, loadersOf, pick } from '../modules/loaders.ts';

const code = /\.(?:[cm]?[jt]sx?|json|node|vue|svelte)$/;
const script = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Modules that Node, a runner or a compiler would load instead of those that they load on base. */
export const javascriptShadows: FindShadows = async (additions) => {
  const { added, base, candidate, runner } = additions;
  const suspects = added.filter((path) => (code.test(path) || !/\.[^/]*$/.test(path)) && !/\.d\.[cm]?ts$/.test(path));
  if (suspects.length === 0 || !base.paths.some((path) => script.test(path))) return [];
  const manifest = (await base.read('package.json')) ?? '';
  const dependencies = dependenciesOf(manifest);
  const manifests = await addedManifests(suspects, candidate);
  const loaders = loadersOf(`${manifest}${(await base.read('tsconfig.json')) === null ? '' : 'typescript'}`, runner);
  const packages = await packageNames(base);
  const aliases = await readAliases(base);
  const named = once(() => specifiersOf(base, manifest, aliases));

  const shadows: Shadow[] = [];
  for (const file of suspects) {
    const { name = '', leads = false } = manifests.get(file) ?? {};
    const isPackage = name !== '' && (dependencies.has(name) || packages.has(name));
    const rule =
      (isPackage ? `takes the name of the package ${name}` : null) ??
      (await outer(file, manifest, dependencies, aliases, named)) ??
      (await inner(file, additions, loaders, leads, { named, dependencies }));
    if (rule !== null) shadows.push({ file, rule });
  }
  return shadows;
};

/** A place without its ending, as it is named by who imports it. */
const placesOf = (file: string): string[] => {
  const plain = file.replace(code, '');
  const stem = plain.replace(/(?:^|\/)index$/, '');
  const compiled = script.test(file) ? ['.js', '.mjs', '.cjs', '.jsx'].map((end) => `${plain}${end}`) : [];
  return [...new Set([file, plain, stem, ...compiled])];
};

/** What a bare name leads to before the packages are searched: by an alias, or a folder that is searched like them. */
async function outer(
  file: string,
  manifest: string,
  dependencies: ReadonlySet<string>,
  aliases: Aliases,
  named: () => Promise<Specifiers>,
): Promise<string | null> {
  const folders = [
    ...manifest.matchAll(
      /NODE_PATH=([\w./-]+)|"modulePaths"\s*:\s*\[([^\]]*)\]|"moduleDirectories"\s*:\s*\[([^\]]*)\]/g,
    ),
  ]
    .flatMap(([, one = '', two = '', three = '']) => `${one} ${two} ${three}`.split(/[\s",:]+/))
    .map((folder) => folder.replace(/^(?:<rootDir>|\.)\//, '').replace(/\/$/, ''))
    .filter((folder) => folder !== '' && folder !== 'node_modules');
  const places = placesOf(file);
  const leads = (name: string) =>
    [...(aliases.places(name) ?? []), ...folders.map((folder) => `${folder}/${name}`)].some((place) =>
      places.includes(place),
    );
  for (const name of dependencies) if (leads(name)) return `shadows the dependency ${name}`;
  const builtin = places
    .map((place) => place.slice(place.lastIndexOf('/') + 1))
    .find((name) => isBuiltin(name) && leads(name));
  return builtin !== undefined && (await named()).bare.has(builtin) ? `shadows ${builtin} of Node` : null;
}

/** What is found before a file of the product that is named without its ending. */
async function inner(
  file: string,
  { base, candidate }: Additions,
  loaders: Loader[],
  hasMain: boolean,
  { named, dependencies }: { named: () => Promise<Specifiers>; dependencies: ReadonlySet<string> },
): Promise<string | null> {
  const [before, now] = [new Set(base.paths), new Set(candidate.paths)];
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const mains = new Set(hasMain && file.endsWith('/package.json') ? [folder] : []);
  const places = file.endsWith('package.json') ? [folder.replace(/\/$/, '')] : placesOf(file);
  for (const place of places) {
    for (const loader of loaders) {
      const was = pick(loader, place, before, new Set());
      if (was === null || was === file || !now.has(was) || pick(loader, place, now, mains) !== file) continue;
      const { places, bare } = await named();
      if (places.has(place) || isAliased(place, bare, dependencies)) return `is loaded instead of ${was}`;
    }
  }
  return null;
}

/** Behind `@/price` may be any place of that name: which one, only the configuration of some tool says. */
function isAliased(place: string, bare: ReadonlySet<string>, dependencies: ReadonlySet<string>): boolean {
  return [...bare].some((specifier) => {
    const rest = specifier.slice(specifier.indexOf('/') + 1);
    return specifier.includes('/') && !dependencies.has(packageName(specifier)) && `/${place}`.endsWith(`/${rest}`);
  });
}

function dependenciesOf(manifest: string): Set<string> {
  const content = record(parseJson(manifest));
  const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return new Set(sections.flatMap((section) => Object.keys(record(content[section]))));
}

/** The names that added manifests declare, and whether they say which file is loaded for their folder. */
async function addedManifests(
  suspects: string[],
  candidate: Files,
): Promise<Map<string, { name: string; leads: boolean }>> {
  const paths = suspects.filter((path) => /(?:^|\/)package\.json$/.test(path));
  const texts = [...(await readAll(candidate, paths))];
  return new Map(
    texts.map(([path, source]) => {
      const content = record(parseJson(source));
      const leads = ['main', 'exports', 'module', 'browser'].some((key) => content[key] !== undefined);
      return [path, { name: text(content.name), leads }];
    }),
  );
}

async function packageNames(files: Files): Promise<Set<string>> {
  const manifests = files.paths.filter((path) => /(?:^|\/)package\.json$/.test(path));
  const names = [...(await readAll(files, manifests)).values()].map((source) => text(record(parseJson(source)).name));
  return new Set(names.filter((name) => name !== ''));
}

interface Specifiers {
  /** Places of the tree that something names without its ending, or with another one. */
  places: Set<string>;
  bare: Set<string>;
}

/** What base's own code, and its manifest, ask for. */
async function specifiersOf(base: Files, manifest: string, aliases: Aliases): Promise<Specifiers> {
  const [places, bare] = [new Set<string>(), new Set<string>()];
  const put = (place: string | null) => {
    if (place !== null) places.add(place);
  };
  for (const [path, source] of await readAll(
    base,
    base.paths.filter((one) => script.test(one)),
  )) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const [, specifier = ''] of source.matchAll(/['"`]((?:\.{1,2}|[#@~\w])[^'"`\s]*)['"`]/g)) {
      if (specifier.startsWith('.')) put(normalPath(`${folder}${specifier}`));
      else bare.add(specifier);
      for (const place of aliases.places(specifier) ?? []) put(place);
    }
  }
  const content = record(parseJson(manifest));
  put(normalPath(text(content.main) || '.'));
  for (const command of Object.values(record(content.scripts)))
    for (const [, place = ''] of text(command).matchAll(/\bnode\s+(?:-\S+\s+)*([\w./-]+)/g)) put(normalPath(place));
  return { places, bare };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= make();
    return result;
  };
}
