import type { Verdict } from '../../../schema/judge/verdict.ts';
import { readAll } from '../../related.ts';
import { placeAt } from '../../reports/places.ts';
import { parseJson, record } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import { packageName } from './aliases.ts';
import { isBuiltin } from './builtins.ts';
import { type Module, type Request, readModule } from './requests.ts';
import { type Resolve, resolver } from './resolve.ts';

type ImportErrors = Verdict['import_errors'];

export interface ScriptChecks {
  /** Whether a package can be imported where tests run; null: not known. */
  installed: ((name: string) => boolean) | null;
  /** Whether git would not show a path: it may be there all the same. */
  isIgnored(path: string): boolean;
}

/** What the changed files import and is not there. In doubt it is. */
export async function scriptImportErrors(files: Files, changed: string[], checks: ScriptChecks): Promise<ImportErrors> {
  const scripts = changed.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts'));
  if (scripts.length === 0) return [];
  const resolve = await resolver(files);
  const declared = await declaredPackages(files);
  const modules = new Map<string, Promise<Module | null>>();
  const moduleAt = (path: string) => {
    const module = modules.get(path) ?? readAt(files, path);
    modules.set(path, module);
    return module;
  };

  const errors: ImportErrors = [];
  for (const file of scripts) {
    const text = await files.read(file);
    for (const request of (text === null ? null : await moduleAt(file))?.requests ?? []) {
      const faults = await faultsOf(request, file);
      const { line } = placeAt(text ?? '', request.at);
      errors.push(...faults.map(({ name, message }) => ({ file, line, name, message })));
    }
  }
  return errors;

  async function faultsOf(request: Request, file: string): Promise<{ name: string; message: string }[]> {
    const { specifier } = request;
    const resolution = resolve(file, specifier);
    if (resolution.kind === 'missing') {
      const unsure = /\.(?!(?:[cm]?[jt]sx?|json)$)\w+$/.test(specifier.replace(/\?.*$/, '')) || specifier.includes('!');
      return unsure || checks.isIgnored(resolution.path)
        ? []
        : [{ name: specifier, message: `Cannot find module '${specifier}'` }];
    }
    if (resolution.kind === 'package') {
      const name = packageName(specifier);
      const there =
        request.typesOnly ||
        isBuiltin(specifier) ||
        declared.has(name) ||
        isFolder(files, name) ||
        checks.installed?.(name) !== false;
      return there ? [] : [{ name, message: `Cannot find package '${name}': it is neither declared nor installed` }];
    }
    if (resolution.kind !== 'file' || request.names === null) return [];
    const offered = await exportsOf(resolution.path, moduleAt, resolve);
    return request.names
      .filter((name) => name !== '' && offered !== null && !offered.has(name))
      .map((name) => ({ name, message: `'${specifier}' has no export named '${name}'` }));
  }
}

/** The names that a module offers, through the modules that it passes on; null where that cannot be told. */
async function exportsOf(
  path: string,
  moduleAt: (path: string) => Promise<Module | null>,
  resolve: Resolve,
  depth = 0,
): Promise<Set<string> | null> {
  const module = /(?<!\.d)\.[cm]?[jt]sx?$/.test(path) && depth < 8 ? await moduleAt(path) : null;
  if (!module?.exports) return null;
  const names = new Set(module.exports);
  for (const specifier of module.passed) {
    const resolution = resolve(path, specifier);
    const inner = resolution.kind === 'file' ? await exportsOf(resolution.path, moduleAt, resolve, depth + 1) : null;
    if (inner === null) return null;
    for (const name of inner) names.add(name);
  }
  return names;
}

async function readAt(files: Files, path: string): Promise<Module | null> {
  const text = await files.read(path);
  return text === null ? null : readModule(path, text);
}

/** Every package that any package.json of the tree names, with the packages whose types they are. */
async function declaredPackages(files: Files): Promise<Set<string>> {
  const names = new Set<string>();
  const manifests = files.paths.filter((one) => /(?:^|\/)package\.json$/.test(one) && !one.includes('node_modules/'));
  for (const source of (await readAll(files, manifests)).values()) {
    const content = record(parseJson(source));
    for (const key of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
      for (const name of Object.keys(record(content[key]))) {
        names.add(name);
        if (name.startsWith('@types/')) names.add(name.slice('@types/'.length).replace(/^(.+)__(.+)$/, '@$1/$2'));
      }
    }
  }
  return names;
}

/** `components/button` may be an alias that only a bundler knows. */
function isFolder(files: Files, name: string): boolean {
  const first = name.split('/')[0] ?? name;
  return files.paths.some((path) => `/${path}`.includes(`/${first}/`) || `/${path}`.includes(`/${first}.`));
}
