import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import type { Files, Runner, RunnerCommand } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { buildKeeper } from './build-keeper.ts';
import { programs } from './shell.ts';

const builtFile = 'built.txt';
const keeperFile = 'build.cjs';
const testsFile = 'tests.json';

/** What changes the shell that the tests start from, or goes on beside them, has to be run with them. */
const changesShell =
  /(?:^|[;&|({]\s*)(?:cd|export|set|source|ulimit|\.)\s|(?:^|[;&]\s*)\w+=\S*\s*(?:[;&]|$)|(?<![&>])&(?![&>\d])/;

/** A build whose result one run leaves for others; null where there is none, or it cannot be told apart from the tests. */
export function keptBuild({ before }: Invocation, { paths }: Files) {
  if (before === null || !before.startsWith(programs)) return null;
  const command = before.slice(programs.length);
  if (changesShell.test(command)) return null;
  const words = [
    ...[`${inDir}/${keeperFile}`, command, `${inDir}/${builtFile}`, `${outDir}/${builtFile}`],
    `${inDir}/${testsFile}`,
  ];
  const line = `${programs}node ${words.map(quoted).join(' ')}`;
  return { before: line, keeping };

  function keeping(runner: Runner): Runner {
    const { warm, coverage } = runner;
    // What the runner starts as it is, no build makes something of.
    const tests = paths.filter((path) => runner.isTest(path));
    const files = { [keeperFile]: buildKeeper, [testsFile]: JSON.stringify(tests) };
    const provided = (one: RunnerCommand): RunnerCommand => ({ ...one, provide: { ...one.provide, ...files } });
    return {
      ...runner,
      command: (...how) => provided(runner.command(...how)),
      ...(warm && { warm: (only) => provided(warm(only)) }),
      coverage: coverage && { ...coverage, command: (only) => provided(coverage.command(only)) },
      built: {
        file: builtFile,
        command: () => provided({ argv: ['sh', '-c', line], provide: {}, collect: [builtFile], env: {} }),
        isSource: (path) => !runner.isTest(path) && !/\.(?:md|rst)$/.test(path),
      },
    };
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
