import { parseJson, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';

/** What a package.json says. */
export interface Manifest {
  exists: boolean;
  /** It is there and cannot be parsed. */
  broken: boolean;
  content: Record<string, unknown>;
  scripts: Record<string, unknown>;
  /** The test script, unless there is none or it is npm's placeholder. */
  script: string | null;
  dependencies: Record<string, unknown>;
}

/** By tree: it is asked for by many. */
const manifests = new WeakMap<Files, Promise<Manifest>>();

export function readManifest(files: Files): Promise<Manifest> {
  const manifest = manifests.get(files) ?? parsedManifest(files);
  manifests.set(files, manifest);
  return manifest;
}

async function parsedManifest(files: Files): Promise<Manifest> {
  const source = await files.read('package.json');
  const parsed = parseJson(source ?? '{}');
  const content = record(parsed);
  const scripts = record(content.scripts);
  const script = text(scripts.test).trim();
  return {
    exists: source !== null,
    broken: typeof parsed !== 'object' || parsed === null || Array.isArray(parsed),
    content,
    scripts,
    script: script === '' || script.includes('no test specified') ? null : script,
    dependencies: { ...record(content.dependencies), ...record(content.devDependencies) },
  };
}

/** The runner that a package depends on, by its program's name. */
export function declaredRunner({ dependencies }: Manifest): string | null {
  return ['vitest', 'jest', 'mocha', 'ava', 'jasmine'].find((name) => name in dependencies) ?? null;
}
