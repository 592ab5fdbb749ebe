import type { Manifest } from '../../judging/protection/shape.ts';

export const goManifest: Manifest = {
  name: /^go\.mod$/,
  keys: goModKeys,
  dependencies(text) {
    const required = text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+(v\S+)/gm);
    return new Map([...required].map(([, name = '', version = '']) => [name, version]));
  },
  locks: ['go.sum'],
};

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
