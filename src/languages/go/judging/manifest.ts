import type { Manifest } from '../../judging/protection/shape.ts';
import { normalPath } from '../../related.ts';
import { moduleIn, readModules } from '../runners/modules.ts';

export const goManifest: Manifest = {
  name: /^go\.mod$/,
  keys: goModKeys,
  dependencies: requiredIn,
  siblings: async (_path, _text, files) => (await readModules(files)).list.map(({ path }) => path),
  /** A module of the same tree that base did not ask for. Another's code is never replaced by the change's own. */
  async grows({ path, keys, base, now, read }) {
    if (!keys.every((key) => key === 'replace')) return false;
    const [before, after] = [replacedIn(base), replacedIn(now)];
    const added = [...after].filter(([line]) => !before.has(line));
    if ([...before.keys()].some((line) => !after.has(line))) return false;
    const own = await Promise.all(
      added.map(async ([, { name, place }]) => {
        const folder = normalPath(`${path.slice(0, path.lastIndexOf('/') + 1)}${place}`);
        const module =
          folder === null ? null : moduleIn((await read(folder === '' ? 'go.mod' : `${folder}/go.mod`)) ?? '');
        return module !== null && module === name && !requiredIn(base).has(name);
      }),
    );
    return own.every(Boolean);
  },
  locks: ['go.sum'],
};

function requiredIn(text: string): Map<string, string> {
  const required = text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+(v\S+)/gm);
  return new Map([...required].map(([, name = '', version = '']) => [name, version]));
}

/** `example.com/module => ../folder`, by line. */
function replacedIn(text: string): Map<string, { name: string; place: string }> {
  const lines = (goModKeys(text)?.get('replace') ?? '').split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, name = '', place = ''] = /^(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S*)$/.exec(line) ?? [];
      return [line, { name, place }];
    }),
  );
}

/** What a dependency is replaced by, and the language and tools that tests are built with. */
function goModKeys(text: string): Map<string, string> | null {
  const keys = new Map<string, string>();
  let block: string | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\/\/.*$/, '').trim();
    const [word = '', ...rest] = line.split(/\s+/);
    if (block !== null && line === ')') block = null;
    else if (block !== null) add(block, line);
    else if (rest[0] === '(') block = word;
    else add(word, rest.join(' '));
  }
  return block === null ? keys : null;

  function add(word: string, value: string): void {
    if (/^(?:module|go|toolchain|replace|exclude|tool|godebug|ignore)$/.test(word) && value !== '')
      keys.set(word, `${keys.get(word) ?? ''}${value}\n`);
  }
}
