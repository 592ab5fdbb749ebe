import { existsSync, readFileSync } from 'node:fs';

/** The version in the nearest package.json above this file, wherever the build has put it. */
export function packageVersion(): string {
  let folder = new URL('.', import.meta.url);
  for (;;) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return String((JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }).version);
    const parent = new URL('..', folder);
    if (parent.href === folder.href) throw new Error('no package.json above the program');
    folder = parent;
  }
}
