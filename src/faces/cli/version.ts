import { existsSync, readFileSync } from 'node:fs';

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')) as {
    version?: unknown;
  };
  return String(version);
}

/** The line that lets editors check a configuration file; the schema is made by the build. */
export const schemaLine = (): string => `# yaml-language-server: $schema=${schemaAddress().href}\n`;

export const schemaAddress = (): URL => new URL('dist/config.schema.json', packageFolder());

/** Where the nearest package.json above this file is, wherever the build has put it. */
function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('..', folder);
    if (parent.href === folder.href) throw new Error('no package.json above the program');
    folder = parent;
  }
  return folder;
}
