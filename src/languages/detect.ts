import type { TestsPolicy } from '../schema/policy.ts';
import { command } from './generic/command.ts';
import type { Files, Runner } from './language.ts';
import { followScript, type Invocation, readScript, readWords } from './script.ts';
import { parseJson, record, text } from './values.ts';

/**
 * The runner of a tree's tests: what the user configured, else what the package's test script says, else what the
 * files show; null when nothing is known. Ask again for a tree with other files: a runner knows its tree's tests.
 */
export async function detectRunner(files: Files, tests: TestsPolicy): Promise<Runner | null> {
  const manifest = await readManifest(files);
  const choose = (call: Invocation) => runnerOf(call, files, manifest);

  if (tests.command.length > 0) {
    const call = followScript(readWords(tests.command), manifest.scripts);
    return (call && (await choose(call))) ?? command(tests.command);
  }
  if (manifest.script !== null) {
    const call = readScript(manifest.script, manifest.scripts);
    return (call && (await choose(call))) ?? command(['npm', 'test', '--silent']);
  }
  if ('vitest' in manifest.dependencies) return choose(plain('vitest'));
  if (await showsPytest(files)) return choose(plain('pytest'));
  if (manifest.exists || files.paths.some((path) => /\.test\.[cm]?js$/.test(path)))
    return choose(plain('node', '--test'));
  return files.paths.some((path) => path.endsWith('.py')) ? choose(plain('pytest')) : null;
}

interface Manifest {
  exists: boolean;
  scripts: Record<string, unknown>;
  /** The test script, unless there is none or it is npm's placeholder. */
  script: string | null;
  dependencies: Record<string, unknown>;
}

async function readManifest(files: Files): Promise<Manifest> {
  const source = await files.read('package.json');
  const content = record(parseJson(source ?? '{}'));
  const scripts = record(content.scripts);
  const script = text(scripts.test).trim();
  return {
    exists: source !== null,
    scripts,
    script: script === '' || script.includes('no test specified') ? null : script,
    dependencies: { ...record(content.dependencies), ...record(content.devDependencies) },
  };
}

/** Words that only start another program. */
const starters =
  /^(?:npx|npm|pnpm|yarn|bunx|exec|x|dlx|run|c8|nyc|cross-env|env|uv|poetry|pipenv|hatch|rye|pdm|coverage|dotenv|--?[\w-]+(?:=.*)?|\w+=.*)$/;

async function runnerOf(call: Invocation, files: Files, manifest: Manifest): Promise<Runner | null> {
  const { words } = call;
  for (const [at, word] of words.entries()) {
    const args = words.slice(at + 1);
    const program = word.slice(word.lastIndexOf('/') + 1);
    if (program === 'vitest' || program === 'vitest.mjs') {
      if (/^(?:bench|list|init|typecheck|related)$/.test(args[0] ?? '')) return null;
      const { vitest } = await import('./javascript/vitest.ts');
      const major = /\d+/.exec(text(manifest.dependencies.vitest))?.[0];
      return vitest(call, args, major === undefined ? null : Number(major));
    }
    if ((program === 'node' || program === 'tsx') && args.includes('--test')) {
      const { nodeTest } = await import('./javascript/node-test.ts');
      return nodeTest(files, call, args, program === 'tsx' || 'tsx' in manifest.dependencies);
    }
    if (program === 'pytest' || program === 'py.test') return makePytest(call, files, 'python3', args);
    if (program === 'coverage' && args.includes('pytest')) {
      return makePytest(call, files, 'python3', args.slice(args.indexOf('pytest') + 1));
    }
    if (/^python[\d.]*$/.test(program) && args[0] === '-m' && args[1] === 'pytest') {
      return makePytest(call, files, program === 'python' && word === program ? 'python3' : word, args.slice(2));
    }
    if (/^node$/.test(program) && /vitest\.mjs$/.test(args[0] ?? '')) continue;
    if (!starters.test(program)) return null;
  }
  return null;
}

async function makePytest(call: Invocation, files: Files, python: string, args: string[]): Promise<Runner> {
  const { pytest, testNames } = await import('./python/pytest.ts');
  const configs = await Promise.all(pytestConfigs.map(({ path }) => files.read(path)));
  return pytest(call, python, args, testNames(configs.filter((config) => config !== null)));
}

const pytestConfigs = [
  { path: 'pytest.ini', mark: /^/ },
  { path: '.pytest.ini', mark: /^/ },
  { path: 'pyproject.toml', mark: /^\s*\[tool\.pytest\b/m },
  { path: 'tox.ini', mark: /^\[pytest\]/m },
  { path: 'setup.cfg', mark: /^\[tool:pytest\]/m },
];

async function showsPytest(files: Files): Promise<boolean> {
  if (files.paths.some((path) => /(?:^|\/)(?:conftest|test_[^/]*|[^/]*_test)\.py$/.test(path))) return true;
  for (const { path, mark } of pytestConfigs) {
    if (mark.test((await files.read(path)) ?? '\0') && files.paths.includes(path)) return true;
  }
  return false;
}

function plain(...words: string[]): Invocation {
  return { env: {}, before: null, words };
}
