import type { Verdict } from '../../../schema/judge/verdict.ts';
import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { type ImportLine, importLines } from './import-lines.ts';
import { type ModuleFiles, type Modules, modulesOf } from './modules.ts';
import { standardModules } from './standard-modules.ts';

type ImportErrors = Verdict['import_errors'];

export interface PythonChecks {
  /** Whether a module can be imported where tests run; null: not known. */
  installed: ((name: string) => boolean) | null;
  isIgnored(path: string): boolean;
}

/** What the changed files import and is not there. In doubt it is. */
export async function pythonImportErrors(files: Files, changed: string[], checks: PythonChecks): Promise<ImportErrors> {
  const sources = changed.filter((path) => path.endsWith('.py'));
  if (sources.length === 0) return [];
  const modules = modulesOf(files.paths);
  const tree = { ...(await readTree(files, modules)), changed: new Set(changed) };
  const errors: ImportErrors = [];
  for (const file of sources) {
    const text = (await files.read(file)) ?? '';
    for (const line of importLines(text)) {
      if (line.guarded || line.names?.includes('*')) continue;
      for (const fault of await faultsOf(line, file, tree, checks)) errors.push({ file, line: line.line, ...fault });
    }
  }
  return errors;
}

interface Tree {
  files: Files;
  changed: ReadonlySet<string>;
  modules: Modules;
  stems: Set<string>;
  /** What builds and configures: a module that it names may be made by it. */
  builds: string;
  manifests: string;
}

async function readTree(files: Files, modules: Modules): Promise<Omit<Tree, 'changed'>> {
  const read = async (pattern: RegExp) => {
    const named = files.paths.filter((path) => pattern.test(path)).slice(0, 50);
    return [...(await readAll(files, named)).values()].join('\n');
  };
  return {
    files,
    modules,
    stems: new Set(files.paths.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, ''))),
    builds: await read(
      /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|meson\.build|CMakeLists\.txt|Makefile|build\.py|BUILD)$/,
    ),
    manifests: await read(
      /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/.*)$/,
    ),
  };
}

type Fault = { name: string; message: string };

async function faultsOf(line: ImportLine, file: string, tree: Tree, checks: PythonChecks): Promise<Fault[]> {
  const { modules } = tree;
  const resolved = modules.find(file, line.module);
  if (resolved.length > 0) return missingNames(line, file, resolved, tree);
  const first = line.module.split('.')[0] ?? '';
  if (!line.module.startsWith('.') && modules.roots(first).length === 0) {
    const missing = missingPackage(line, first, tree, checks);
    return missing.length > 0 && (await isImportedBeside(first, file, tree)) ? [] : missing;
  }

  const last = line.module.split('.').at(-1) ?? '';
  const isGenerated = tree.stems.has(last) || mentions(tree.builds, last) || /^_?version$/.test(last);
  const places = placesOf(line, file, tree);
  const lacking = places.filter(({ folder, rest }) => {
    const path = `${folder}${rest.replaceAll('.', '/')}.py`;
    return modules.below(folder, rest) === null && !checks.isIgnored(path);
  });
  if (isGenerated || lacking.length === 0 || lacking.length < places.length) return [];
  // A package can find modules in ways of its own.
  const above = lacking.flatMap(({ folder, rest }) =>
    rest.split('.').map(
      (_, at, parts) =>
        `${folder}${parts
          .slice(0, at)
          .map((part) => `${part}/`)
          .join('')}__init__.py`,
    ),
  );
  const texts = await Promise.all(above.map((path) => tree.files.read(path)));
  return texts.some((text) => findsModules.test(text ?? ''))
    ? []
    : [{ name: line.module, message: `No module named '${line.module}'` }];
}

/** Where a module that is not there would have to be. */
function placesOf(line: ImportLine, file: string, { modules }: Tree) {
  if (line.module.startsWith('.')) return [modules.base(file, line.module)].filter((place) => place !== null);
  const first = line.module.split('.')[0] ?? '';
  // A package of the standard library may be meant.
  if (line.deferred || standardModules.has(first)) return [];
  const usual = new Set(['', 'src/', 'lib/']);
  return modules
    .roots(first)
    .filter((folder) => usual.has(folder))
    .map((folder) => ({ folder, rest: line.module }));
}

/** Names that a module makes as it runs cannot be seen: a word of that name anywhere in it counts as one. */
async function missingNames(line: ImportLine, file: string, resolved: ModuleFiles[], tree: Tree): Promise<Fault[]> {
  const ownPaths = resolved.map((one) => one.own.filter((path) => path.endsWith('.py')));
  if (line.names === null || ownPaths.some((paths) => paths.length === 0)) return [];
  const texts = await Promise.all(ownPaths.flat().map(async (path) => (await tree.files.read(path)) ?? ''));
  if (texts.some((text) => makesNames.test(text))) return [];
  const prefix = /\.$/.test(line.module) ? line.module : `${line.module}.`;
  return line.names
    .filter((name) => tree.modules.find(file, `${prefix}${name}`).length === 0)
    .filter((name) => !tree.stems.has(name) && !mentions(tree.builds, name))
    .filter((name) => !/^__\w+__$/.test(name) && !texts.some((text) => mentions(text, name)))
    .map((name) => ({ name, message: `cannot import name '${name}' from '${line.module}'` }));
}

const findsModules = /meta_path|sys\.modules|__path__|find_spec|find_module|\bMetaPathFinder\b/;

const makesNames =
  /\bimport\s*\(?\s*\*|__getattr__|__path__|\bglobals\(\)|\blocals\(\)|\bexec\(|\bvars\(|\bsetattr\(|sys\.modules|lazy|_convert_\(/i;

function missingPackage(line: ImportLine, name: string, tree: Tree, { installed }: PythonChecks): Fault[] {
  const there =
    line.deferred ||
    installed === null ||
    standardModules.has(name) ||
    name.startsWith('_') ||
    tree.stems.has(name) ||
    tree.files.paths.some((path) => `/${path}`.includes(`/${name}/`)) ||
    mentions(tree.manifests.toLowerCase().replaceAll('-', '_'), name.toLowerCase()) ||
    installed(name);
  return there ? [] : [{ name, message: `No module named '${name}': it is neither declared nor installed` }];
}

/** Whether a file of the same folder needs the package that is as it was: then it is not the change that needs it. */
async function isImportedBeside(name: string, file: string, { files, changed }: Tree): Promise<boolean> {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = files.paths.filter(
    (path) => path.startsWith(folder) && /^[^/]+\.py$/.test(path.slice(folder.length)) && !changed.has(path),
  );
  const texts = [...(await readAll(files, beside)).values()].filter((text) => mentions(text, name));
  return texts.some((text) =>
    importLines(text).some(({ module, guarded, deferred }) => !guarded && !deferred && module.split('.')[0] === name),
  );
}

function mentions(text: string, word: string): boolean {
  return new RegExp(`\\b${word.replace(/[^\w]/g, '')}\\b`).test(text);
}
