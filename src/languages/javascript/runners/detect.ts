import type { Word } from '../../language.ts';
import { plainError, testRun } from '../../reports/report.ts';
import { parseJson, text } from '../../reports/values.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { type Manifest, readManifest } from '../package/manifest.ts';
import { keptBuild } from '../scripts/kept-build.ts';
import { frameworkOfScript } from './frameworks.ts';

/** The runner that a word of a command line starts; null where it starts something else of it, undefined for others. */
export async function javascriptRunner(word: Word, call: Invocation, files: Files): Promise<Runner | null | undefined> {
  const manifest = await readManifest(files);
  const build = keptBuild(call, files);
  const started = await runnerOf(word, build ? { ...call, before: build.before } : call, files, manifest);
  const runner = started && build ? build.keeping(started) : started;
  if (!runner || !manifest.broken) return runner;
  const error = plainError('BadManifest', 'package.json cannot be parsed, so nothing says how its tests run');
  return {
    ...runner,
    read: (result) => {
      const reading = { cases: [], errors: [error], complete: false };
      return testRun({ id: runner.id, evidence: runner.evidence }, result, reading);
    },
  };
}

async function runnerOf(
  { word, program, args }: Word,
  call: Invocation,
  files: Files,
  manifest: Manifest,
): Promise<Runner | null | undefined> {
  const { dependencies } = manifest;
  const script = program === 'node' ? args.findIndex((arg) => runnerScript.test(arg)) : -1;
  if (script !== -1) {
    const [word = '', ...rest] = args.slice(script);
    const name = word.slice(word.lastIndexOf('/') + 1);
    const started = startedByNode(call, args.slice(0, script));
    return runnerOf({ word, program: name, args: rest }, started, files, manifest);
  }
  if (program === 'vitest' || program === 'vitest.mjs') {
    if (/^(?:bench|list|init|typecheck|related)$/.test(args[0] ?? '')) return null;
    const { vitest } = await import('./vitest/vitest.ts');
    const v8 = '@vitest/coverage-v8' in dependencies;
    const provider = v8 ? 'v8' : '@vitest/coverage-istanbul' in dependencies ? 'istanbul' : null;
    return vitest(files, call, args, { major: majorOf(dependencies.vitest), provider });
  }
  if (program === 'jest' || program === 'jest.js') {
    const { jest, jestSettings } = await import('./jest/jest.ts');
    const settings = jestSettings(manifest.content, parseJson((await files.read('jest.config.json')) ?? ''));
    return jest(files, call, args, settings);
  }
  if (/^_?mocha(?:\.js)?$/.test(program)) {
    const { mocha, mochaSpecs } = await import('./mocha/mocha.ts');
    const configs = ['.mocharc.json', '.mocharc.jsonc', '.mocharc.yml', '.mocharc.yaml', '.mocharc.js', '.mocharc.cjs'];
    const configTexts = await Promise.all(configs.map((path) => files.read(path)));
    const specs = [JSON.stringify(manifest.content.mocha ?? {}), ...configTexts].flatMap((one) =>
      mochaSpecs(one ?? ''),
    );
    const measures = 'c8' in dependencies ? 'c8' : 'nyc' in dependencies ? 'nyc' : null;
    return mocha(files, call, args, { major: majorOf(dependencies.mocha), specs, measures });
  }
  if (/^jasmine(?:\.js)?$/.test(program)) {
    if (/^(?:init|examples|help|version|enumerate)$/.test(args[0] ?? '')) return null;
    const { jasmine } = await import('./jasmine.ts');
    const own = word.replace(/^\.\//, '');
    const path = files.paths.includes(own) ? own : 'node_modules/jasmine/bin/jasmine.js';
    return jasmine(files, call, path, args);
  }
  if (program === 'uvu') return (await import('./uvu.ts')).uvu(files, call, args);
  if (/^(?:tape|tap|ava|borp)$/.test(program)) {
    const { tapProgram } = await import('./tap-programs.ts');
    return tapProgram(program, call, args, majorOf(dependencies[program]));
  }
  if (program === 'bun' && args[0] === 'test') return (await import('./bun.ts')).bunTest(call, args.slice(1));
  if (/^(?:node|tsx|ts-node)$/.test(program)) return nodeRunner(program, call, args, files, dependencies);
  return undefined;
}

/** Node's own runner, or a script that is run by itself and reports what it tests. */
async function nodeRunner(
  program: string,
  call: Invocation,
  args: string[],
  files: Files,
  dependencies: Record<string, unknown>,
): Promise<Runner | null | undefined> {
  const { nodeTest } = await import('./node-test/node-test.ts');
  const hasTsx = program === 'tsx' || 'tsx' in dependencies;
  if (args.includes('--test')) return nodeTest(files, call, args, { hasTsx });
  const script = args.find(
    (arg) => /\.[cm]?[jt]sx?$/.test(arg) || files.paths.includes(`${arg.replace(/^\.\//, '')}/index.js`),
  );
  const framework = script === undefined ? null : await frameworkOfScript(script, files);
  if (framework === 'tap') return (await import('./tap-programs.ts')).tapScript(program, call, args);
  if (framework === 'node:test' && program !== 'ts-node')
    return nodeTest(files, call, args, { hasTsx: program === 'tsx', script: true });
  return undefined;
}

const runnerScript =
  /(?:^|\/)(?:vitest\.mjs|jest(?:\.js)?|_?mocha(?:\.js)?|jasmine(?:\.js)?|(?:\.bin|bin)\/(?:tape|tap|ava|borp|uvu))$/;

/** `node --flag runner.js`: the flag is kept for the node that we start ourselves. */
function startedByNode(call: Invocation, flags: string[]): Invocation {
  const options = [call.env.NODE_OPTIONS, ...flags].filter((flag) => flag !== undefined).join(' ');
  return { ...call, env: { ...call.env, ...(options === '' ? {} : { NODE_OPTIONS: options }) } };
}

function majorOf(version: unknown): number | null {
  const major = /\d+/.exec(text(version))?.[0];
  return major === undefined ? null : Number(major);
}
