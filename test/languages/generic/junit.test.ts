import { expect, test } from 'vitest';
import { junit } from '../../../src/languages/generic/junit.ts';
import { ended, project, statuses, tests } from '../bare.ts';

const report = `<?xml version="1.0"?><testsuites><testsuite name="outer" file="spec/a.rb">
<testsuite name="inner">
<testcase classname="Calc" name="adds" time="0.25"/>
<testcase classname="Calc" name="halves" line="7"><failure type="Mismatch" message="1 != 2">at /w/lib/calc.rb:3:in half</failure></testcase>
<testcase classname="Calc" name="waits"><skipped/></testcase>
</testsuite></testsuite>
<testsuite name="other"><testcase name="alone"><error message="boom"/></testcase></testsuite></testsuites>`;
const read = (text: string, part = {}) => junit(['x']).read(ended({ files: { 'report.xml': text }, ...part }), '/w');

test('a command that writes a JUnit report where it is told is known by its tests', async () => {
  const script = `printf '<testsuite><testcase classname="A" name="b"/></testsuite>' > "$1"`;
  const { runner, run } = await project({}, tests(['sh', '-c', script, 'sh', '{report}']));
  expect(runner).toMatchObject({ id: 'junit', evidence: 'report' });
  expect(statuses(await run())).toEqual({ 'A > b': 'passed' });
  const silent = await project({}, tests(['sh', '-c', 'exit 0', '{report}']));
  expect(await silent.run()).toMatchObject({ outcome: 'no_report' });
});

test('suites in suites are read, with files, lines and failures', () => {
  const run = read(report, { exit_code: 1 });
  expect(statuses(run)).toEqual({
    'spec/a.rb > Calc > adds': 'passed',
    'spec/a.rb > Calc > halves': 'failed',
    'spec/a.rb > Calc > waits': 'skipped',
    alone: 'error',
  });
  expect(run.cases[0]?.duration_ms).toBe(250);
  expect(run.cases[1]).toMatchObject({
    line: 7,
    error: { type: 'Mismatch', message: '1 != 2', file: 'lib/calc.rb', line: 3 },
  });
});

test('a report counts only when it is whole and agrees with the exit code', () => {
  for (const damaged of ['', '<', report.slice(0, -20), '<html></html>']) {
    expect(read(damaged)).toMatchObject({ outcome: 'no_report' });
  }
  expect(read('<testsuites/>')).toMatchObject({ outcome: 'ok', cases: [] });
  expect(read('<testsuite><testcase name="a"/></testsuite>', { exit_code: 2 }).errors).toMatchObject([
    { type: 'ExitCode' },
  ]);
});
