import { existsSync, readFileSync } from 'node:fs';

export const packageVersion = (): string => String(fieldsOf('package.json').version);

/** `0.1.0 (6d6d61e, 2026-11-17)`; the version alone where the build does not know its commit. */
export function buildVersion(): string {
  const { commit, date } = fieldsOf('dist/build.json');
  return commit === undefined ? packageVersion() : `${packageVersion()} (${commit}, ${date})`;
}

/** The line that lets editors check a configuration file; the schema is made by the build. */
export const schemaLine = (): string => `# yaml-language-server: $schema=${schemaAddress().href}\n`;

export const schemaAddress = (): URL => new URL('dist/config.schema.json', packageFolder());

function fieldsOf(name: string): Record<string, unknown> {
  const file = new URL(name, packageFolder());
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
}

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
