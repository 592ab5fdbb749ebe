import { isUsualTest } from '../../generic/command.ts';
import type { Files } from '../../runner.ts';
import { declaredRunner, type Manifest } from '../package/manifest.ts';

const imports = /(?:\bfrom|\bimport|\brequire\s*\()\s*["']([^"'\n]+)["']/g;
/** What tests import, with the command that runs them where no script says so. */
const frameworks: [RegExp, string[]][] = [
  [/^node:test(?:\/|$)/, ['node', '--test']],
  [/^vitest(?:\/|$)/, ['vitest', 'run']],
  [/^@jest\/globals$/, ['jest']],
  [/^mocha$/, ['mocha']],
  [/^ava$/, ['ava']],
  [/^uvu(?:\/|$)/, ['uvu']],
  [/^tape$/, ['tape']],
  [/^tap$/, ['tap']],
];
const printsTap =
  /^(?:tape|tape-promise.*|tap|@tapjs\/.*|zora|tape-.*|blue-tape|brittle|supertape|tapzero|fresh-tape)$/;

/** The command that runs a tree's tests by what they are written with; null: not known. */
export async function frameworkOfTests(manifest: Manifest, files: Files): Promise<string[] | null> {
  const tests = files.paths.filter((path) => isCode(path) && isUsualTest(path) && !/(?:^|\/)fixtures?\//.test(path));
  for (const path of tests.slice(0, 40)) {
    const names = importsIn((await files.read(path)) ?? '');
    const words = frameworks.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
    if (words && /^(?:node|vitest|jest|mocha)$/.test(words[0] ?? '')) return words;
    if (words) return [...words, ...(words[0] === 'ava' || words[0] === 'tap' || words[0] === 'uvu' ? [] : tests)];
  }
  const declared = declaredRunner(manifest);
  return declared === null || tests.length === 0 ? null : [declared];
}

/** What a script that is run by itself reports with: Node's runner, TAP, or nothing that is known. */
export async function frameworkOfScript(path: string, files: Files): Promise<'node:test' | 'tap' | null> {
  const paths = new Set(files.paths);
  const seen = new Set<string>();
  const queue = [path.replace(/^\.\//, '')];
  for (let at = 0; at < queue.length && at < 40; at += 1) {
    const one = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.mjs', '/index.ts']
      .map((ending) => `${queue[at]}${ending}`)
      .find((file) => paths.has(file));
    if (one === undefined || seen.has(one)) continue;
    seen.add(one);
    const names = importsIn((await files.read(one)) ?? '');
    if (names.some((name) => /^(?:node:)?test$|^node:test\//.test(name) && name !== 'test')) return 'node:test';
    if (names.some((name) => printsTap.test(name))) return 'tap';
    const folder = one.includes('/') ? one.slice(0, one.lastIndexOf('/')) : '';
    queue.push(...names.filter((name) => name.startsWith('.')).map((name) => joined(folder, name)));
  }
  return null;
}

function importsIn(source: string): string[] {
  return [...source.matchAll(imports)].map(([, name = '']) => name);
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$|(?:^|\/)node_modules\//.test(path);
}

function joined(folder: string, name: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
