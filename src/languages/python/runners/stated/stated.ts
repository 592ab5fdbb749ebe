import { unknownValue } from '../../../generic/makefile.ts';
import { shellWords } from '../../../generic/shell-words.ts';
import { readAll } from '../../../related.ts';
import type { Files } from '../../../runner.ts';
import { type Invocation, readWords, splitFlags } from '../../../runs/script.ts';
import { valued } from '../pytest-flags.ts';
import { makeCommands, noxCommands, projectScripts } from './scripts.ts';
import { toxCommands } from './tox.ts';
import { unknownWord } from './unknown.ts';

/**
 * The test command that a project states for tox, nox, a script runner or make, as those would run it in their own
 * environment; null where none of them starts a runner that is known.
 */
export async function statedCall(files: Files): Promise<Invocation | null> {
  for (const source of [toxCommands, noxCommands, projectScripts, makeCommands]) {
    for (const command of await source(files)) {
      const call = testCall(command);
      if (call) return withKnownWords(call, files);
    }
  }
  return null;
}

function testCall(command: string | string[]): Invocation | null {
  const words = typeof command === 'string' ? shellWords(command) : command;
  if (words === null) return null;
  const call = readWords(words);
  const env = Object.fromEntries(Object.entries(call.env).filter(([, value]) => isKnown(value)));
  const at = call.words.findIndex((word, index) => isRunner(word, call.words, index));
  const before = call.words.slice(0, Math.max(at, 0));
  if (at === -1 || before.some((word) => /^(?:install|add|sync|uninstall|echo|lock)$/.test(word))) return null;
  const runner = program(call.words[at])
    .replace(/^python.*/, 'python3')
    .replace('py.test', 'pytest');
  return { env, before: null, words: [runner, ...call.words.slice(at + 1)] };
}

/** `pytest`, or a python that is told by `-m` to run tests. */
function isRunner(word: string, words: string[], at: number): boolean {
  if (/^--(?:with|group|extra|python)$/.test(words[at - 1] ?? '')) return false;
  if (/^(?:pytest|py\.test)$/.test(program(word))) return true;
  const module = words.indexOf('-m', at);
  return (
    /^(?:python[\d.]*|coverage)$/.test(program(word)) && /^(?:pytest|unittest|coverage)$/.test(words[module + 1] ?? '')
  );
}

const program = (word = ''): string => word.slice(word.lastIndexOf('/') + 1);
const isKnown = (word: string): boolean => !word.includes(unknownWord) && !word.includes(unknownValue);

/**
 * Without what the environment of the tool would have brought: options of plugins that need not be installed here, and
 * places that are only there.
 */
async function withKnownWords(call: Invocation, files: Files): Promise<Invocation> {
  const at = call.words.indexOf('pytest');
  if (at === -1) return { ...call, words: call.words.filter(isKnown) };
  const conftests = files.paths.filter((path) => /(?:^|\/)conftest\.py$/.test(path));
  const options = [...(await readAll(files, conftests)).values()].join('\n');
  const { flags, plain } = splitFlags(call.words.slice(at + 1), valued);
  const flagWords = flags.filter((flag) => flag.every(isKnown) && isUnderstood(flag[0] ?? '', options)).flat();
  const places = plain.filter(isKnown).map((place) => place.replace(/^(?:\.\/)+(?=.)/, ''));
  const named = flagWords.includes('--pyargs') ? places : places.flatMap((place) => placeIn(place, files));
  return { ...call, words: [...call.words.slice(0, at + 1), ...flagWords, ...named] };
}

/** Options of pytest itself that choose tests or how they are loaded, and those that the project defines. */
const understood =
  /^(?:-[kmcpoWr]|--(?:ignore|ignore-glob|deselect|rootdir|confcutdir|import-mode|override-ini|doctest-\w+(?:-\w+)*|pyargs|strict\w*(?:-\w+)*|keep-duplicates|noconftest|collect-in-virtualenv|no-header|tb|assert|runxfail))(?:=.*)?$/;

function isUnderstood(flag: string, options: string): boolean {
  if (/^-[kmcpoWr]./.test(flag)) return true;
  return understood.test(flag) || (flag.startsWith('--') && options.includes(`${flag.replace(/=.*/, '')}`));
}

/** An installed package is where the tree has it. */
function placeIn(place: string, { paths }: Files): string[] {
  const file = place.replace(/::.*$/, '').replace(/\/+$/, '');
  if (file === '.') return [place];
  const isThere = (path: string) => paths.includes(path) || paths.some((one) => one.startsWith(`${path}/`));
  if (isThere(file) || /[*?[]/.test(file)) return [place];
  return isThere(`src/${file}`) ? [`src/${place}`] : [];
}
