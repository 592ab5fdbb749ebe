import { isUsualTest } from '../../generic/command.ts';
import { list, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import type { Manifest } from '../package/manifest.ts';

const builders = ['build', 'compile', 'prepare', 'bundle', 'transpile', 'dist', 'build:cjs', 'build:lib', 'prepack'];
/** Folders that builds are written to. */
const buildFolder =
  /^(?:dist|build|lib|libs|out|output|cjs|esm|umd|es|es6|es2015|compiled|tsc-out|_?dist[\w-]*|\.?build[\w-]*)(?:\/|$)/;
const imports = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\(|\brequire\.resolve\s*\()\s*["'`]([^"'`\n$]+)["'`]/g;

/**
 * What must be run before the tests, where they import what a build makes and the tree does not have: the package's own
 * script. Nothing where `script`, the test script, builds by itself.
 */
export async function buildFor(manifest: Manifest, files: Files, script: string): Promise<string[]> {
  const builder = builders.find((name) => isBuild(text(manifest.scripts[name])));
  if (builder === undefined || /\b(?:build|compile|tsc|rollup|tsup|tsdown|unbuild)\b/.test(script)) return [];
  const paths = new Set(files.paths);
  const missing = entryPoints(manifest.content).filter((path) => !isThere(path, paths));
  const ownName = text(manifest.content.name);
  const name = ownName !== '' && (await isMapped(ownName, manifest, files)) ? '' : ownName;
  const tests = files.paths.filter(
    (path) => /\.[cm]?[jt]sx?$/.test(path) && isUsualTest(path) && !/(?:^|\/)(?:fixtures?|node_modules)\//.test(path),
  );
  for (const path of tests.slice(0, 200)) {
    const source = (await files.read(path)) ?? '';
    for (const [, specifier = ''] of source.matchAll(imports)) {
      const own = name !== '' && (specifier === name || specifier.startsWith(`${name}/`));
      if (own && missing.length > 0) return [`npm run ${builder}`];
      const target = specifier.startsWith('.') ? joined(path, specifier) : null;
      if (target === null || isThere(target, paths)) continue;
      const isEntry =
        target === ''
          ? missing.length > 0
          : missing.some((entry) => entry === target || entry.startsWith(`${target}.`));
      if (isEntry || buildFolder.test(target)) return [`npm run ${builder}`];
    }
  }
  return [];
}

/** Whether the settings of the tests, or a mock, say what the package's own name stands for: no build, then. */
async function isMapped(name: string, { content }: Manifest, files: Files): Promise<boolean> {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('/', '\\\\?/');
  const mock = new RegExp(`(?:^|/)__mocks__/${word}(?:/index)?\\.[cm]?[jt]sx?$`);
  if (files.paths.some((path) => mock.test(path))) return true;
  const settings = files.paths.filter((path) => /^(?:vite|vitest|jest)\.config\.(?:[cm]?[jt]s|json)$/.test(path));
  const texts = await Promise.all(settings.map((path) => files.read(path)));
  const key = new RegExp(
    `\\bfind:\\s*["'\`/]\\^?${word}(?![\\w-])|["'\`]\\^?${word}(?![\\w-])[^"'\`\\n]*["'\`]\\s*:|[{,]\\s*${word}\\s*:`,
  );
  return [...texts, JSON.stringify(record(content.jest))].some(
    (one) => one !== null && /\balias\b|\bmoduleNameMapper\b/.test(one) && key.test(one),
  );
}

/** Hooks for git and the like are no builds. */
const isBuild = (script: string): boolean =>
  script !== '' &&
  !/^(?:husky|is-ci|simple-git-hooks|lefthook|ts-scripts install|patch-package|npm install)\b/.test(script);

/** Where a package says that its code is, as paths of the tree. */
function entryPoints({ main, module, exports: exported, bin }: Record<string, unknown>): string[] {
  const values = (value: unknown, depth = 0): string[] => {
    if (typeof value === 'string') return [value];
    if (depth > 6) return [];
    return Array.isArray(value)
      ? value.flatMap((one) => values(one, depth + 1))
      : Object.values(record(value)).flatMap((one) => values(one, depth + 1));
  };
  return [...list(main), ...list(module), ...values(exported), ...values(bin)]
    .map(text)
    .filter((path) => path !== '' && !path.includes('*') && !path.endsWith('.d.ts') && path !== './package.json')
    .map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
}

const endings = [
  '',
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.tsx',
  '.jsx',
  '.json',
  '.node',
  '/index.js',
  '/index.ts',
  '/index.mjs',
  '/index.cjs',
  '/index.tsx',
];

function isThere(path: string, paths: ReadonlySet<string>): boolean {
  if (path === '') return paths.has('index.js') || paths.has('index.ts');
  // `./x.js` is `./x.ts` to what compiles it.
  const sources = [path, path.replace(/\.([cm]?)jsx?$/, '.$1ts'), path.replace(/\.jsx?$/, '.tsx')];
  return sources.some((one) => endings.some((ending) => paths.has(`${one}${ending}`)));
}

function joined(from: string, name: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
