import { matchesAny } from '../../../code/globs.ts';
import { isTable, parseToml, tableAt, tablesCalled } from '../../../code/toml.ts';
import { affectedTests, foldersAbove, normalPath, readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import { crateAt } from './scripts.ts';

type Manifest = NonNullable<ReturnType<typeof parseToml>>;

export interface Crate {
  name: string;
  /** With a slash at the end; empty for the top. */
  folder: string;
  /** Whatever its manifest calls a dependency. */
  needs: string[];
  /** Its integration tests that its manifest lists, by file within it; null for one that needs features to be built. */
  tests: Map<string, string | null>;
  /** Folders of dependencies in the same tree. */
  beside: string[];
}

/** The packages that one command at the top can test: the top's own and the members of its workspace. */
export function membersOf(crates: Crate[], top: Manifest | null): Crate[] {
  const table = tableAt(top, 'workspace');
  if (top === null || !isTable(top.workspace)) return crates.filter(({ folder }) => folder === '');
  const fits = (patterns: unknown, folder: string) =>
    matchesAny(
      folder,
      strings(patterns).map((pattern) => `./${pattern.replace(/^\.\/|\/$/g, '')}`),
    );
  const isOut = (folder: string) =>
    strings(table.exclude).some((out) => `${folder}/`.startsWith(`${out.replace(/\/$/, '')}/`));
  const bare = ({ folder }: Crate) => folder.replace(/\/$/, '');
  const members = new Set(
    crates.filter((crate) => crate.folder === '' || (fits(table.members, bare(crate)) && !isOut(bare(crate)))),
  );
  // What a member depends on in the same tree is a member too.
  for (const member of members)
    for (const crate of crates) if (member.beside.includes(crate.folder) && !isOut(bare(crate))) members.add(crate);
  return [...members];
}

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The packages of a tree, by their manifests. */
export async function readCrates(files: Files): Promise<Crate[]> {
  const manifests = files.paths.filter(
    (path) => /(?:^|\/)Cargo\.toml$/.test(path) && !/(?:^|\/)(?:target|vendor)\//.test(path),
  );
  return [...(await readAll(files, manifests))].flatMap(([path, text]) => {
    const manifest = parseToml(text) ?? {};
    const { name } = tableAt(manifest, 'package');
    const folder = path.slice(0, -'Cargo.toml'.length);
    const sections = tablesCalled(dependencySections, manifest).map(({ table }) => table);
    const needs = sections.flatMap((table) => Object.keys(table));
    const beside = sections
      .flatMap((table) => Object.values(table))
      .flatMap((needed) => {
        const place = isTable(needed) && typeof needed.path === 'string' ? normalPath(`${folder}${needed.path}`) : null;
        return place === null ? [] : [place === '' ? '' : `${place}/`];
      });
    return typeof name === 'string' ? [{ name, folder, needs, beside, tests: listedTests(manifest) }] : [];
  });
}

function listedTests(manifest: Manifest): Crate['tests'] {
  const tests = Array.isArray(manifest.test) ? manifest.test.filter(isTable) : [];
  return new Map(
    tests.flatMap((one): [string, string | null][] => {
      if (typeof one.name !== 'string') return [];
      const path = typeof one.path === 'string' ? one.path : `tests/${one.name}.rs`;
      return [[path, one['required-features'] === undefined ? one.name : null]];
    }),
  );
}

export const dependencySections = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** The flags that run the named files: an integration test by its name, everything of a package for other files. */
export function choose(only: string[], crates: Crate[]): string[] {
  const packages = new Set<string>();
  const tests = new Set<string>();
  let whole = false;
  for (const path of only) {
    const crate = crateOf(path, crates);
    if (crate) packages.add(crateAt(crate.folder, crate.name));
    const inner = path.slice(crate?.folder.length ?? 0);
    const usual = /^tests\/([^/]+)(?:\.rs$|\/main\.rs$)/.exec(inner)?.[1];
    // Files that the manifest does not list may be modules of one that it lists.
    const name = crate?.tests.size ? crate.tests.get(inner) : usual;
    if (name === undefined || name === null) whole = true;
    else tests.add(name);
  }
  return [
    ...[...packages].flatMap((name) => ['-p', name]),
    ...(whole ? [] : [...tests].flatMap((name) => ['--test', name])),
  ];
}

/** By package: the tests of a changed package and of those that depend on it. */
export async function relatedCrates(
  changed: string[],
  files: Files,
  isTest: (path: string) => boolean,
): Promise<string[] | null> {
  const links = await crateLinks(files, changed, isTest);
  if (links === null) return null;
  // A program's main file stands for the tests inside it.
  const stands = (path: string) => isTest(path) || /(?:^|\/)src\/(?:lib|main)\.rs$/.test(path);
  return affectedTests(changed, links, stands);
}

/** A crate is built as a whole, with those that it depends on; null for a file outside any. */
export async function crateLinks(
  files: Files,
  deleted: string[],
  isTest: (path: string) => boolean,
): Promise<Links | null> {
  const crates = await readCrates(files);
  const links: Links = new Map();
  const sources = [...files.paths.filter((path) => path.endsWith('.rs')), ...deleted];
  for (const path of sources) {
    const crate = crateOf(path, crates);
    if (!crate) return null;
    if (files.paths.includes(path)) links.set(path, [`${crate.folder}*`]);
  }
  for (const crate of crates) {
    const crateFiles = sources.filter((path) => crateOf(path, crates) === crate && !isTest(path));
    const needed = crates.filter((other) => other !== crate && crate.needs.some((name) => sameName(name, other.name)));
    links.set(`${crate.folder}*`, [...crateFiles, ...needed.map((other) => `${other.folder}*`)]);
  }
  return links;
}

function crateOf(path: string, crates: Crate[]): Crate | null {
  const above = foldersAbove(path);
  return (
    above.map((folder) => crates.find((crate) => crate.folder === folder)).find((crate) => crate !== undefined) ?? null
  );
}

export function sameName(one: string, other: string): boolean {
  return one.replaceAll('-', '_') === other.replaceAll('-', '_');
}
