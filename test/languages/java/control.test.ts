import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';
import { controlled } from '../controlled.ts';

const repository = join(homedir(), '.m2/repository');
const lacks = (...paths: string[]) => {
  if (spawnSync('mvn', ['--version']).status !== 0) return 'there is no mvn';
  return paths.find((path) => !existsSync(join(repository, path))) ?? null;
};
const surefire = [
  'org/apache/maven/plugins/maven-surefire-plugin/3.2.5',
  'org/apache/maven/plugins/maven-compiler-plugin/3.13.0',
];
const reasons = {
  junit5: lacks(
    ...surefire,
    'org/junit/jupiter/junit-jupiter/5.10.2',
    'org/apache/maven/surefire/surefire-junit-platform/3.2.5',
  ),
  junit4: lacks(
    ...surefire,
    'junit/junit/4.13.2',
    'org/apache/maven/surefire/surefire-junit4/3.2.5',
    'org/assertj/assertj-core/3.25.3',
  ),
};
for (const [name, reason] of Object.entries(reasons))
  if (reason !== null) console.log(`controls of ${name} tests are not run: ${reason} is missing`);
const how = { env: { MAVEN_OPTS: `-Dmaven.repo.local=${repository} -XX:TieredStopAtLevel=1` }, timeout_ms: 110_000 };

const dependency = (group: string, artifact: string, version: string) =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
const pom = (...dependencies: string[]) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.ex</groupId><artifactId>demo</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>${dependencies.join('')}</dependencies>
  <build><plugins>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
  </plugins></build>
</project>
`;
const five = pom(dependency('org.junit.jupiter', 'junit-jupiter', '5.10.2'));
const four = pom(dependency('junit', 'junit', '4.13.2'), dependency('org.assertj', 'assertj-core', '3.25.3'));
const imports5 = 'import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\n';
const java = (text: string) =>
  controlFor({ path: 'src/test/java/a/BTest.java', text, runner: 'maven', mark: 'k7', tests: [] });

describe('the control of a Java test class', () => {
  const body = async (line: string) =>
    (await java(`${imports5}class BTest {\n  @Test void x() { ${line} }\n}\n`))?.text
      .split('void x() {')[1]
      ?.split('\n')[0]
      ?.trim();

  test.each([
    ['assertEquals(3, f());', 'assertEquals(4, f()); }'],
    ['Assertions.assertEquals(3, f(), "why");', 'Assertions.assertEquals(4, f(), "why"); }'],
    ['assertEquals("why", 3L, f());', 'assertEquals("why", 4L, f()); }'],
    ['assertThat(f()).isEqualTo(true);', 'assertThat(f()).isEqualTo(false); }'],
    [
      'assertEquals(1.5, f(), 0.1);',
      'try { assertEquals(1.5, f(), 0.1);  } finally { if (true) throw new AssertionError("k7"); } }',
    ],
    [
      'if (slow) return; assertEquals(3, f());',
      'try { if (slow) return; assertEquals(3, f());  } finally { if (true) throw new AssertionError("k7"); } }',
    ],
  ])('makes %s fail', async (before, after) => {
    expect(await body(before)).toBe(after);
  });

  test('asserts as the file does, in the class that holds the tests', async () => {
    const made = await java(
      'import org.junit.Test;\nimport static org.junit.Assert.assertEquals;\nclass Helper {}\npublic class BTest {\n  @Test(expected = E.class) public void e() {}\n  @Test public void x() { }\n}\n',
    );
    expect(made?.mutated).toEqual([['x']]);
    expect(made?.canaries).toEqual([['x_k7a'], ['x_k7b']]);
    expect(made?.fallback).toMatch(
      /@org\.junit\.Test public void x_k7b\(\) \{\n {4}assertEquals\(1, 2\);\n {2}\}\n\}\n$/,
    );
  });

  test('is not made where the class is no test, or run by something that is not known', async () => {
    for (const text of [
      'class A {}',
      `${imports5}abstract class BTest { @Test void x() {} }`,
      'import org.junit.Test;\n@RunWith(Enclosed.class)\npublic class BTest { @Test public void x() {} }',
    ])
      expect(await java(text)).toBeNull();
  });
});

describe.skipIf(reasons.junit5 !== null)('controls of JUnit 5, run for real (needs mvn and its plugins)', () => {
  const calc = 'package com.ex;\npublic class Calc {\n  public static int add(int a, int b) { return a + b; }\n}\n';
  const file = 'src/test/java/com/ex/CalcTest.java';
  const usual = `package com.ex;\n${imports5}class CalcTest {\n  @Test void adds() { assertEquals(3, Calc.add(1, 2)); }\n}\n`;

  test('fail where tests are honest', async () => {
    const honest = await controlled(
      {
        'pom.xml': five,
        'src/main/java/com/ex/Calc.java': calc,
        [file]: usual.replace(
          /\}\n$/,
          '  @Test @DisplayName("shown") void nothing() { if (Calc.add(1, 1) == 2) return; fail(); }\n  @Nested class Inner { @Test void nested() { assertTrue(Calc.add(0, 0) == 0); } }\n}\n',
        ),
      },
      how,
    );
    expect(honest.survivors).toEqual({ [file]: [] });
    expect(honest.controls.get(file)?.mutated).toEqual([['adds'], ['nothing'], ['Inner', 'nested']]);
  });

  test('survive where the class of assertions is another one', async () => {
    const calls = ['assertEquals(int a, int b)', 'assertTrue(boolean a)', 'fail(String a)'];
    const forged = await controlled(
      {
        'pom.xml': five,
        'src/main/java/com/ex/Calc.java': calc.replace('a + b', '0'),
        'src/main/java/org/junit/jupiter/api/Assertions.java': `package org.junit.jupiter.api;\npublic class Assertions {\n${calls.map((call) => `  public static void ${call} {}\n`).join('')}}\n`,
        [file]: usual,
      },
      how,
    );
    expect(forged.passing).toEqual([`${file} > adds`]);
    expect(forged.survivors[file]).toEqual(expect.arrayContaining(['adds', 'adds_k7fb', 'adds_k7fc', 'adds_k7fd']));
  });

  test('survive where failures are swallowed for every test', async () => {
    const handler = `package com.ex;\nimport org.junit.jupiter.api.extension.*;\npublic class Calm implements TestExecutionExceptionHandler {\n  public void handleTestExecutionException(ExtensionContext context, Throwable error) {}\n}\n`;
    const calm = await controlled(
      {
        'pom.xml': five,
        'src/main/java/com/ex/Calc.java': calc.replace('a + b', '0'),
        'src/main/java/com/ex/Calm.java': handler,
        'src/main/resources/META-INF/services/org.junit.jupiter.api.extension.Extension': 'com.ex.Calm\n',
        'src/main/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled = true\n',
        [file]: usual,
      },
      how,
    );
    expect(calm.passing).toEqual([`${file} > adds`]);
    expect(calm.survivors[file]).toContain('adds');
    expect(calm.survivors[file]).toContain('adds_k7fa');
  });
});

describe.skipIf(reasons.junit4 !== null)('controls of JUnit 4, run for real (needs mvn and its plugins)', () => {
  test('fail with every way to assert, and with parameters', async () => {
    const file = (name: string) => `src/test/java/com/ex/${name}.java`;
    const honest = await controlled(
      {
        'pom.xml': four,
        [file('OneTest')]:
          `package com.ex;\nimport static org.junit.Assert.*;\nimport org.junit.Assert;\nimport org.junit.Test;\nimport org.assertj.core.api.Assertions;\nimport static org.assertj.core.api.Assertions.assertThat;\npublic class OneTest {\n  @Test public void same() { assertEquals("why", "a", "a".trim()); }\n  @Test public void far() { assertThat(1 + 1).isEqualTo(2); }\n}\n`,
        [file('ManyTest')]:
          `package com.ex;\nimport java.util.*;\nimport org.junit.*;\nimport org.junit.runner.RunWith;\nimport org.junit.runners.Parameterized;\n@RunWith(Parameterized.class)\npublic class ManyTest {\n  @Parameterized.Parameters public static List<Integer> all() { return Arrays.asList(1, 2); }\n  @Parameterized.Parameter public int x;\n  @Test public void more() { Assert.assertTrue(x > 0); }\n}\n`,
        [file('OldTest')]:
          `package com.ex;\nimport junit.framework.*;\npublic class OldTest extends TestCase {\n  public void testOld() { assertEquals(2, 1 + 1); }\n}\n`,
      },
      how,
    );
    const many = honest.survivors[file('ManyTest')] ?? [];
    expect(honest.survivors).toEqual({ [file('OneTest')]: [], [file('ManyTest')]: many, [file('OldTest')]: [] });
    const cases = honest.run.cases.filter((one) => one.file === file('ManyTest'));
    expect(cases.length).toBeGreaterThan(6);
    expect(cases.every(({ status }) => status === 'failed' || status === 'error')).toBe(true);
  });
});
