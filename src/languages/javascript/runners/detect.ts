import type { Word } from '../../language.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { parseJson, record, text } from '../../runs/values.ts';

/** What a package.json says. */
export interface Manifest {
  exists: boolean;
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
  { program, args }: Pick<Word, 'program' | 'args'>,
  call: Invocation,
  files: Files,
): Promise<Runner | null | undefined> {
  const manifest = await readManifest(files);
  const { dependencies } = manifest;
  const script = program === 'node' ? args.findIndex((arg) => runnerScript.test(arg)) : -1;
  if (script !== -1) {
    const [program = '', ...rest] = args.slice(script);
    const name = program.slice(program.lastIndexOf('/') + 1);
    return javascriptRunner({ program: name, args: rest }, startedByNode(call, args.slice(0, script)), files);
  }
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
    const configTexts = await Promise.all(configs.map((path) => files.read(path)));
    const specs = [JSON.stringify(manifest.content.mocha ?? {}), ...configTexts].flatMap((one) =>
      mochaSpecs(one ?? ''),
    );
    const measures = 'c8' in dependencies ? 'c8' : 'nyc' in dependencies ? 'nyc' : null;
    return mocha(call, args, { major: majorOf(dependencies.mocha), specs, measures });
  }
  if ((program === 'node' || program === 'tsx') && args.includes('--test')) {
    const { nodeTest } = await import('./node-test.ts');
    return nodeTest(files, call, args, program === 'tsx' || 'tsx' in dependencies);
  }
  return undefined;
}

const runnerScript = /(?:vitest\.mjs|jest(?:\.js)?|mocha(?:\.js)?)$/;

/** `node --flag runner.js`: the flag is kept for the node that we start ourselves. */
function startedByNode(call: Invocation, flags: string[]): Invocation {
  const options = [call.env.NODE_OPTIONS, ...flags].filter((flag) => flag !== undefined).join(' ');
  return { ...call, env: { ...call.env, ...(options === '' ? {} : { NODE_OPTIONS: options }) } };
}

/** The runner that a package depends on, by its program's name. */
export function declaredRunner({ dependencies }: Manifest): string | null {
  return ['vitest', 'jest', 'mocha'].find((name) => name in dependencies) ?? null;
}

/** Only a package that is declared can be installed: others may be what the request asks for. */
export async function missingPackage(output: string, files: Files): Promise<string | null> {
  const { content, dependencies } = await readManifest(files);
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
  return `${missing ?? program} is not installed: run npm ${files.paths.includes('package-lock.json') ? 'ci' : 'install'}`;
}

function majorOf(version: unknown): number | null {
  const major = /\d+/.exec(text(version))?.[0];
  return major === undefined ? null : Number(major);
}
