import { parseToml, tableAt } from '../../../../code/toml.ts';
import { makefileNames, parseMakefile } from '../../../generic/makefile.ts';
import { commandsIn } from '../../../generic/shell-words.ts';
import { list, record, text } from '../../../reports/values.ts';
import type { Files } from '../../../runner.ts';

const testing = /^(?:tests?|unit(?:-?tests?)?|pytest|check)$/;

/** What `session.run(…)` of nox starts in sessions of tests: its leading words. */
export async function noxCommands(files: Files): Promise<string[][]> {
  const source = (await files.read('noxfile.py')) ?? '';
  const sessions = source.split(/^(?=@nox\.session)/m).filter((part) => /^def \w*(?:test|unit|py)/m.test(part));
  return sessions.flatMap((part) =>
    [...part.matchAll(/\.run(?:_always)?\(\s*((?:[frb]?(["'])(?:(?!\2)[^\\\n])*\2\s*,?\s*|\*\w[\w.]*\s*,?\s*)+)/g)].map(
      ([, words = '']) => [...words.matchAll(/(["'])((?:(?!\1).)*)\1/g)].map(([, , word = '']) => word),
    ),
  );
}

/** Scripts that hatch, pdm, rye, poe, taskipy and pixi read in pyproject.toml. */
export async function projectScripts(files: Files): Promise<string[]> {
  const project = parseToml((await files.read('pyproject.toml')) ?? '');
  const hatch = Object.entries(tableAt(project, 'tool', 'hatch', 'envs'))
    .sort(([name], [other]) => rank(name) - rank(other))
    .map(([, env]) => record(record(env).scripts));
  const others = [
    ['pdm', 'scripts'],
    ['rye', 'scripts'],
    ['poe', 'tasks'],
    ['taskipy', 'tasks'],
    ['pixi', 'tasks'],
  ].map((names) => record(tableAt(project, 'tool', ...names)));
  return [...hatch, ...others].flatMap((scripts) =>
    Object.entries(scripts)
      .filter(([name]) => testing.test(name))
      .flatMap(([, script]) => linesOf(script)),
  );
}

const rank = (name: string): number => (/test/.test(name) ? 0 : name === 'default' ? 1 : 2);

/** `"pytest"`, `["pytest", "…"]`, `{ cmd = "pytest {args:tests}" }`. */
function linesOf(script: unknown): string[] {
  const inner = record(script);
  const lines = [script, inner.cmd, inner.shell].flatMap(list).map(text);
  return lines.filter((line) => line !== '').map((line) => line.replace(/\{args(?::([^{}]*))?\}/g, '$1'));
}

/** The commands of `make test` and `make check`. */
export async function makeCommands(files: Files): Promise<string[]> {
  const name = makefileNames.find((one) => files.paths.includes(one));
  const makefile = parseMakefile((name && (await files.read(name))) || '');
  return ['test', 'tests', 'check', 'unittest', 'pytest'].flatMap((target) =>
    (makefile.recipe(target) ?? []).flatMap(commandsIn),
  );
}
