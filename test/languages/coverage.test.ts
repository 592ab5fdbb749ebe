import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { codeLines } from '../../src/languages/checks/code-lines.ts';
import { readCoverProfile } from '../../src/languages/go/runners/cover-profile.ts';
import { readJacoco } from '../../src/languages/java/runners/jacoco.ts';
import { readLcov } from '../../src/languages/javascript/runners/lcov.ts';
import { readCoveragePy } from '../../src/languages/python/runners/coverage-report.ts';
import { coveredChange } from '../../src/languages/reports/coverage.ts';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { filesOf, project, tests } from './bare.ts';

const plain = (hits: Map<string, Map<number, number>>) =>
  Object.fromEntries([...hits].map(([file, lines]) => [file, Object.fromEntries(lines)]));

describe('coverage of a change', () => {
  const hits = new Map([
    [
      'a.js',
      new Map([
        [1, 3],
        [2, 0],
        [5, 1],
      ]),
    ],
  ]); // prettier-ignore

  test('counts changed lines that can be executed, and names those that were not', () => {
    const changed = new Map([
      ['a.js', [1, 2, 3, 5]],
      ['b.js', [1]],
    ]);
    expect(coveredChange(changed, hits)).toEqual({
      changed_lines: 3,
      covered: 2,
      uncovered: [{ file: 'a.js', line: 2 }],
      unmeasured: ['b.js'],
    });
    expect(coveredChange(new Map(), hits)).toMatchObject({ changed_lines: 0, covered: 0 });
  });

  test('types, comments, blank lines and lone brackets are no code', async () => {
    const script = `import x from 'x';
interface A {
  a: number;
}
// why
export const f = (a: A) => {
  if (a.a > 0)
    return x(
      a,
    );

  throw new Error('no');
};
class B {
  c = 1;
  d?: string;
}
`;
    const lines = script.split('\n').map((_, at) => at + 1);
    expect(await codeLines('a.ts', script, lines)).toEqual([6, 7, 8, 12, 15]);
    const other = 'a := 1\n\n// why\n  }\n * doc\n# note\n});\nreturn a\n';
    expect(await codeLines('a.go', other, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([1, 8]);
    const hidden = '/* why */ a()\n*p = b()\n/* why */\n/* why\n * doc\n **/\n';
    expect(await codeLines('a.go', hidden, [1, 2, 3, 4, 5, 6])).toEqual([1, 2]);
  });
});

describe('coverage reports', () => {
  test('lcov', () => {
    const report =
      'TN:\nSF:/w/src/a.js\nDA:1,2\nDA:2,0\nend_of_record\nSF:b.js\nDA:9,1\nDA:9,0\nDA:x,1\nend_of_record\n';
    expect(plain(readLcov(report, '/w'))).toEqual({ 'src/a.js': { 1: 2, 2: 0 }, 'b.js': { 9: 1 } });
  });

  test('coverage.py', () => {
    const report = JSON.stringify({
      files: { '/w/pkg/a.py': { executed_lines: [1, 3], missing_lines: [4, 'x'] }, odd: null },
    });
    expect(plain(readCoveragePy(report, '/w'))).toEqual({ 'pkg/a.py': { 1: 1, 3: 1, 4: 0 } });
    expect(readCoveragePy('nonsense', '/w').size).toBe(0);
  });

  test('Go', () => {
    const report = 'mode: set\nm/a/a.go:3.10,5.2 2 1\nm/a/a.go:7.2,7.9 1 0\nm/a/a.go:5.2,6.3 1 0\nnonsense\n';
    const hits = readCoverProfile(report, (path) => path.slice(2));
    expect(plain(hits)).toEqual({ 'a/a.go': { 3: 1, 4: 1, 5: 1, 6: 0, 7: 0 } });
  });

  test('JaCoCo', () => {
    const line = (nr: number, ci: number) => `<line nr="${nr}" mi="1" ci="${ci}"/>`;
    const report = `<report name="x"><group name="g"><package name="com/ex"><sourcefile name="A.java">${line(3, 2)}${line(4, 0)}</sourcefile></package></group></report>`;
    expect(plain(readJacoco(report, (path) => `src/main/java/${path}`))).toEqual({
      'src/main/java/com/ex/A.java': { 3: 2, 4: 0 },
    });
  });
});

describe('runners with coverage', () => {
  const source = 'export function sign(x) {\n  if (x < 0) {\n    return -1;\n  }\n  return 1;\n}\n';

  test('node:test measures lines beside its results', async () => {
    const { cover } = await project({
      'package.json': '{"type": "module"}',
      'src/sign.js': source,
      'test/sign.test.js':
        "import test from 'node:test';\nimport { sign } from '../src/sign.js';\ntest('sign', () => { sign(1); });\n",
    });
    const { run, hits } = await cover();
    expect(run).toMatchObject({ outcome: 'ok', errors: [], cases: [{ status: 'passed' }] });
    expect(Object.fromEntries(hits?.get('src/sign.js') ?? [])).toMatchObject({ 2: 1, 3: 0, 5: 1 });
  });

  test('Node counts for programs that write TAP, in every process that they start', async () => {
    const tape =
      "// In place of require('tape').\nlet n = 0;\nmodule.exports = (name, body) => { body(); console.log('ok ' + ++n + ' ' + name); };\nprocess.on('exit', () => console.log('1..' + n));\n";
    const { cover } = await project({
      'package.json': '{"scripts": {"test": "node test.js"}}',
      'tape.js': tape,
      'src/sign.js': source.replace('export ', 'module.exports = '),
      'src/apart.js': "if (process.argv[2] === 'no') {\n  console.error('no');\n}\nmodule.exports = 1;\n",
      'test.js':
        "const test = require('./tape.js');\nconst sign = require('./src/sign.js');\ntest('sign', () => { sign(1); require('node:child_process').execFileSync('node', ['src/apart.js']); });\n",
    });
    const { run, hits } = await cover();
    expect(run).toMatchObject({ outcome: 'ok', errors: [], cases: [{ status: 'passed' }] });
    expect(Object.fromEntries(hits?.get('src/sign.js') ?? [])).toMatchObject({ 2: 1, 3: 0, 5: 1 });
    expect(Object.fromEntries(hits?.get('src/apart.js') ?? [])).toMatchObject({ 1: 1, 2: 0, 4: 1 });
  });

  const tool = spawnSync('python3', ['-m', 'coverage', '--version'], { encoding: 'utf8' });
  test.skipIf(tool.status !== 0)('coverage.py measures unittest (needs coverage)', async () => {
    const { cover } = await project({
      'requirements.txt': 'coverage\n',
      'sign.py': 'def sign(x):\n    if x < 0:\n        return -1\n    return 1\n',
      'test_sign.py':
        'import unittest\nfrom sign import sign\nclass A(unittest.TestCase):\n    def test_a(self): sign(1)\n',
    });
    const { run, hits } = await cover();
    expect(run).toMatchObject({ outcome: 'ok', errors: [], cases: [{ status: 'passed' }] });
    expect(Object.fromEntries(hits?.get('sign.py') ?? [])).toMatchObject({ 2: 1, 3: 0, 4: 1 });
  });

  test.each([
    [{ 'package.json': '{"devDependencies": {"vitest": "3"}}' }, null],
    [{ 'package.json': '{"devDependencies": {"vitest": "3", "@vitest/coverage-v8": "3"}}' }, '--coverage.provider=v8'],
    [{ 'package.json': '{"devDependencies": {"mocha": "11"}}' }, null],
    [{ 'package.json': '{"devDependencies": {"mocha": "11", "c8": "10"}}' }, 'node_modules/c8/bin/c8.js'],
    [{ 'package.json': '{"devDependencies": {"jest": "30"}}' }, '--coverageReporters=lcovonly'],
    [{ 'conftest.py': '' }, null],
    [{ 'conftest.py': '', 'requirements-dev.txt': 'pytest\npytest-cov\n' }, '--cov=.'],
    [{ 'conftest.py': '', 'pyproject.toml': 'dev = ["coverage[toml]>=7"]\n' }, '-m coverage run'],
    [{ 'go.mod': 'module m\n' }, '-coverprofile=/pawl/out/cover.out'],
    [{ 'Cargo.toml': '' }, null],
  ] as [Record<string, string>, string | null][])('%j is measured by %s', async (content, flag) => {
    const coverage = (await detectRunner(filesOf(content), tests()))?.coverage;
    if (flag === null) expect(coverage).toBe(null);
    else expect(coverage?.command(null).argv.join(' ')).toContain(flag);
  });
});
