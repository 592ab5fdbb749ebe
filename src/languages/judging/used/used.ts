import type { TestsPolicy } from '../../../schema/settings/policy.ts';
import { isInstalled, languageOf, languages } from '../../registry.ts';
import { foldersAbove, normalPath, readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { isManifest } from '../protection/manifests.ts';
import { isCheck, namedInCommand } from './commands.ts';
import { settingsIn } from './settings.ts';
import type { Setting, Steering } from './shape.ts';

/** Files that steer the tests of a tree without being tests themselves, each with why it is protected. */
export type Used = Map<string, string>;

export const byCommand = 'run by the test command';
const byConfig = 'named by the test configuration';

/**
 * What the tests of a tree use, as far as reading tells: the files that the test command and the scripts it follows
 * execute, and those that the configuration of its runner names.
 */
export async function usedByTests(files: Files, tests: TestsPolicy): Promise<Used> {
  const used: Used = new Map();
  const paths = new Set(files.paths);
  const has = (path: string) => paths.has(path);
  const configs = files.paths.filter(isConfiguration).slice(0, 100);
  const sources = await readAll(files, configs);
  await followCommands();
  const beside = new Set([...used.keys()].map(folderOf).filter((folder) => isCheck.test(folder)));
  for (const path of files.paths)
    if (!used.has(path) && foldersAbove(path).some((folder) => beside.has(folder)))
      used.set(path, 'existing test support');
  const support = (await Promise.all(steerings().map((one) => one.support?.(files) ?? []))).flat();
  for (const path of files.paths)
    if (support.some((folder) => path.startsWith(folder))) used.set(path, 'existing test support');
  for (const [path, source] of sources) await take(await settingsIn(path, source), path, 0);
  for (const { manifestSettings } of steerings()) {
    const manifest = await manifestSettings?.(files);
    if (manifest) await take(manifest.settings, manifest.path, 0);
  }
  return used;

  async function followCommands(): Promise<void> {
    const lines = [tests.command.join(' '), tests.build.join(' ')].filter((line) => line !== '');
    const names = tests.command.length > 0 ? [] : steerings().flatMap(({ testScript }) => testScript ?? []);
    const handled = new Set<string>();
    for (let line = lines.shift() ?? (await follow()); line !== undefined; line = lines.shift() ?? (await follow())) {
      const named = namedInCommand(line, has);
      if (/\bmake\b/.test(line)) lines.push(...(await recipes()));
      names.push(...named.scripts);
      for (const path of named.files) {
        if (handled.has(path)) continue;
        handled.add(path);
        const source = isFollowed(path) ? await files.read(path) : null;
        // Functions that a script of checks reads into itself are what it checks.
        if (named.sourced.includes(path) && !isCheck.test(path) && definesFunction.test(source ?? '')) continue;
        used.set(path, byCommand);
        if (source === null) continue;
        for (const folder of programFolders(source)) used.set(folder, 'searched for programs by the test command');
        if (path.endsWith('.env') || steerings().some(({ commands }) => commands?.(path, source))) lines.push(source);
        for (const word of wordsOf(source)) if (has(word) && isCheck.test(word)) used.set(word, byCommand);
      }
    }

    /** What the rules of a makefile run that are about tests. */
    async function recipes(): Promise<string[]> {
      const path = ['GNUmakefile', 'makefile', 'Makefile'].find(has);
      if (path === undefined || handled.has(`rules of ${path}`)) return [];
      handled.add(`rules of ${path}`);
      let tests = false;
      return ((await files.read(path)) ?? '').split('\n').flatMap((line) => {
        const rule = /^([\w./-]+)\s*:/.exec(line)?.[1];
        if (rule !== undefined) tests = isCheck.test(rule);
        return tests && line.startsWith('\t') ? [line.slice(1).replace(/^[@+-]+/, '')] : [];
      });
    }

    /** The next script of the project, with those that run around it. */
    async function follow(): Promise<string | undefined> {
      for (let name = names.shift(); name !== undefined; name = names.shift()) {
        if (handled.has(name)) continue;
        handled.add(name);
        for (const { script } of steerings()) {
          const commands = await script?.(name, files);
          if (commands) return commands;
        }
      }
      return undefined;
    }
  }

  /** Files of a configuration that steer the tests; what it says about the product's own files does not. */
  async function take(settings: Setting[], of: string, depth: number): Promise<void> {
    const folder = folderOf(of);
    for (const { keys, value } of settings) {
      if (keys.some((key) => ofProduct.test(key))) continue;
      const mixed = steerings().find((one) => one.mixed?.files.test(of))?.mixed;
      if (mixed && !keys.some((key) => mixed.keys.test(key))) continue;
      const stand = keys.some((key) => standsFor.test(key));
      const path = fileNamed(value, folder, keys);
      if (path === null || used.has(path) || (stand && !isStandIn.test(path))) continue;
      if (depth > 0 && keys[0] === 'import' && !isSupport(path, folder)) continue;
      used.set(path, byConfig);
      const source = depth < 3 ? await files.read(path) : null;
      if (source !== null) {
        const inner = await settingsIn(path, source);
        const imports = inner.filter((one) => one.keys[0] === 'import' && one.value.startsWith('.'));
        await take(path.endsWith('.json') ? inner : imports, path, depth + 1);
      }
    }
  }

  function fileNamed(value: string, folder: string, keys: string[]): string | null {
    const word = value.replace(/^<rootDir>\//, '').replace(/^(?:-p|--\S+=)/, '');
    const relative = normalPath(`${folder}${word}`) ?? '';
    const places = [relative, normalPath(word) ?? ''];
    places.push(...steerings().flatMap((one) => one.modulesOf?.(word, keys, folder) ?? []));
    const endings = ['', '.json', ...steerings().flatMap((one) => one.endings ?? [])];
    const file = places.flatMap((place) => endings.map((ending) => `${place}${ending}`)).find((path) => has(path));
    return file === undefined || isConfiguration(file) || isManifest(file) ? null : file;
  }
}

/** The folders of the tree, each with a slash at the end, in which a script has programs searched. */
function programFolders(source: string): string[] {
  const lists = [...source.matchAll(/\bPATH\s*:?=\s*["']?([^\n"';]+)/g)].flatMap(([, list = '']) => list.split(':'));
  return lists
    .map((place) => place.trim().replace(/^(?:\$\{?PWD\}?|\$\(CURDIR\)|\$\(pwd\)|\.)\//, ''))
    .filter((place) => /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(place) && !isInstalled(`${place}/`))
    .map((place) => (place.endsWith('/') ? place : `${place}/`));
}

const definesFunction = /^\s*(?:function\s+)?[\w-]+\s*\(\s*\)/m;
const isFollowed = (path: string): boolean =>
  /(?:\.(?:env|mk)|(?:^|\/)[^.]+)$/.test(path) || languageOf(path)?.judging?.script !== undefined;
/** What configures a test runner, and may say where modules are. */
const isConfiguration = (path: string): boolean => steerings().some((one) => one.configuration?.test(path));
/** Configuration that says where modules of the product are. */
export const hasAliases = (path: string): boolean => steerings().some((one) => one.aliases?.test(path));
const steerings = (): Steering[] => languages().flatMap(({ steering }) => steering ?? []);
/** What a configuration says about the product, and about where tests are: those are protected as tests. */
const ofProduct =
  /^(?:coverage|collectCoverageFrom|coveragePathIgnorePatterns|include|exclude|entry|input|lib|build|rollupOptions|roots?|rootDir|outDir|outFile|testMatch|testRegex|testPathIgnorePatterns|paths|files|scripts|dependencies|packages|project|name|authors?|readme|license|source|omit|tool\.coverage|references|server|define)$/;
const standsFor = /^(?:alias(?:es)?|moduleNameMapper|resolve|find|replacement|modulePaths)$/;
const isStandIn = /(?:mock|stub|fake|dummy|fixture|double|shim|setup|tests?|spec)/i;
/** Whether what a set-up file imports helps it; else it is the product, which such a file may prepare for its tests. */
const isSupport = (path: string, folder: string): boolean =>
  isStandIn.test(path) || (folder === '' ? /^(?!index\.|main\.)[^/]+$/.test(path) : path.startsWith(folder));

/** Paths that a script may name, in quotes or not. */
const wordsOf = (source: string): string[] =>
  (source.match(/[\w@.-]+(?:\/[\w@.-]+)*/g) ?? []).map((word) => word.replace(/^(?:\.{1,2}\/)+/, ''));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
