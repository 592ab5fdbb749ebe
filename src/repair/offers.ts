import { isBuiltin } from '../languages/javascript/builtins.ts';
import { readModule } from '../languages/javascript/requests.ts';
import { standardModules } from '../languages/python/standard-modules.ts';
import { readAll } from '../languages/related.ts';
import { type Ground, isScript } from './source.ts';

export interface Offer {
  name: string;
  from: string;
  kind: 'named' | 'module';
}

type Offers = (path: string, text: string) => Offer[];

/** More files than that are not read for a name. */
const most = 400;

/** Where the names come from that the errors say are not defined: the language itself, or the one file that has it. */
export async function offeredBy(wrong: string[], messages: string[], { files, isTest }: Ground): Promise<Offers> {
  const unknown = wrong.filter((name) => messages.some((message) => isUndefined(message, name)));
  if (unknown.length === 0) return () => [];
  const code = files.paths.filter((path) => (isScript(path) || path.endsWith('.py')) && !isTest(path)).slice(0, most);
  const texts = await readAll(
    files,
    code.filter((path) => !path.includes('node_modules/')),
  );
  const known = new Map<string, string[]>();
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const name of await definedIn(path, text))
      if (unknown.includes(name)) known.set(name, [...(known.get(name) ?? []), path]);
  const paths = new Set(files.paths);

  return (path, text) =>
    unknown
      .filter((name) => new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$&')}(?![\\w$])`).test(text))
      .flatMap((name): Offer[] => {
        const python = path.endsWith('.py');
        if (python ? standardModules.has(name) : isBuiltin(name))
          return [{ name, from: `node:${name}`, kind: 'module' }];
        const places = (known.get(name) ?? []).filter((from) => from !== path && from.endsWith('.py') === python);
        const [from] = places;
        if (from === undefined || places.length !== 1) return [];
        return [{ name, from: python ? moduleName(path, from, paths) : specifier(path, from), kind: 'named' }];
      });
}

const isUndefined = (message: string, name: string): boolean =>
  message.includes(`${name} is not defined`) || message.includes(`name '${name}' is not defined`);

async function definedIn(path: string, text: string): Promise<string[]> {
  if (path.endsWith('.py'))
    return [...text.matchAll(/^(?:(?:async )?def|class) (\w+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)/gm)].map(
      ([, one, other]) => one ?? other ?? '',
    );
  const module = await readModule(path, text);
  if (module?.exports) return module.exports;
  return [
    ...[...text.matchAll(/\bexports\.(\w+)\s*=/g)].map(([, name = '']) => name),
    ...(/\bmodule\.exports\s*=\s*\{([^}]*)\}/.exec(text)?.[1]?.match(/\w+(?=\s*[,:(]|\s*$)/g) ?? []),
  ];
}

/** `../lib/sum.js` as seen from `src/a.js`. */
function specifier(path: string, from: string): string {
  const [here, there] = [path.split('/').slice(0, -1), from.split('/')];
  let same = 0;
  while (same < here.length && here[same] === there[same]) same += 1;
  const up = here.slice(same).map(() => '..');
  return [...(up.length > 0 ? up : ['.']), ...there.slice(same)].join('/');
}

function moduleName(path: string, from: string, paths: ReadonlySet<string>): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const plain = from.replace(/(?:\/__init__)?\.py$/, '');
  if (from.startsWith(folder) && !plain.slice(folder.length).includes('/'))
    return `${paths.has(`${folder}__init__.py`) ? '.' : ''}${plain.slice(folder.length)}`;
  return plain.replace(/^src\//, '').replaceAll('/', '.');
}
