import { matchesAny } from '../../../code/globs.ts';
import { foldersAbove, readAll } from '../../related.ts';
import type { Files, Runner } from '../../runner.ts';
import { type Invocation, plain as plainCall, splitFlags } from '../../runs/script.ts';
import { dependencyModules } from '../modules/distributions.ts';
import { measuresOf } from './coverage.ts';
import { preparationOf } from './prepare.ts';
import { unbuilt, unbuiltBy } from './prepare-script.ts';
import { pytestConfig } from './pytest-config.ts';
import { valued } from './pytest-flags.ts';

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
  const { pytest } = await import('./pytest.ts');
  const { plain } = splitFlags(args, valued);
  const [config, measures, preparation] = await Promise.all([
    pytestConfig(files, plain),
    manifestsOf(files).then(measuresOf),
    preparationOf(files),
  ]);
  return pytest(call, python, args, { config, measures, preparation });
}

async function makeUnittest(call: Invocation, files: Files, python: string, args: string[]): Promise<Runner> {
  const { unittest } = await import('./unittest.ts');
  const measures = measuresOf(await manifestsOf(files));
  return unittest(call, python, args, measures !== null, await preparationOf(files));
}

const testFile = /(?:^|\/)(?:test[^/]*|[^/]*_test)\.py$/;

/**
 * The command for the tests of a tree: pytest where anything says so, unittest where tests import it, nothing says
 * pytest and unittest finds them all. Null for a tree without tests or such settings.
 */
export async function pythonTests(files: Files): Promise<Invocation | null> {
  const pytest = plainCall('python3', '-m', 'pytest');
  if ((await pytestConfig(files, [])).path !== null) return pytest;
  if (files.paths.some((path) => /(?:^|\/)conftest\.py$/.test(path))) return pytest;
  const tests = files.paths.filter((path) => testFile.test(path));
  if (tests.length === 0) return null;
  if (/\bpytest\b/.test(await manifestsOf(files))) return pytest;
  const texts = [...(await readAll(files, tests.slice(0, 50))).values()];
  const forPytest = texts.some((text) => /^\s*(?:import|from)\s+pytest\b|^(?:async )?def test/m.test(text));
  const forUnittest = texts.some((text) => /^\s*(?:import|from)\s+unittest\b/m.test(text));
  const discovery = forUnittest && !forPytest ? discoveryOf(tests, files.paths) : null;
  return discovery ? plainCall('python3', '-m', 'unittest', ...discovery) : pytest;
}

/** What unittest has to be told to find all tests; null where it would miss some. */
function discoveryOf(tests: string[], paths: string[]): string[] | null {
  const pattern = ['test*.py', '*_test.py'].find((one) => tests.every((path) => matchesAny(path, [one])));
  if (pattern === undefined) return null;
  const isPackage = (folder: string) => folder === '' || paths.includes(`${folder}__init__.py`);
  const unreached = tests.filter((path) => !foldersAbove(path).every(isPackage));
  const starts = new Set(unreached.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const [start] = starts;
  if (starts.size > 1 || (start !== undefined && unreached.length < tests.length)) return null;
  const flags = [...(start === undefined ? [] : ['-s', start]), ...(pattern === 'test*.py' ? [] : ['-p', pattern])];
  return flags.length === 0 ? [] : ['discover', ...flags];
}

/** The runner, and what the project says that it needs: any other module may be what the request asks for. */
export async function missingModule(output: string, files: Files): Promise<string | null> {
  const runner = /No module named '?(pytest|coverage|tox|nox)\b/.exec(output)?.[1];
  if (runner) return `${runner} is not installed for the Python that runs the tests: python3 -m pip install ${runner}`;
  const [, unmet, python] = new RegExp(`^${unbuilt}(.+)${unbuiltBy}(.+)$`, 'm').exec(output) ?? [];
  if (unmet) return `${unbuilt}${unmet}, which the Python that runs the tests lacks: ${python} -m pip install ${unmet}`;
  const module = /No module named '(\w+)/.exec(output)?.[1];
  if (module === undefined || !(await dependencyModules(files)).has(module)) return null;
  const listed = files.paths.find((path) => /^requirements[\w.-]*\.txt$/.test(path));
  const install = listed === undefined ? '.venv/bin/pip install -e .' : `.venv/bin/pip install -r ${listed}`;
  return `${module}, which the project needs, is not installed for the Python that runs the tests: python3 -m venv .venv && ${install}`;
}

/** Whatever declares dependencies, as one text. */
async function manifestsOf(files: Files): Promise<string> {
  const named =
    /^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|Pipfile|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+)$/;
  const texts = await Promise.all(files.paths.filter((path) => named.test(path)).map((path) => files.read(path)));
  return texts.join('\n');
}
