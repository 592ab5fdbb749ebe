import { matchesAny } from '../../../code/globs.ts';
import { list, parseJson, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import { programOf } from './wrappers.ts';

/** A script that is run in packages of a workspace. */
export interface FanOut {
  script: string;
  /** Names or folders of the packages that are meant; none: all. */
  filters: string[];
}

/** `npm test --workspaces`, `pnpm -r test`, `turbo run test`, `lerna run test`: what is run, and where. */
export function fanOutOf(words: string[]): FanOut | null {
  const [first, ...args] = words;
  const program = programOf(first);
  const filters = valuesOf(args, /^(?:-w|--workspace|--filter|-F|--scope|--projects?|-p)$/);
  const prefix = valuesOf(args, /^(?:--prefix|-C|--cwd|--dir)$/);
  const plain = args.filter((arg, at) => !arg.startsWith('-') && !takesValue.test(args[at - 1] ?? ''));
  const [verb = '', ...rest] = plain;
  const named = (names: string[]): string =>
    names.find((name) => !/^(?:run|run-script|foreach|exec)$/.test(name)) ?? '';
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg));
  if (program === 'npm' || program === 'pnpm' || program === 'yarn') {
    const script = named(verb === 't' ? ['test'] : plain);
    if (script === '') return null;
    if (prefix.length > 0) return { script, filters: prefix.map((folder) => `./${folder.replace(/^\.\//, '')}`) };
    if (program === 'npm' && (has(/^(?:--workspaces|-ws)(?:=true)?$/) || filters.length > 0))
      return { script, filters };
    if (program === 'pnpm' && (has(/^(?:-r|--recursive)$/) || filters.length > 0)) return { script, filters };
    if (program === 'pnpm' && verb === 'recursive') return { script: named(rest), filters };
    if (program === 'yarn' && verb === 'workspaces') return { script: named(rest), filters: [] };
    if (program === 'yarn' && verb === 'workspace') return { script: named(rest.slice(1)), filters: rest.slice(0, 1) };
    return null;
  }
  if (program === 'turbo') return { script: named(plain), filters };
  if (program === 'lerna' && verb === 'run') return { script: named(rest), filters };
  if (program === 'nx' && verb === 'run-many')
    return { script: valuesOf(args, /^(?:-t|--targets?)$/)[0]?.split(',')[0] ?? 'test', filters: [] };
  if (program === 'wsrun' || program === 'ultra') return { script: named(plain), filters: [] };
  return null;
}

const takesValue =
  /^(?:-w|--workspace|--filter|-F|--scope|--projects?|-p|--prefix|-C|--cwd|--dir|--concurrency|--include|--exclude|-t|--targets?)$/;

function valuesOf(args: string[], flag: RegExp): string[] {
  return args.flatMap((arg, at) => {
    const [name = '', ...value] = arg.split('=');
    if (!flag.test(name)) return [];
    return value.length > 0 ? [value.join('=')] : (args[at + 1] ?? []);
  });
}

interface Member {
  folder: string;
  name: string;
  scripts: Record<string, unknown>;
}

/** The packages of a workspace, by its own list of folders. */
export async function workspaceMembers(files: Files, manifest: Record<string, unknown>): Promise<Member[]> {
  const declared = manifest.workspaces;
  const lists = [
    ...list(Array.isArray(declared) ? declared : record(declared).packages).map(text),
    ...yamlPackages((await files.read('pnpm-workspace.yaml')) ?? ''),
    ...list(record(parseJson((await files.read('lerna.json')) ?? '{}')).packages).map(text),
  ].map((glob) => glob.replace(/^(!?)\.\//, '$1').replace(/\/+$/, ''));
  const globs = lists.filter((glob) => glob !== '' && !glob.startsWith('!'));
  const without = lists.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const folders = files.paths
    .filter((path) => path.endsWith('/package.json') && !/(?:^|\/)node_modules\//.test(path))
    .map((path) => path.slice(0, -'/package.json'.length))
    .filter((folder) => matchesAny(folder, globs) && !matchesAny(folder, without));
  const members = await Promise.all(
    folders.sort().map(async (folder) => {
      const content = record(parseJson((await files.read(`${folder}/package.json`)) ?? '{}'));
      return { folder, name: text(content.name), scripts: record(content.scripts) };
    }),
  );
  return members;
}

/** The folders in which a fan-out runs tests. */
export async function packagesOf(
  { script, filters }: FanOut,
  files: Files,
  manifest: Record<string, unknown>,
): Promise<string[]> {
  const members = await workspaceMembers(files, manifest);
  const folders = filters.filter((one) => one.startsWith('./') && !/[*{}.]$/.test(one)).map((one) => one.slice(2));
  const outside = folders.filter((folder) => files.paths.includes(`${folder}/package.json`));
  const chosen = members.filter(({ folder, name, scripts }) => {
    if (!isTestScript(scripts[script]) && !isTestScript(scripts.test)) return false;
    return filters.length === 0 || filters.some((one) => isMeant(one, folder, name));
  });
  return [...new Set([...chosen.map(({ folder }) => folder), ...outside])].sort();
}

function isTestScript(script: unknown): boolean {
  return text(script) !== '' && !text(script).includes('no test specified');
}

function isMeant(filter: string, folder: string, name: string): boolean {
  const plain = filter
    .replace(/^\.\//, '')
    .replace(/^\.{3}|\.{3}$/g, '')
    .replace(/^[{]|[}]$/g, '');
  if (plain.startsWith('!')) return !isMeant(plain.slice(1), folder, name);
  return (
    plain === folder || plain === name || matchesAny(folder, [plain]) || (name !== '' && matchesAny(name, [plain]))
  );
}

/** The list under `packages:`, which is all that such a file needs. */
function yamlPackages(source: string): string[] {
  const block = /^packages:[ \t]*(\[[^\]]*\]|(?:\r?\n[ \t]*(?:-[^\n]*|#[^\n]*)?)*)/m.exec(source)?.[1] ?? '';
  if (block.startsWith('[')) return block.match(/[^\s"',[\]]+/g) ?? [];
  return [...block.matchAll(/^[ \t]*-[ \t]*["']?([^"'\n#]+?)["']?[ \t]*(?:#.*)?$/gm)].map(([, glob = '']) => glob);
}
