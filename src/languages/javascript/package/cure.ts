import { record } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import { unfitNode } from './engines.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** What a person does about tests that cannot be started. */
export async function cureOf(output: string, files: Files): Promise<string | null> {
  const manifest = await readManifest(files);
  if (manifest.broken) return 'package.json is not valid JSON: correct it';
  const browser = /^The test script starts (\S+), which needs a browser/m.exec(output)?.[1];
  if (browser !== undefined)
    return `${browser} needs a browser: set tests.command in .pawl/config.yaml to tests that run without one`;
  return missingPackage(output, manifest, files) ?? unfitNode(manifest);
}

/** Only a package that is declared can be installed: others may be what the request asks for. */
function missingPackage(output: string, { content, dependencies }: Manifest, files: Files): string | null {
  const all = { ...dependencies, ...record(content.peerDependencies), ...record(content.optionalDependencies) };
  const names = [
    ...output.matchAll(/(?:Cannot find (?:module|package)|Could not resolve|Failed to resolve import) ['"]([^'"]+)/g),
  ];
  const missing = names
    .map(([, name = '']) => name.replace(/^.*\/node_modules\//, ''))
    .find((name) => Object.keys(all).some((one) => `${name}/`.startsWith(`${one}/`)));
  const program = /(?:^|[\s:])([\w-]+): (?:command )?not found/m.exec(output)?.[1];
  const isUninstalled =
    program !== undefined && (program in all || Object.keys(all).some((name) => name.endsWith(`/${program}`)));
  if (missing === undefined && !isUninstalled) return null;
  return `${missing ?? program} is not installed: run ${installer(files.paths)}`;
}

/** By the lock file, the manager that the project is installed with. */
function installer(paths: string[]): string {
  const [, command] = installers.find(([lock]) => paths.some((path) => lock.test(path))) ?? [];
  return command ?? 'npm install';
}

const installers: [RegExp, string][] = [
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, 'npm ci'],
  [/^pnpm-lock\.yaml$/, 'pnpm install'],
  [/^yarn\.lock$/, 'yarn install'],
  [/^bun\.lockb?$/, 'bun install'],
];
