import type { Repair } from '../../repair/shape.ts';
import { standardModules } from '../modules/standard-modules.ts';

export const pythonRepair: Repair = {
  covers: (path) => path.endsWith('.py'),
  read: async (path, text) => (await import('./source.ts')).pythonSource(path, text),

  async imports(files) {
    const [{ importLines }, { modulesOf }] = await Promise.all([
      import('../modules/import-lines.ts'),
      import('../modules/modules.ts'),
    ]);
    const modules = modulesOf(files.paths);
    return async (path, text) =>
      importLines(text).flatMap(({ module, names }) => {
        const inner = (names ?? []).map((name) => `${module}${module.endsWith('.') ? '' : '.'}${name}`);
        return [module, ...inner].flatMap((name) => modules.find(path, name).flatMap(({ own }) => own));
      });
  },

  offers: async (_path, text) =>
    [...text.matchAll(/^(?:(?:async )?def|class) (\w+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)/gm)].map(
      ([, one, other]) => one ?? other ?? '',
    ),

  standard: (name) => (standardModules.has(name) ? name : null),

  reference(path, from, paths) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const plain = from.replace(/(?:\/__init__)?\.py$/, '');
    if (from.startsWith(folder) && !plain.slice(folder.length).includes('/'))
      return `${paths.has(`${folder}__init__.py`) ? '.' : ''}${plain.slice(folder.length)}`;
    return plain.replace(/^src\//, '').replaceAll('/', '.');
  },

  missing: [
    /has no attribute '(\w+)'/g,
    /name '(\w+)' is not defined/g,
    /cannot import name '(\w+)'/g,
    /unexpected keyword argument '(\w+)'/g,
    /KeyError: '(\w+)'/g,
  ],
  lacking: (name) => `name '${name}' is not defined`,
  correction: /'(\w+)'[^'\n]*\. Did you mean: '(?:self\.)?(\w+)'/,
};
