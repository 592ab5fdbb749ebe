import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileErrors } from '../../../src/languages/checks/compile-errors.ts';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { ended, filesOf, project, statuses, tests } from '../bare.ts';

const versions = { surefire: '3.2.5', compiler: '3.13.0', junit: '5.10.2', jacoco: '0.8.12' };
const reason = lacking();
if (reason !== null) console.log(`maven is not run for real: ${reason}`);
const how = {
  env: { MAVEN_OPTS: `-Dmaven.repo.local=${join(homedir(), '.m2/repository')} -XX:TieredStopAtLevel=1` },
  timeout_ms: 55_000,
};

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.ex</groupId><artifactId>demo</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>
    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>${versions.junit}</version>
  </dependency></dependencies>
  <build><plugins>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>${versions.surefire}</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>${versions.compiler}</version></plugin>
  </plugins></build>
</project>
`;
const head = 'package com.ex;\nimport org.junit.jupiter.api.*;\n';

describe.skipIf(reason !== null)('maven (needs mvn and its plugins in the local repository)', () => {
  test('names every test by file and method, with its status and place; what is named runs alone', async () => {
    const { run, runner } = await project({
      'pom.xml': pom,
      'target/surefire-reports/TEST-com.ex.Forged.xml': '<testsuite><testcase classname="F" name="f"/></testsuite>',
      'src/main/java/com/ex/Calc.java':
        'package com.ex;\npublic class Calc {\n  public static int half(int x) {\n    return x / 0;\n  }\n}\n',
      'src/test/java/com/ex/CalcTest.java': `${head}class CalcTest {
  @Test void passes() {}
  @Test void fails() {
    Assertions.assertEquals(1, 2, "nope");
  }
  @Test void deep() { Calc.half(1); }
  @Disabled("why") @Test void skipped() {}
  @Nested class Inner { @Test void nested() {} }
}
`,
      'src/test/java/com/ex/HookTest.java': `${head}class HookTest {
  @BeforeAll static void up() { throw new IllegalStateException("no set-up"); }
  @Test void a() {}
}
`,
    });
    expect(runner.id).toBe('maven');
    const result = await run(how);
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1 });
    const file = 'src/test/java/com/ex/CalcTest.java';
    expect(statuses(result)).toEqual({
      [`${file} > passes`]: 'passed',
      [`${file} > fails`]: 'failed',
      [`${file} > deep`]: 'error',
      [`${file} > skipped`]: 'skipped',
      [`${file} > Inner > nested`]: 'passed',
    });
    const errorOf = (end: string) => result.cases.find((one) => one.id.endsWith(end))?.error;
    expect(errorOf('fails')).toMatchObject({ type: 'org.opentest4j.AssertionFailedError', file, line: 6 });
    expect(errorOf('deep')).toMatchObject({ message: '/ by zero', file: 'src/main/java/com/ex/Calc.java', line: 4 });
    expect(result.errors).toMatchObject([
      {
        type: 'java.lang.IllegalStateException',
        message: 'no set-up',
        file: 'src/test/java/com/ex/HookTest.java',
        line: 4,
      },
    ]);
    const only = await run({ ...how, only: [file] });
    expect(Object.keys(statuses(only))).toHaveLength(5);
    expect(only.errors).toEqual([]);
  });

  test('says of what does not compile whether it is grammar, an import, a name or a type', async () => {
    const file = 'src/main/java/com/ex/Calc.java';
    const broken = async (text: string) => {
      const { run } = await project({ 'pom.xml': pom, [file]: `package com.ex;\n${text}` });
      const result = await run(how);
      expect(result).toMatchObject({ outcome: 'ok', cases: [] });
      return compileErrors(result);
    };
    expect(await broken('public class Calc {\n  int x = ;\n}\n')).toEqual({
      syntax_errors: [{ file, line: 3, column: 11, message: 'illegal start of expression' }],
      import_errors: [],
      others: [],
    });
    const found = await broken(`import no.such.Thing;
public class Calc {
  int x = "text";
  int y = lost + half(1);
  Gone z;
  void f() { this.f(2); }
}
`);
    expect(found.others).toEqual([]);
    expect(found.import_errors.map(({ line, name }) => `${line} ${name}`)).toEqual([
      '2 no.such',
      '6 Gone',
      '4 java.lang.String',
      '5 lost',
      '5 half',
      '7 f',
    ]);
  });
});

const jacocoPlace = join(homedir(), '.m2/repository/org/jacoco/jacoco-maven-plugin', versions.jacoco);
if (reason === null && !existsSync(jacocoPlace)) console.log(`jacoco is not run for real: ${jacocoPlace} is missing`);

describe.skipIf(reason !== null || !existsSync(jacocoPlace))('maven with jacoco (needs both)', () => {
  test('measures the lines of every module', async () => {
    const plugin = `<plugin><groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId>
      <version>${versions.jacoco}</version>
      <executions><execution><goals><goal>prepare-agent</goal></goals></execution></executions></plugin></plugins>`;
    const top = pom
      .replace('<version>1</version>', '<version>1</version><packaging>pom</packaging>')
      .replace('</plugins>', plugin)
      .replace('</project>', '<modules><module>one</module><module>two</module></modules></project>');
    const parent = '<parent><groupId>com.ex</groupId><artifactId>demo</artifactId><version>1</version></parent>';
    const module = (name: string, type: string) => ({
      [`${name}/pom.xml`]: `<project><modelVersion>4.0.0</modelVersion>${parent}<artifactId>${name}</artifactId></project>`,
      [`${name}/src/main/java/com/ex/${type}.java`]: `package com.ex;\nclass ${type} {\n  static int sign(int x) {\n    if (x < 0)\n      return -1;\n    return 1;\n  }\n}\n`,
      [`${name}/src/test/java/com/ex/${type}Test.java`]: `${head}class ${type}Test {\n  @Test void a() { ${type}.sign(2); }\n}\n`,
    });
    const { cover } = await project({ 'pom.xml': top, ...module('one', 'One'), ...module('two', 'Two') });
    const { run, hits } = await cover(how);
    expect(run.cases.map(({ status }) => status)).toEqual(['passed', 'passed']);
    for (const file of ['one/src/main/java/com/ex/One.java', 'two/src/main/java/com/ex/Two.java']) {
      const lines = hits?.get(file);
      expect([lines?.get(4), lines?.get(5), lines?.get(6)]).toEqual([2, 0, 2]);
    }
  });
});

describe("surefire's reports", () => {
  const content = { 'pom.xml': '<project/>', 'src/test/java/a/BTest.java': '' };
  const one =
    '\u001e./x.xml\n<?xml version="1.0"?><testsuite><testcase classname="a.BTest" name="c" time="1,000.5"/></testsuite>';
  const read = async (report: string | undefined, log = '', part = {}) => {
    const runner = await detectRunner(filesOf(content), tests());
    const files = { 'maven.txt': log, ...(report === undefined ? {} : { 'reports.txt': report }) };
    return runner?.read(ended({ files, ...part }), '/w');
  };

  test('count only when all of them are whole', async () => {
    expect(await read(`${one}\u001eend\n`)).toMatchObject({
      outcome: 'ok',
      cases: [{ id: 'src/test/java/a/BTest.java > c', duration_ms: 1_000_500 }],
    });
    for (const damaged of [undefined, '', one, `${one.slice(0, -5)}\u001eend\n`, '\u001eend\n']) {
      expect(await read(damaged, '[ERROR] no such thing', { exit_code: 1 })).toMatchObject({ outcome: 'no_report' });
    }
    expect(await read('\u001eend\n', '[INFO] BUILD SUCCESS\n')).toMatchObject({ outcome: 'ok', cases: [], errors: [] });
  });

  test('that cannot be true are errors', async () => {
    const told = async (report: string, log = '') =>
      (await read(`${report}\u001eend\n`, log))?.errors.map(({ message }) => message);
    expect(await told(one, '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n')).toEqual([]);
    expect(await told(one, '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n')).toEqual([
      expect.stringContaining('Maven saw 1 failures'),
    ]);
    expect(await told(one + one.replace('x.xml', 'y.xml'))).toEqual([
      expect.stringContaining('./x.xml and in ./y.xml'),
    ]);
    expect(await told(one.replace('<testsuite>', '<testsuite name="a.BTest" failures="1">'))).toEqual([
      expect.stringContaining('1 of a.BTest failed, and none did'),
    ]);
  });

  test('flags that skip tests or hide failures are not passed on', async () => {
    const asked = ['./mvnw', '-q', 'clean', 'install', '-DskipTests', '-Dtest=None', '-Pfast', '-pl', 'core'];
    const runner = await detectRunner(filesOf(content), tests(asked));
    expect(runner?.command(null).argv.slice(4).join(' ')).toMatch(/^mvn -o -B -fae .* -Pfast -pl core verify$/);
  });
});

function lacking(): string | null {
  const asked = spawnSync('mvn', ['--version'], { encoding: 'utf8' });
  if (asked.status !== 0) return asked.error?.message ?? asked.stderr;
  const repository = join(homedir(), '.m2/repository');
  const wanted = [
    `org/apache/maven/plugins/maven-surefire-plugin/${versions.surefire}`,
    `org/apache/maven/plugins/maven-compiler-plugin/${versions.compiler}`,
    `org/apache/maven/surefire/surefire-junit-platform/${versions.surefire}`,
    `org/junit/jupiter/junit-jupiter/${versions.junit}`,
  ];
  const missing = wanted.find((path) => !existsSync(join(repository, path)));
  return missing === undefined ? null : `${missing} is not in the local repository`;
}
