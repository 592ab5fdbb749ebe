import type { Repair } from '../../repair/shape.ts';
import { packageManifest } from '../judging/manifest.ts';
import { isBuiltin } from '../modules/builtins.ts';

const covered = /(?<!\.d)\.[cm]?[jt]sx?$/;

export const javascriptRepair: Repair = {
  covers: (path) => covered.test(path),
  read: async (path, text) => (await import('./source.ts')).javascriptSource(path, text),

  async imports(files) {
    const [{ readModule }, { resolver }] = await Promise.all([
      import('../modules/requests.ts'),
      import('../modules/resolve.ts'),
    ]);
    const resolve = await resolver(files);
    /** What a package of the same tree is entered by. */
    const entriesOf = async (folder: string) => {
      const manifest = `${folder}package.json`;
      const entries = packageManifest.entries?.(manifest, (await files.read(manifest)) ?? '{}') ?? [];
      return entries.filter((path) => files.paths.includes(path));
    };
    return async (path, text) => {
      const { requests = [] } = (await readModule(path, text)) ?? {};
      const places = requests.map(async ({ specifier }) => {
        const request = resolve(path, specifier);
        return request.kind === 'file' ? [request.path] : request.kind === 'folder' ? entriesOf(request.folder) : [];
      });
      return (await Promise.all(places)).flat();
    };
  },

  async offers(path, text) {
    const { readModule } = await import('../modules/requests.ts');
    const module = await readModule(path, text);
    if (module?.exports) return module.exports;
    return [
      ...[...text.matchAll(/\bexports\.(\w+)\s*=/g)].map(([, name = '']) => name),
      ...(/\bmodule\.exports\s*=\s*\{([^}]*)\}/.exec(text)?.[1]?.match(/\w+(?=\s*[,:(]|\s*$)/g) ?? []),
    ];
  },

  standard: (name) => (isBuiltin(name) ? `node:${name}` : null),

  /** `../lib/sum.js` as seen from `src/a.js`. */
  reference(path, from) {
    const [here, there] = [path.split('/').slice(0, -1), from.split('/')];
    let same = 0;
    while (same < here.length && here[same] === there[same]) same += 1;
    const up = here.slice(same).map(() => '..');
    return [...(up.length > 0 ? up : ['.']), ...there.slice(same)].join('/');
  },

  missing: [
    /([\w$]+) is not a (?:function|constructor)/g,
    /\b([\w$]+) is not defined/g,
    /does not provide an export named '([\w$]+)'/g,
    /Property '([\w$]+)' does not exist/g,
  ],
  lacking: (name) => `${name} is not defined`,
};
