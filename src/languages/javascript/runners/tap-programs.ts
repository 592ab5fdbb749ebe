import { isGlob, matchesAny } from '../../../code/globs.ts';
import { isUsualTest } from '../../generic/command.ts';
import { tap } from '../../generic/tap.ts';
import type { Runner } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../modules/related.ts';
import { nearest } from '../package/installed.ts';
import { warmCommand } from '../repair/warm/command.ts';
import { v8Coverage } from './v8-coverage.ts';

interface Program {
  valued: readonly string[];
  /** Reporting, watching, coverage and stopping early are not for a judge. */
  dropped: RegExp;
  /** What makes it write TAP, by its version. */
  adds(major: number | null): string[];
}

const programs: Record<string, Program> = {
  tape: { valued: ['-r', '--require', '-i', '--ignore', '--import'], dropped: /^--?(?:only|no-only)$/, adds: () => [] },
  tap: {
    valued: [
      '-R',
      '--reporter',
      '-j',
      '--jobs',
      '-t',
      '--timeout',
      '-g',
      '--grep',
      '-B',
      '--before',
      '-A',
      '--after',
      '--test-env',
    ],
    dropped:
      /^(?:-R|-b|-w|-c|-C|--(?:reporter|bail|watch|color|no-color|coverage|no-coverage|check-coverage|100|show-full-coverage|coverage-\w+|cov|no-cov|disable-coverage|browser|no-browser|snapshot|changed|save|output-file|nyc-arg)(?:[-=]|$))/,
    adds: (major) => [
      '--reporter=tap',
      ...(major !== null && major >= 18
        ? ['--disable-coverage', '--allow-empty-coverage']
        : ['--no-coverage', '--no-check-coverage']),
    ],
  },
  ava: {
    valued: ['--match', '-m', '--timeout', '-T', '--concurrency', '-c', '--node-arguments', '--config'],
    dropped: /^(?:-t|-v|-w|-u|-s|--(?:tap|verbose|watch|update-snapshots|fail-fast|color|no-color|reset-cache)(?:=|$))/,
    adds: () => ['--tap'],
  },
  borp: {
    valued: [
      '--concurrency',
      '--timeout',
      '--pattern',
      '-p',
      '--ignore',
      '-i',
      '--reporter',
      '-r',
      '--coverage-exclude',
      '-X',
      '--lines',
      '--branches',
      '--functions',
      '--statements',
      '--node-modules',
    ],
    dropped: /^(?:-[rCwX]|--(?:reporter|coverage|check-coverage|watch|lines|branches|functions|statements)(?:[-=]|$))/,
    adds: () => ['--reporter=tap'],
  },
};

/** A program of an installed package that writes TAP when it is asked to; null for others. */
export function tapProgram(name: string, call: Invocation, args: string[], major: number | null): Runner | null {
  const program = programs[name];
  if (!program) return null;
  const { flags, plain } = splitFlags(args, new Set(program.valued));
  const flagWords = flags.filter(([flag = '']) => !program.dropped.test(flag)).flat();
  const words = [`node_modules/.bin/${name}`, ...flagWords, ...program.adds(major)];
  const runner = tapRunner(name, call, plain, (only) => [...words, ...(only ?? plain)]);
  // What is loaded first may be what makes them run.
  const loads = flagWords.some((word) =>
    /^(?:-[rBA]|--(?:require|import|before|after|node-arg|test-arg|ts|esm)\b)/.test(word),
  );
  if ((name !== 'tape' && name !== 'tap') || loads) return runner;
  const started = (argv: string[]) => prefixed(call.before, argv);
  return { ...runner, warm: (only) => warmCommand(name, only, { env: call.env, started }) };
}

/** A script of the tree that writes TAP when it is run. */
export function tapScript(program: string, call: Invocation, args: string[]): Runner {
  const at = args.findIndex((arg) => isCode(arg));
  const start = [program, ...args.slice(0, at)];
  const words = (only: string[] | null) => [...start, ...(only?.length === 1 ? only : args.slice(at))];
  return tapRunner('tap', call, [args[at] ?? ''], words);
}

function tapRunner(id: string, call: Invocation, places: string[], argv: (only: string[] | null) => string[]): Runner {
  const isTest = (path: string) => isCode(path) && (isUsualTest(path) || places.some((place) => isAt(path, place)));
  const runner = tap({
    id,
    argv,
    env: call.env,
    before: [...(call.before === null ? [] : [`{ ${call.before}; } >&2`]), nearest].join(' && '),
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
  });
  return { ...runner, coverage: v8Coverage(runner.command) };
}

function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?)$/.test(path) && !/\.d\.[cm]?ts$|(?:^|\/)node_modules\//.test(path);
}

function isAt(path: string, place: string): boolean {
  const plain = place.replace(/^\.\//, '').replace(/\/+$/, '');
  return isGlob(plain) ? matchesAny(path, [plain]) : path === plain || path.startsWith(`${plain}/`);
}
