import { parseToml, tableAt } from '../../../code/toml.ts';
import { inDir, type SandboxResult } from '../../../ports/outside/sandbox.ts';
import { list, text } from '../../reports/values.ts';
import type { Built, Files, RunnerCommand } from '../../runner.ts';
import { builtFile, prepareScript } from './prepare-script.ts';

/** What an installation puts into the tree, which git ignores and tests import. */
export interface Preparation {
  /** The name under which the project is installed. */
  name: string;
  /** Files that hold the version. */
  versions: string[];
  /** Cython sources whose C file is named by the build and not kept. */
  cython: string[];
  /** Whether setup.py has native extensions. */
  builds: boolean;
  /** What a build of it needs, as the project says. */
  requires: string[];
}

const scriptFile = 'prepare.py';
const outOfTime = 124;

export async function preparationOf(files: Files): Promise<Preparation | null> {
  const project = parseToml((await files.read('pyproject.toml')) ?? '');
  const setup = (await files.read('setup.py')) ?? '';
  const versions = [
    tableAt(project, 'tool', 'hatch', 'build', 'hooks', 'vcs')['version-file'],
    tableAt(project, 'tool', 'setuptools_scm').write_to,
    tableAt(project, 'tool', 'setuptools_scm').version_file,
    tableAt(project, 'tool', 'versioningit', 'write').file,
    tableAt(project, 'tool', 'pdm', 'version').write_to,
    /\bwrite_to\s*[=:]\s*["']?([\w./-]+\.py)/.exec(setup)?.[1],
  ]
    .map(text)
    .filter((path) => path.endsWith('.py') && !files.paths.includes(path));
  const declared = tableAt(project, 'tool', 'setuptools')['ext-modules'] !== undefined;
  const extended = /\bext_modules\b|\bcythonize\s*\(|\bcffi_modules\b/.test(setup);
  const builds = (declared || extended) && files.paths.some((path) => /\.(?:pyx|c|cc|cpp|cxx|h)$/.test(path));
  if (versions.length === 0 && !builds) return null;
  return {
    name: text(tableAt(project, 'project').name) || (/\bname\s*=\s*["']([\w.-]+)["']/.exec(setup)?.[1] ?? ''),
    versions: [...new Set(versions)],
    cython: builds ? files.paths.filter((path) => isTranslated(path, setup, files)) : [],
    builds,
    requires: list(tableAt(project, 'build-system').requires).map(text),
  };
}

/** `a.pyx`, where the build asks for an `a.c` that somebody makes by hand. */
function isTranslated(path: string, setup: string, { paths }: Files): boolean {
  const stem = /^(.*)\.pyx$/.exec(path)?.[1];
  if (stem === undefined) return false;
  const name = stem.slice(stem.lastIndexOf('/') + 1);
  return (
    new RegExp(`\\b${name}\\.c(?:pp)?["']`).test(setup) &&
    !paths.includes(`${stem}.c`) &&
    !paths.includes(`${stem}.cpp`)
  );
}

/** A command behind what has to be made first; with a build in front it keeps to its time by itself. */
export function prepared(
  command: RunnerCommand,
  python: string,
  preparation: Preparation | null,
  test_ms?: number,
): RunnerCommand {
  if (preparation === null) return command;
  const timed = preparation.builds && test_ms !== undefined ? `timeout -k 5 ${Math.ceil(test_ms / 1000)} ` : '';
  const script = `"$0" ${inDir}/${scriptFile} "$1" || exit; shift; ${timed === '' ? 'exec ' : timed}"$@"`;
  return {
    ...command,
    argv: ['sh', '-c', script, python, JSON.stringify(preparation), ...command.argv],
    provide: { ...command.provide, [scriptFile]: prepareScript },
  };
}

export const builtOf = (python: string, preparation: Preparation): Built => ({
  file: builtFile,
  command: () => prepared({ argv: ['true'], provide: {}, collect: [builtFile], env: {} }, python, preparation),
  isSource: (path) => !path.endsWith('.py') || !path.includes('/'),
});

export function orOutOfTime(result: SandboxResult): SandboxResult {
  return result.ended === 'exit' && result.exit_code === outOfTime ? { ...result, ended: 'timeout' } : result;
}
