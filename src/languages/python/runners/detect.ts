import { readAll } from '../../related.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { measuresOf } from './coverage.ts';

/** The runner that a word of a command line starts; undefined for words that start none. */
export async function pythonRunner(
  word: string,
  program: string,
  args: string[],
  call: Invocation,
  files: Files,
): Promise<Runner | undefined> {
  if (program === 'pytest' || program === 'py.test') return makePytest(call, files, 'python3', args);
  if (program === 'coverage' && args.includes('pytest')) {
    return makePytest(call, files, 'python3', args.slice(args.indexOf('pytest') + 1));
  }
  if (program === 'coverage' && args.includes('unittest')) {
    return makeUnittest(call, files, 'python3', args.slice(args.indexOf('unittest') + 1));
  }
  if (!/^python[\d.]*$/.test(program)) return undefined;
  const python = program === 'python' && word === program ? 'python3' : word;
  const at = args.indexOf('-m');
  const before = args.slice(0, at === -1 ? args.length : at);
  if (at === -1 || !before.every((one) => /^-(?:[BEsSuIbvq]+|W\S+|X\S+)$/.test(one))) return undefined;
  if (args[at + 1] === 'pytest') return makePytest(call, files, python, args.slice(at + 2));
  if (args[at + 1] === 'unittest') return makeUnittest(call, files, python, args.slice(at + 2));
  if (args[at + 1] === 'coverage') return pythonRunner('coverage', 'coverage', args.slice(at + 2), call, files);
  return undefined;
}

async function makePytest(call: Invocation, files: Files, python: string, args: string[]): Promise<Runner> {
  const { pytest, testNames } = await import('./pytest.ts');
  const configs = await Promise.all(pytestConfigs.map(({ path }) => files.read(path)));
  const names = testNames(configs.filter((config) => config !== null));
  return pytest(call, python, args, names, measuresOf(await manifestsOf(files)));
}

async function makeUnittest(call: Invocation, files: Files, python: string, args: string[]): Promise<Runner> {
  const { unittest } = await import('./unittest.ts');
  const measures = measuresOf(await manifestsOf(files));
  return unittest(call, python, args, measures !== null);
}

const pytestConfigs = [
  { path: 'pytest.ini', mark: /^/ },
  { path: '.pytest.ini', mark: /^/ },
  { path: 'pyproject.toml', mark: /^\s*\[tool\.pytest\b/m },
  { path: 'tox.ini', mark: /^\[pytest\]/m },
  { path: 'setup.cfg', mark: /^\[tool:pytest\]/m },
];

const testFile = /(?:^|\/)(?:test[^/]*|[^/]*_test)\.py$/;

/**
 * What the tests of a tree are for: pytest where anything says so, unittest where tests import it and nothing does,
 * pytest for other tests. Null for a tree without either.
 */
export async function pythonTests(files: Files): Promise<'pytest' | 'unittest' | null> {
  for (const { path, mark } of pytestConfigs) {
    if (mark.test((await files.read(path)) ?? '\0') && files.paths.includes(path)) return 'pytest';
  }
  if (files.paths.some((path) => /(?:^|\/)conftest\.py$/.test(path))) return 'pytest';
  const tests = files.paths.filter((path) => testFile.test(path));
  if (tests.length === 0) return null;
  if (/\bpytest\b/.test(await manifestsOf(files))) return 'pytest';
  const texts = [...(await readAll(files, tests.slice(0, 50))).values()];
  const forPytest = texts.some((text) => /^\s*(?:import|from)\s+pytest\b|^(?:async )?def test/m.test(text));
  const forUnittest = texts.some((text) => /^\s*(?:import|from)\s+unittest\b/m.test(text));
  return forUnittest && !forPytest ? 'unittest' : 'pytest';
}

/** The runner alone: any other module may be what the request asks for. */
export function missingModule(output: string): string | null {
  const module = /No module named '?(pytest|coverage|tox|nox)\b/.exec(output)?.[1];
  return module
    ? `${module} is not installed for the Python that runs the tests: python3 -m pip install ${module}`
    : null;
}

/** Whatever declares dependencies, as one text. */
async function manifestsOf(files: Files): Promise<string> {
  const named =
    /^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|Pipfile|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+)$/;
  const texts = await Promise.all(files.paths.filter((path) => named.test(path)).map((path) => files.read(path)));
  return texts.join('\n');
}
