import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { ended, filesOf, project, statuses, tests } from '../bare.ts';

const jars = ['/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar'];
const lacks = spawnSync('gradle', ['--version', '--no-daemon']).status !== 0 || !jars.every((jar) => existsSync(jar));
if (lacks) console.log('gradle is not run for real: it, or junit4 of Debian, is not installed');

const build = `apply plugin: 'java'\ndependencies { testCompile files('${jars.join("', '")}') }\n`;
const head = 'package ex;\nimport org.junit.*;\n';
/** A Gradle that lives for seconds: compiling its own code for years of use takes longer than the tests. */
const how = { env: { GRADLE_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' }, timeout_ms: 110_000 };

describe.skipIf(lacks)('gradle (needs gradle 4 and junit 4 as Debian has them)', () => {
  test('names every test by file and method, with its status and place; what is named runs alone', async () => {
    const { run, runner } = await project({
      'build.gradle': build,
      'src/main/java/ex/Calc.java': 'package ex;\npublic class Calc {\n  static int half(int x) { return x / 2; }\n}\n',
      'src/test/java/ex/CalcTest.java': `${head}public class CalcTest {
  @Test public void halves() { Assert.assertEquals(2, Calc.half(4)); }
  @Test public void fails() {
    Assert.assertEquals(3, Calc.half(4));
  }
  @Ignore @Test public void skipped() {}
}
`,
      'src/test/java/ex/StopTest.java': `${head}public class StopTest {\n  @Test public void stops() { Runtime.getRuntime().halt(7); }\n}\n`,
    });
    expect(runner.id).toBe('gradle');
    const result = await run(how);
    const file = 'src/test/java/ex/CalcTest.java';
    expect(result.errors).toMatchObject([
      {
        type: 'EarlyExit',
        message: expect.stringContaining('the JVM of the tests ended with exit code 7'),
      },
    ]);
    const only = await run({ ...how, only: [file] });
    expect(only).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1, errors: [] });
    expect(statuses(only)).toEqual({
      [`${file} > halves`]: 'passed',
      [`${file} > fails`]: 'failed',
      [`${file} > skipped`]: 'skipped',
    });
    expect(only.cases.find(({ names }) => names.includes('fails'))?.error).toMatchObject({ file, line: 6 });
  }, 240_000);

  test('what does not compile is an error with its place', async () => {
    const { run } = await project({
      'build.gradle': build,
      'src/main/java/ex/Calc.java': 'package ex;\npublic class Calc {\n  int x = lost;\n}\n',
    });
    const { outcome, errors } = await run(how);
    expect(outcome).toBe('ok');
    expect(errors).toMatchObject([
      { type: 'NameError', message: 'cannot find symbol: variable lost', file: 'src/main/java/ex/Calc.java', line: 3 },
    ]);
  });
});

describe("gradle's reports", () => {
  const content = { 'build.gradle': '', 'src/test/java/a/BTest.java': '' };
  const one = '\u001e./x.xml\n<?xml version="1.0"?><testsuite><testcase classname="a.BTest" name="c"/></testsuite>';
  const read = async (report: string, log: string) => {
    const runner = await detectRunner(filesOf(content), tests());
    return runner?.read(ended({ files: { 'reports.txt': report, 'gradle.txt': log }, exit_code: 1 }), '/w');
  };

  test('count only when they are whole, and must not contradict what Gradle prints', async () => {
    expect(await read(`${one}\u001eend\n`, 'BUILD SUCCESSFUL in 1s\n')).toMatchObject({
      outcome: 'ok',
      cases: [{ id: 'src/test/java/a/BTest.java > c' }],
    });
    expect(await read(one, '')).toMatchObject({ outcome: 'no_report' });
    expect((await read(`${one}\u001eend\n`, '1 test completed, 1 failed\n'))?.errors[0]?.message).toContain(
      'Gradle saw 1 failures',
    );
  });

  test('that are missing say how to get what is not on the machine', async () => {
    const told = async (log: string) => (await read('\u001eend\n', log))?.errors.map(({ message }) => message).join();
    expect(await told('[missing] gradle-8.5-bin\n')).toContain('run `./gradlew test` once with a network');
    expect(await told('> No cached version of junit:junit:4.13 available for offline mode.\n')).toContain(
      'junit:junit:4.13 is not on this machine',
    );
  });
});
