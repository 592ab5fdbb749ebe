import { describe, expect, it } from 'vitest';
import { anyLinks } from '../../../src/languages/generic/command.ts';
import { mostRead, ofChecks } from '../../../src/languages/judging/reach/checks.ts';

/** What belongs to the checks of a tree, besides those that are known. */
async function belonging(texts: Record<string, string>, known: string[], scripts: string[] = []): Promise<string[]> {
  const files = { paths: Object.keys(texts), read: async (path: string) => texts[path] ?? null };
  const links = await anyLinks(files, []);
  return [
    ...((await ofChecks(files, {
      links,
      isTest: (path) => known.includes(path),
      isScript: (path) => scripts.includes(path),
    })) ?? ['nobody looked']),
  ].sort();
}

const test = "import { total } from '../src/total.js';\nimport fs from 'node:fs';\n";
const product = { 'src/total.js': 'export const total = () => 1;\n' };

describe('what belongs to checks', () => {
  it('is not known in a tree that is too large, which is not read', async () => {
    const paths = ['test/a.js', ...Array.from({ length: mostRead }, (_, at) => `src/${at}.js`)];
    const read = async (path: string) => expect.fail(`${path} was read`);
    const known = { links: new Map(), isTest: (path: string) => path === 'test/a.js', isScript: () => false };
    expect(await ofChecks({ paths, read }, known)).toBeNull();
  });

  it('is data that they read and the product does not', async () => {
    const texts = { ...product, 'test/a.js': `${test}fs.readFileSync('samples/a.json');`, 'samples/a.json': '[]' };
    expect(await belonging(texts, ['test/a.js'])).toEqual(['samples/a.json']);
  });

  it('is a folder of data that they list', async () => {
    const texts = { ...product, 'test/a.js': `${test}fs.readdirSync('samples');`, 'samples/a.json': '[]' };
    expect(await belonging(texts, ['test/a.js'])).toEqual(['samples/a.json']);
  });

  it('is no data that the product reads too, or its manifest ships', async () => {
    const tests = { 'test/a.js': `${test}fs.readFileSync('samples/a.json');`, 'samples/a.json': '[]' };
    const reads = { 'src/total.js': "import fs from 'node:fs';\nfs.readdirSync('samples');\n" };
    expect(await belonging({ ...tests, ...reads }, ['test/a.js'])).toEqual([]);
    const ships = { ...product, 'package.json': '{ "files": ["src", "samples"] }' };
    expect(await belonging({ ...tests, ...ships }, ['test/a.js'])).toEqual([]);
  });

  it('is no data that is all they look at', async () => {
    const texts = { 'test/a.js': "import fs from 'node:fs';\nfs.readFileSync('data/a.json');", 'data/a.json': '[]' };
    expect(await belonging(texts, ['test/a.js'])).toEqual([]);
  });

  it('is code that a list of theirs names, with what that compares by', async () => {
    const texts = {
      'run.js': "const list = require('./list.json');\nfor (const path of list) require(path);\n",
      'list.json': '["./proof/weight.js"]',
      'proof/weight.js':
        "const { near } = require('../lib/near');\nconst { weight } = require('../lib/weight');\nmodule.exports = () => near(weight(1), 2);\n",
      'lib/near.js': "const assert = require('node:assert');\nexports.near = (a, b) => assert.ok(a - b < 1);\n",
      'lib/weight.js': 'exports.weight = () => 2;\n',
    };
    expect(await belonging(texts, ['run.js'])).toEqual(['lib/near.js', 'list.json', 'proof/weight.js']);
  });

  it('is what uses a test framework, where only checks need it', async () => {
    const texts = {
      'checks/conftest.py': 'from support.amounts import amounts\n',
      'support/__init__.py': '',
      'support/amounts.py': 'import pytest\n\n\n@pytest.fixture\ndef amounts():\n    return [1]\n',
    };
    expect(await belonging(texts, ['checks/conftest.py'])).toEqual(['support/amounts.py']);
  });

  it('is no module that asserts what it is given and is asked for a result', async () => {
    const texts = {
      'src/parse.js':
        "import assert from 'node:assert';\nexport const parse = (text) => (assert(text), Number(text));\n",
      'src/read.js': 'export const read = () => "1";\n',
      'test/a.js':
        "import assert from 'node:assert';\nimport { parse } from '../src/parse.js';\nimport { read } from '../src/read.js';\nassert.equal(parse(read()), 1);\nassert.throws(() => parse(read('')));\n",
    };
    expect(await belonging(texts, ['test/a.js'])).toEqual([]);
  });

  it('is no data where there is nothing else to check', async () => {
    const texts = { 'check.sh': 'test "$(cat answer.txt)" = 42\n', 'answer.txt': '41\n' };
    expect(await belonging(texts, ['check.sh'], ['check.sh'])).toEqual([]);
    expect(await belonging({ ...texts, 'tool.py': '1' }, ['check.sh'], ['check.sh'])).toEqual([]);
    expect(
      await belonging(
        { ...texts, 'bin/tool.py': '1', 'data/answer.txt': '1', 'check.sh': 'diff data/answer.txt out\n' },
        ['check.sh'],
        ['check.sh'],
      ),
    ).toEqual(['data/answer.txt']);
  });

  it('is no program that a test starts by its name', async () => {
    const texts = {
      ...product,
      'test/a.js': `${test}spawn('node', ['tools/report.js']);`,
      'tools/report.js': "import '../src/total.js';",
    };
    expect(await belonging(texts, ['test/a.js'])).toEqual([]);
  });
});
