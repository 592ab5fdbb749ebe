import { describe, expect, it } from 'vitest';
import { scriptLinks } from '../../../src/languages/javascript/modules/related.ts';
import { reachedFrom } from '../../../src/languages/judging/reach/reach.ts';
import { moduleLinks } from '../../../src/languages/python/modules/related.ts';
import type { Files } from '../../../src/languages/runner.ts';

type Texts = Record<string, string>;

const filesOf = (texts: Texts): Files => ({
  paths: Object.keys(texts),
  read: async (path) => texts[path] ?? null,
});

/** What a change of these files comes to, null where one is removed. */
async function reached(base: Texts, change: Record<string, string | null>, start: string): Promise<string[]> {
  const now = { ...base };
  for (const [path, text] of Object.entries(change)) {
    if (text === null) delete now[path];
    else now[path] = text;
  }
  const files = filesOf(now);
  const gone = Object.keys(change).filter((path) => change[path] === null);
  const links = start.endsWith('.py')
    ? await moduleLinks(files, gone, (path) => /test/.test(path))
    : await scriptLinks(files, gone);
  const changed = Object.keys(change);
  return [...(await reachedFrom({ files, base: filesOf(base), changed, links, starts: [start], built: false }))].sort();
}

describe('what tests lead to', () => {
  const test = "import { total } from '../src/money.js';";

  it('is what they import, through other files too', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': "import './tax.js';", 'src/tax.js': '1' };
    expect(await reached(base, { 'src/tax.js': '2' }, 'test/a.test.js')).toEqual(['src/tax.js']);
  });

  it('is not what loads itself', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': '1' };
    const change = { 'src/money.js': '2', 'postcss.config.js': 'cheat()', '.env': 'A=1', 'src/other.js': '3' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['src/money.js']);
  });

  it('is not what loads itself where only the change names it', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': '1' };
    const change = { 'src/money.js': "'postcss.config.js'; '.env'", 'postcss.config.js': 'cheat()', '.env': 'A=1' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['src/money.js']);
  });

  it('is a program that they start, and what that imports', async () => {
    const base = {
      'test/a.test.js': "spawnSync('node', [join(root, 'bin', 'cli.js')])",
      'bin/cli.js': "import '../src/run.js'",
      'src/run.js': '1',
    };
    expect(await reached(base, { 'src/run.js': '2' }, 'test/a.test.js')).toEqual(['src/run.js']);
  });

  it('is data that reached code names, by its path or its folder', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': "readFileSync('data/rates.json'); readdirSync('plugins')" };
    const change = { 'data/rates.json': '{}', 'plugins/a.js': '1', 'elsewhere/b.json': '{}' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['data/rates.json', 'plugins/a.js']);
  });

  it('is a module whose name is made while it runs', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': "await import('./locales/' + name + '.js')" };
    expect(await reached(base, { 'src/locales/de.js': '1' }, 'test/a.test.js')).toEqual(['src/locales/de.js']);
  });

  it('is what a package offers, where they use the package by its name', async () => {
    const base = {
      'test/a.test.js': "import 'shop'",
      'package.json': JSON.stringify({
        name: 'shop',
        exports: { '.': './src/index.js' },
        bin: { shop: 'bin/shop.js' },
      }),
      'src/index.js': '1',
      'bin/shop.js': '1',
      'src/plugin.js': '1',
    };
    const change = { 'src/index.js': '2', 'bin/shop.js': '2', 'src/plugin.js': '2' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['bin/shop.js', 'src/index.js']);
  });

  it('is all of the sources where they run on what a build makes', async () => {
    const base = { 'test/a.test.js': "import '../dist/index.js'", 'src/index.ts': '1' };
    const change = { 'src/index.ts': '2', 'postcss.config.js': 'cheat()' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['src/index.ts']);
  });

  it('is not all of the sources because the change says so', async () => {
    const base = { 'test/a.test.js': test, 'src/money.js': '1' };
    const change = { 'src/money.js': "import '../dist/x.js'", 'lib/loads-itself.js': '1' };
    expect(await reached(base, change, 'test/a.test.js')).toEqual(['src/money.js']);
  });

  it('is a module of Python that they import, start by its name, or find in a package', async () => {
    const base = {
      'tests/test_a.py': 'from shop import money\nsubprocess.run([python, "-m", "shop.cli"])',
      'shop/__init__.py': '',
      'shop/money.py': 'import importlib\nimportlib.import_module(f"shop.rates.{name}")',
      'shop/cli.py': '1',
      'other/loose.py': '1',
    };
    const change = {
      'shop/money.py': '2',
      'shop/cli.py': '2',
      'shop/rates/eur.py': '2',
      'other/loose.py': '2',
      'tests/__init__.py': '2',
    };
    const found = await reached(base, change, 'tests/test_a.py');
    expect(found).toEqual(['shop/cli.py', 'shop/money.py', 'shop/rates/eur.py']);
  });
});
