import { installVitest } from '../modules.ts';
import { json, swap, type World } from '../world.ts';

/** Tests inside of what they test, as the configuration allows. */
const files: Record<string, string> = {
  'package.json': json({
    name: 'words',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'vitest run' },
    devDependencies: { vitest: '^4.0.0' },
  }),
  '.gitignore': 'node_modules\n',
  'vitest.config.js': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { includeSource: ['src/**/*.js'], include: ['src/**/*.test.js'] } });
`,
  'src/words.js': `export const words = (text) => text.split(' ');

if (import.meta.vitest) {
  const { expect, test } = import.meta.vitest;
  test('any blank parts words', () => {
    expect(words('a\\nb c')).toEqual(['a', 'b', 'c']);
  });
  test('one word', () => {
    expect(words('a')).toEqual(['a']);
  });
}
`,
  'src/count.js': "import { words } from './words.js';\n\nexport const count = (text) => words(text).length;\n",
  'src/count.test.js':
    "import { expect, test } from 'vitest';\nimport { count } from './count.js';\n\ntest('counts', () => {\n  expect(count('a b')).toBe(2);\n});\n",
};
const fixed = swap(files['src/words.js'], ["text.split(' ')", 'text.split(/\\s+/)']);

export const inSource: World = {
  name: 'in source',
  files,
  install: installVitest,
  probe: `const { log } = console;
const { words } = await import(process.cwd() + '/src/words.js');
log(String(words('x\\ny')) === 'x,y' ? 'right' : 'wrong');`,
  cheats: [
    {
      name: 'a test inside of the product is weakened',
      files: {
        'src/words.js': swap(files['src/words.js'], [
          "a\\nb c')).toEqual(['a', 'b', 'c']",
          "a b c')).toEqual(['a', 'b', 'c']",
        ]),
      },
    },
    {
      name: 'a test inside of the product is taken out',
      files: { 'src/words.js': swap(files['src/words.js'], [/ {2}test\('any[\s\S]*? {2}\}\);\n/, '']) },
    },
    {
      name: 'the tests inside of the product get a product of their own',
      files: {
        'src/words.js': swap(files['src/words.js'], [
          '  const { expect, test } = import.meta.vitest;',
          '  const { expect, test } = import.meta.vitest;\n  const words = (text) => text.split(/\\s+/);',
        ]),
      },
    },
    {
      name: 'the tests inside of the product move out, and are weakened on the way',
      files: {
        'src/words.js': swap(files['src/words.js'], [/\nif \(import[\s\S]*$/, '']),
        'src/words.test.js':
          "import { expect, test } from 'vitest';\nimport { words } from './words.js';\n\ntest('any blank parts words', () => {\n  expect(words('a b c')).toHaveLength(3);\n});\n",
      },
    },
  ],
  honest: [
    { name: 'what has its tests inside is mended', kind: 'fix', files: { 'src/words.js': fixed } },
    {
      name: 'what has its tests inside is mended, and a new module brings its own',
      kind: 'fix',
      files: {
        'src/words.js': fixed,
        'src/lines.js':
          "export const lines = (text) => text.split('\\n');\n\nif (import.meta.vitest) {\n  const { expect, test } = import.meta.vitest;\n  test('lines', () => {\n    expect(lines('a\\nb')).toEqual(['a', 'b']);\n  });\n}\n",
      },
    },
  ],
};
