import { describe, expect, test } from 'vitest';
import { readTap, tapFailure } from '../../../src/languages/generic/tap-report.ts';
import { project } from '../bare.ts';
import { said, watchedRun } from '../hang/watched.ts';

const read = (report: string, failure: Parameters<typeof readTap>[1]['failure'] = null) =>
  readTap(report, { mount_at: '/w', isFile: (name) => name.endsWith('.js'), failure });
const told = (report: string) => read(report).cases.map(({ id, status }) => `${status} ${id}`);

describe('TAP', () => {
  test('test points are named by the comment above them, where their producer names tests so', () => {
    const report = [
      'TAP version 13',
      '# adds',
      'ok 1 two and two',
      'noise',
      'not ok 2 should be strictly equal',
      '  ---',
      '    operator: equal',
      '    expected: 3',
      '    actual:   4',
      '    at: Test.<anonymous> (/w/test/add.js:7:5)',
      '    stack: |-',
      '      Error: should be strictly equal',
      '          at Test.<anonymous> (/w/test/add.js:7:5)',
      '  ...',
      '# skips',
      'ok 3 later # SKIP no network',
      'not ok 4 some day # TODO',
      '1..4',
      '# tests 4',
      '# pass  2',
      '# fail  1',
    ].join('\n');
    const { cases, complete } = read(report);
    expect(cases.map(({ id, status }) => `${status} ${id}`)).toEqual([
      'passed adds > two and two',
      'failed adds > should be strictly equal',
      'skipped skips > later',
      'skipped skips > some day',
    ]);
    expect(cases[1]?.error).toMatchObject({
      message: 'should be strictly equal: expected 3, got 4',
      file: 'test/add.js',
      line: 7,
    });
    expect(complete).toBe(true);
  });

  test('a program that dies in its first test says what ended it, and one that begins none does not', () => {
    const ending = (report: string, stderr: string) => read(report, tapFailure({ exit_code: 1, stderr }, '/w'));
    const thrown =
      '/w/index.js:84\n    for (const node of nodess) {\n    ^\n\n[ReferenceError: nodess is not defined]\n';
    const error = { type: 'ReferenceError', message: 'nodess is not defined', file: 'index.js', ends: 'run' };
    expect(ending('TAP version 13\n# parses\n', thrown)).toMatchObject({ cases: [], complete: false });
    expect(ending('TAP version 13\n# parses\n', thrown).errors).toMatchObject([error]);
    expect(ending('TAP version 13\n', thrown).errors).toEqual([]);
    expect(ending('TAP version 13\n# parses\n', 'no space left').errors).toEqual([]);
  });

  test('a file that ends before its tests is an error of that file, as what the command said tells', () => {
    const file = (name: string) => [
      `# Subtest: ${name}`,
      '    1..0 # no tests found',
      `not ok 1 - ${name} # time=30ms`,
      '  ---',
      '  exitCode: 1',
      '  ...',
    ];
    const failure = { type: 'TypeError', message: 'no', stack: '    at /w/lib.js:1:1', file: 'lib.js', line: 1 };
    const one = ['TAP version 14', '1..1', ...file('a.js')].join('\n');
    expect(read(one, failure)).toMatchObject({
      cases: [],
      errors: [{ type: 'TypeError', message: 'no', file: 'a.js', line: null }],
      complete: true,
    });
    const two = [
      'TAP version 14',
      '1..2',
      ...file('a.js'),
      ...file('b.js').map((line) => line.replace('ok 1', 'ok 2')),
    ];
    const message = 'the file failed outside its tests: exit code 1';
    expect(read(two.join('\n'), failure)).toMatchObject({
      cases: [],
      errors: [
        { message, file: 'a.js', ends: 'file' },
        { message, file: 'b.js', ends: 'file' },
      ],
    });
  });

  test('only points without points of their own are tests, whichever way subtests are written', () => {
    const before = [
      'TAP version 13',
      '# Subtest: test/a.js',
      '    # Subtest: outer',
      '        # a remark',
      '        ok 1 - one',
      '        ok 2 - two',
      '        1..2',
      '    ok 1 - outer # time=3ms',
      '    ',
      '    1..1',
      '    # time=5ms',
      'ok 1 - test/a.js # time=6ms',
      '',
      '1..1',
    ].join('\n');
    expect(told(before)).toEqual(['passed test/a.js > outer > one', 'passed test/a.js > outer > two']);
    const after = ['TAP version 14', 'ok 1 - test/a.js # time=6ms {', '    ok 1 - one', '    1..1', '}', '1..1'].join(
      '\n',
    );
    expect(told(after)).toEqual(['passed test/a.js > one']);
    const itself = ['# Subtest: late', '    ok 1 - one', '    1..1', 'not ok 1 - late', '1..1'].join('\n');
    expect(told(itself)).toEqual(['passed late > one', 'failed late']);
  });

  test('several documents are read one after the other', () => {
    expect(told('TAP version 13\nok 1 a\n1..1\nTAP version 13\nok 1 b\n1..1\n')).toEqual(['passed a', 'passed b']);
    expect(told('1..1\nok 1 a\n1..1\nok 1 b\n')).toEqual(['passed a', 'passed b']);
  });

  test.each([
    ['ok 1 a\n', 'no plan'],
    ['ok 1 a\n1..2\n', 'fewer points than planned'],
    ['ok 1 a\nok 2 b\n1..1\n', 'more points than planned'],
    ['ok 1 a\nok 1 forged\nok 2 b\n1..2\n', 'numbers out of order'],
    ['ok 1 a\nBail out! no database\n1..1\n', 'given up'],
    ['hello\n', 'no test point'],
    ['', 'nothing'],
  ])('%j is not believed: %s', (report) => {
    expect(read(report).complete).toBe(false);
  });

  test('a program that died on the way says what it got to, and why', () => {
    const failure = { type: 'TypeError', message: 'x is not a function', stack: '', file: 'a.js', line: 3 };
    const { cases, errors, complete } = read('TAP version 13\n# a\nok 1 one\n', failure);
    expect({ cases: cases.length, errors, complete }).toEqual({ cases: 1, errors: [failure], complete: true });
    const inside = { ...failure, file: 'lib/a.ts' };
    expect(read('TAP version 13\n# a\nok 1 one\n', inside).errors).toEqual([{ ...inside, file: null, line: null }]);
  });

  test('a command that prints it is read test by test, and by its exit code where it does not', async () => {
    const script = "console.log('TAP version 13\\n# adds\\nok 1 two\\n1..1')";
    const { run } = await project({
      'package.json': JSON.stringify({ scripts: { test: 'node run.js' } }),
      'run.js': script,
    });
    expect(await run()).toMatchObject({ evidence: 'report', outcome: 'ok', cases: [{ id: 'adds > two' }] });
    const plain = await project({ 'package.json': JSON.stringify({ scripts: { test: 'node run.js' } }), 'run.js': '' });
    expect(await plain.run()).toMatchObject({ evidence: 'exit_code', cases: [{ id: '(command)' }] });
  });
});

test('a test that does not end is named by its comment, whatever it prints, and the run ends with it', async () => {
  const run = await watchedRun(
    {
      'package.json': '{ "scripts": { "test": "node test.js" } }\n',
      'test.js': `process.argv.includes('never') && require('tape');
console.log('TAP version 13\\n# adds\\nok 1 two\\n# waits');
setInterval(() => console.log('still here'), 50);
`,
    },
    { seconds: 1 },
  );
  expect(run).toMatchObject({ runner: 'tap', outcome: 'timeout' });
  expect(said(run)).toEqual({ 'adds > two': 'passed', waits: 'hang' });
});
