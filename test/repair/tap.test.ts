import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { warmWorker } from '../../src/languages/javascript/repair/warm/worker.ts';
import { surveyFile, trialsFile, type WarmBatch, warmBatchFile } from '../../src/languages/repair/warm.ts';
import { inDir, outDir } from '../../src/ports/outside/sandbox.ts';
import { tempDir } from '../support/temp.ts';

/** In place of the library: as much of it as a worker asks for. It notes what it reports. */
const tap = `
const { appendFileSync } = require('node:fs');
class Test {
  constructor({ parent = null } = {}) { this.parent = parent; this.failed = 0; }
  resume() {}
  equal(one, other) { return this.printResult(one === other, 'equal', {}); }
  end() {}
  printResult(ok, message) {
    appendFileSync('reported.txt', ok ? '+' : '-');
    if (!ok) this.failed += 1;
  }
  async test(name, options, fn) {
    const inner = new Test({ parent: this });
    try { await fn(inner); } catch { inner.failed += 1; }
    this.failed += inner.failed;
  }
  passing() { return this.failed === 0; }
}
module.exports = Object.assign(() => undefined, { Test });
`;
const files = {
  'package.json': '{}',
  'node_modules/tap/index.js': tap,
  'lib.js': 'exports.half = (n) => n / 3;\n',
  'test.js':
    "const test = require('tap');\nconst { half } = require('./lib');\n\ntest('halves', (t) => {\n  for (const n of [0, 2, 4, 6]) t.equal(half(n), n === 0 ? 0 : n / 2);\n  t.end();\n});\n",
};

test('a test of tap is over with its first check that fails, once candidates are tried', () => {
  const dir = tempDir();
  const place = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) place(path, text);
  mkdirSync(join(dir, 'out'));
  place('in/worker.mjs', warmWorker('tap').replaceAll(inDir, join(dir, 'in')).replaceAll(outDir, join(dir, 'out')));
  const reported = (batch: Pick<WarmBatch, 'work' | 'candidates' | 'base'>) => {
    place('reported.txt', '');
    place(`in/${warmBatchFile}`, JSON.stringify({ ...batch, each_ms: 5000, all_ms: 60_000, more: 0 }));
    spawnSync(process.execPath, ['--experimental-vm-modules', 'in/worker.mjs', 'test.js'], { cwd: dir });
    return readFileSync(join(dir, 'reported.txt'), 'utf8');
  };
  const answers = (name: string) => JSON.parse(readFileSync(join(dir, 'out', name), 'utf8'));

  expect(reported({ work: 'survey', candidates: [], base: null })).toBe('+---');
  expect(answers(surveyFile).tests).toEqual(['failed']);
  const at = files['lib.js'].indexOf('3');
  const edited = (text: string) => [{ path: 'lib.js', edits: [{ start: at, end: at + 1, text }] }];
  expect(reported({ work: 'try', candidates: edited('4'), base: ['failed'] })).toBe('+');
  expect(answers(trialsFile)).toEqual({ at: 0, failing: 1, broken: 0, passed: 0 });
  writeFileSync(join(dir, 'out', trialsFile), '');
  expect(reported({ work: 'try', candidates: edited('2'), base: ['failed'] })).toBe('++++');
  expect(answers(trialsFile)).toEqual({ at: 0, failing: 0, broken: 0, passed: 1 });
});
