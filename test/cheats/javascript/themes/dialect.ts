/** A test, said so that every runner can have it in its own words. */
export interface Case {
  title: string;
  /** Statements before the comparisons. */
  given?: string[];
  /** Pairs of what is and what ought to be. */
  same: [actual: string, expected: string][];
}

export interface TestFile {
  imports?: string[];
  cases: Case[];
}

/** How a runner wants its tests, its scripts and its modules. */
export interface Dialect {
  runner: string;
  modules: 'esm' | 'cjs';
  /** What goes into package.json besides the rest. */
  manifest: Record<string, unknown>;
  script: string;
  /** Files besides the tests. */
  files?: Record<string, string>;
  pathOf: (name: string) => string;
  textOf: (file: TestFile) => string;
  install?: (dir: string) => void;
}

/** A file of tests in a dialect; the modules that it imports are named from the folder of tests. */
export function tested(dialect: Dialect, name: string, file: TestFile): Record<string, string> {
  return { [dialect.pathOf(name)]: spoken(dialect, dialect.textOf(file)) };
}

/** Files of a product, written as ES modules, in the modules of the dialect. */
export function product(dialect: Dialect, files: Record<string, string>): Record<string, string> {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([path, text]) => [path, path.endsWith('.js') ? spoken(dialect, text) : text]));
}

function spoken({ modules }: Dialect, text: string): string {
  return modules === 'esm' ? text : asCommonJs(text);
}

/** As far as these projects go: named imports and exports, `await import`, `import.meta.dirname`. */
function asCommonJs(text: string): string {
  return text
    .replace(/^import (\{[^}]*\}|\w+) from ('[^']*');$/gm, 'const $1 = require($2);')
    .replace(/^import \* as (\w+) from ('[^']*');$/gm, 'const $1 = require($2);')
    .replace(/^import ('[^']*');$/gm, 'require($1);')
    .replace(/^export (async function|function|class) (\w+)/gm, 'exports.$2 = $2;\n$1 $2')
    .replace(/^export const (\w+) =/gm, 'const $1 = exports.$1 =')
    .replace(/await import\(/g, 'require(')
    .replaceAll('import.meta.dirname', '__dirname');
}

const lines = ({ given = [] }: Case): string => given.map((line) => `  ${line}\n`).join('');

/** Tests with node's own assertions, around `open` and `close`. */
export const withAssert =
  (head: string[], call: string) =>
  ({ imports = [], cases }: TestFile): string =>
    `${["import assert from 'node:assert/strict';", ...head, ...imports].join('\n')}\n\n${cases
      .map(
        (one) =>
          `${call}('${one.title}', async () => {\n${lines(one)}${one.same
            .map(([actual, expected]) => `  assert.deepEqual(${actual}, ${expected});\n`)
            .join('')}});\n`,
      )
      .join('\n')}`;

export const withExpect =
  (head: string[]) =>
  ({ imports = [], cases }: TestFile): string =>
    `${[...head, ...imports].join('\n')}\n\n${cases
      .map(
        (one) =>
          `test('${one.title}', async () => {\n${lines(one)}${one.same
            .map(([actual, expected]) => `  expect(${actual}).toEqual(${expected});\n`)
            .join('')}});\n`,
      )
      .join('\n')}`;
