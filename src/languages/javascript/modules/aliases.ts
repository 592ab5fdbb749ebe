import { normalPath, readAll } from '../../related.ts';
import { list, parseJson, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';

/** Names that stand for places in the tree: `@/*` for `src/*`, a workspace's package for its folder. */
export interface Aliases {
  /** Places that a specifier may stand for, without endings; null where no alias fits. */
  places(specifier: string): string[] | null;
  /** The folder of a package of this tree, with a slash at the end, and the rest of the specifier. */
  workspace(specifier: string): { folder: string; rest: string } | null;
}

const isConfig = /(?:^|\/)(?:[tj]sconfig[\w.-]*\.json|package\.json|deno\.jsonc?|import_map\.json)$/;

interface Pattern {
  head: string;
  tail: string;
  exact: boolean;
  targets: string[];
}

/** From every tsconfig, jsconfig, package.json and deno.json of the tree: which of them applies where is not looked at. */
export async function readAliases(files: Files): Promise<Aliases> {
  const patterns: Pattern[] = [];
  const packages = new Map<string, string>();
  const configs = files.paths.filter((path) => isConfig.test(path) && !/(?:^|\/)node_modules\//.test(path));
  for (const [path, source] of await readAll(files, configs)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const content = record(parseJson(plainJson(source)));
    if (path.endsWith('package.json') && text(content.name) !== '') packages.set(text(content.name), folder);
    for (const [key, to] of Object.entries(record(content.imports))) {
      patterns.push(pattern(key, strings(to), folder), pattern(`${key}/*`, [], folder));
    }
    patterns.push(...configPatterns(record(content.compilerOptions), folder));
  }
  return {
    places: (specifier) => {
      const fitting = patterns.filter((one) => fits(one, specifier));
      return fitting.length === 0 ? null : fitting.flatMap((one) => one.targets.map((to) => put(one, to, specifier)));
    },
    workspace: (specifier) => {
      const name = packageName(specifier);
      const folder = packages.get(name);
      return folder === undefined ? null : { folder, rest: specifier.slice(name.length + 1) };
    },
  };
}

/** `@scope/name` of `@scope/name/sub/file`. */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function configPatterns(options: Record<string, unknown>, folder: string): Pattern[] {
  const base = `${folder}${text(options.baseUrl) || '.'}/`;
  const named = Object.entries(record(options.paths)).map(([key, to]) => pattern(key, strings(to), base));
  return options.baseUrl === undefined ? named : [...named, pattern('*', ['*'], base)];
}

function pattern(key: string, targets: string[], folder: string): Pattern {
  const [head = '', tail] = key.split('*');
  const places = targets.map((target) => normalPath(`${folder}${target}`)).filter((place) => place !== null);
  return { head, tail: tail ?? '', exact: tail === undefined, targets: places };
}

function fits({ head, tail, exact }: Pattern, specifier: string): boolean {
  if (exact) return specifier === head;
  return specifier.startsWith(head) && specifier.endsWith(tail) && specifier.length >= head.length + tail.length;
}

function put({ head, tail }: Pattern, target: string, specifier: string): string {
  return target.replace('*', () => specifier.slice(head.length, specifier.length - tail.length));
}

/** The strings of a target, however conditions and lists wrap them. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return list(value).flatMap(strings);
  return Object.values(record(value)).flatMap(strings);
}

/** Without comments and trailing commas. */
function plainJson(source: string): string {
  return source
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
}
