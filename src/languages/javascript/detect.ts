import type { Files, Runner } from '../language.ts';
import type { Invocation } from '../script.ts';
import { parseJson, record, text } from '../values.ts';

/** What a package.json says. */
export interface Manifest {
  exists: boolean;
  content: Record<string, unknown>;
  scripts: Record<string, unknown>;
  /** The test script, unless there is none or it is npm's placeholder. */
  script: string | null;
  dependencies: Record<string, unknown>;
}

export async function readManifest(files: Files): Promise<Manifest> {
  const source = await files.read('package.json');
  const content = record(parseJson(source ?? '{}'));
  const scripts = record(content.scripts);
  const script = text(scripts.test).trim();
  return {
    exists: source !== null,
    content,
    scripts,
    script: script === '' || script.includes('no test specified') ? null : script,
    dependencies: { ...record(content.dependencies), ...record(content.devDependencies) },
  };
}

/** The runner that a word of a command line starts; null where it starts something else of it, undefined for others. */
export async function javascriptRunner(
  program: string,
  args: string[],
  call: Invocation,
  files: Files,
  manifest: Manifest,
): Promise<Runner | null | undefined> {
  const { dependencies } = manifest;
  if (program === 'vitest' || program === 'vitest.mjs') {
    if (/^(?:bench|list|init|typecheck|related)$/.test(args[0] ?? '')) return null;
    const { vitest } = await import('./vitest.ts');
    const v8 = '@vitest/coverage-v8' in dependencies;
    const provider = v8 ? 'v8' : '@vitest/coverage-istanbul' in dependencies ? 'istanbul' : null;
    return vitest(call, args, { major: majorOf(dependencies.vitest), provider });
  }
  if (program === 'jest' || program === 'jest.js') {
    const { jest, jestSettings } = await import('./jest.ts');
    return jest(call, args, jestSettings(manifest.content, parseJson((await files.read('jest.config.json')) ?? '')));
  }
  if (/^_?mocha(?:\.js)?$/.test(program)) {
    const { mocha, mochaSpecs } = await import('./mocha.ts');
    const configs = ['.mocharc.json', '.mocharc.jsonc', '.mocharc.yml', '.mocharc.yaml', '.mocharc.js', '.mocharc.cjs'];
    const written = await Promise.all(configs.map((path) => files.read(path)));
    const specs = [JSON.stringify(manifest.content.mocha ?? {}), ...written].flatMap((one) => mochaSpecs(one ?? ''));
    const measures = 'c8' in dependencies ? 'c8' : 'nyc' in dependencies ? 'nyc' : null;
    return mocha(call, args, { major: majorOf(dependencies.mocha), specs, measures });
  }
  if ((program === 'node' || program === 'tsx') && args.includes('--test')) {
    const { nodeTest } = await import('./node-test.ts');
    return nodeTest(files, call, args, program === 'tsx' || 'tsx' in dependencies);
  }
  return undefined;
}

/** The runner that a package depends on, by its program's name. */
export function declaredRunner({ dependencies }: Manifest): string | null {
  return ['vitest', 'jest', 'mocha'].find((name) => name in dependencies) ?? null;
}

function majorOf(version: unknown): number | null {
  const major = /\d+/.exec(text(version))?.[0];
  return major === undefined ? null : Number(major);
}
