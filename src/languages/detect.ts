import type { TestsPolicy } from '../schema/policy.ts';
import { command } from './generic/command.ts';
import { isReported, junit } from './generic/junit.ts';
import { declaredRunner, javascriptRunner, type Manifest, readManifest } from './javascript/detect.ts';
import type { Files, Runner } from './language.ts';
import { pythonRunner, pythonTests } from './python/detect.ts';
import { followScript, type Invocation, readScript, readWords } from './script.ts';

/**
 * The runner of a tree's tests: what the user configured, else what the package's test script says, else what the
 * files show; null when nothing is known. Ask again for a tree with other files: a runner knows its tree's tests.
 */
export async function detectRunner(files: Files, tests: TestsPolicy): Promise<Runner | null> {
  const manifest = await readManifest(files);
  const choose = (call: Invocation) => runnerOf(call, files, manifest);
  const has = (path: string) => files.paths.includes(path);

  if (tests.command.length > 0) {
    if (isReported(tests.command)) return junit(tests.command);
    const call = followScript(readWords(tests.command), manifest.scripts);
    return (call && (await choose(call))) ?? command(tests.command);
  }
  if (manifest.script !== null) {
    const call = readScript(manifest.script, manifest.scripts);
    return (call && (await choose(call))) ?? command(['npm', 'test', '--silent']);
  }
  const declared = declaredRunner(manifest);
  if (declared !== null) return choose(plain(declared));
  const python = await pythonTests(files);
  if (python !== null) return choose(plain('python3', '-m', python));
  if (has('go.mod') || has('go.work')) return choose(plain('go', 'test'));
  if (has('Cargo.toml')) return choose(plain('cargo', 'test'));
  if (has('pom.xml')) return choose(plain('mvn', 'test'));
  if (manifest.exists || files.paths.some((path) => /\.test\.[cm]?js$/.test(path)))
    return choose(plain('node', '--test'));
  return files.paths.some((path) => path.endsWith('.py')) ? choose(plain('pytest')) : null;
}

/** Words that only start another program. */
const starters =
  /^(?:npx|npm|pnpm|yarn|bunx|exec|x|dlx|run|c8|nyc|cross-env|env|uv|poetry|pipenv|hatch|rye|pdm|coverage|dotenv|--?[\w-]+(?:=.*)?|\w+=.*)$/;

async function runnerOf(call: Invocation, files: Files, manifest: Manifest): Promise<Runner | null> {
  for (const [at, word] of call.words.entries()) {
    const args = call.words.slice(at + 1);
    const program = word.slice(word.lastIndexOf('/') + 1);
    const found =
      (await javascriptRunner(program, args, call, files, manifest)) ??
      (await pythonRunner(word, program, args, call, files)) ??
      (await compiledRunner(program, args, call, files));
    if (found) return found;
    const script =
      program === 'node' ? args.findIndex((arg) => /(?:vitest\.mjs|jest(?:\.js)?|mocha(?:\.js)?)$/.test(arg)) : -1;
    if (script >= 0) return runnerOf(startedByNode(call, args.slice(0, script), args.slice(script)), files, manifest);
    if (!starters.test(program)) return null;
  }
  return null;
}

/** `node --flag runner.js`: the flag is kept for the node that we start ourselves. */
function startedByNode(call: Invocation, flags: string[], words: string[]): Invocation {
  const options = [call.env.NODE_OPTIONS, ...flags].filter((flag) => flag !== undefined).join(' ');
  return { ...call, words, env: { ...call.env, ...(options === '' ? {} : { NODE_OPTIONS: options }) } };
}

async function compiledRunner(
  program: string,
  args: string[],
  call: Invocation,
  files: Files,
): Promise<Runner | undefined> {
  if (program === 'go' && args[0] === 'test') {
    const { goTest } = await import('./go/go-test.ts');
    return goTest(call, args.slice(1), files);
  }
  if (program === 'cargo' && /^(?:test|t)$/.test(args[0] ?? '')) {
    const { cargoTest } = await import('./rust/cargo-test.ts');
    return cargoTest(call, args.slice(1), files);
  }
  if (/^mvnw?$/.test(program)) {
    const { maven } = await import('./java/maven.ts');
    return maven(call, args, files);
  }
  return undefined;
}

function plain(...words: string[]): Invocation {
  return { env: {}, before: null, words };
}
