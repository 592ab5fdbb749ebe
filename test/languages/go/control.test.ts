import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';
import { controlled } from '../controlled.ts';

const asked = spawnSync('go', ['env', 'GOCACHE', 'GOMODCACHE'], { encoding: 'utf8' });
const [GOCACHE = '', GOMODCACHE = ''] = (asked.stdout ?? '').split('\n');
if (asked.status !== 0) console.log(`controls of Go tests are not run: ${asked.error?.message ?? asked.stderr}`);
const how = { env: { GOCACHE, GOMODCACHE, GOFLAGS: '-buildvcs=false' }, timeout_ms: 100_000 };

const goMod = 'module example.com/calc\n\ngo 1.21\n';
const head = (name: string) => `package ${name}\n\nimport "testing"\n\n`;
const go = (text: string) => controlFor({ path: 'a_test.go', text, runner: 'go', mark: 'k7', tests: [] });
const body = async (line: string) =>
  (await go(`${head('a')}func TestX(t *testing.T) {\n\t${line}\n}\n`))?.text
    .split('TestX(t *testing.T) {')[1]
    ?.split('\n}\n')[0]
    ?.trim();

describe('the control of a Go test file', () => {
  test.each([
    [
      'if got := Add(1, 2); got != 3 { t.Errorf("got %d", got) }',
      'if got := Add(1, 2); got != 4 { t.Errorf("got %d", got) }',
    ],
    ['if F() != "a" { t.Fatal() }', 'if F() != "a~" { t.Fatal() }'],
    ['if -1 != F() { t.Fail() }', 'if -2 != F() { t.Fail() }'],
    ['if F() != 255 { t.Fail() }', 'if F() != 254 { t.Fail() }'],
    ['assert.Equal(t, 3, F(), "why")', 'assert.Equal(t, 4, F(), "why")'],
    ['checkEqual(t, F(1, 2), true)', 'checkEqual(t, F(1, 2), false)'],
    ['assert.NotEqual(t, 3, F())', 't.Error("k7");\n\tassert.NotEqual(t, 3, F())'],
    ['if F() != 3 { log() }', 't.Error("k7");\n\tif F() != 3 { log() }'],
    [
      'if slow { return }\n\tif F() != 3 { t.Fail() }',
      't.Error("k7");\n\tif slow { return }\n\tif F() != 3 { t.Fail() }',
    ],
    [
      'for i := range x {\n\tif F() != 3 { t.Fail() }\n}',
      't.Error("k7");\n\tfor i := range x {\n\tif F() != 3 { t.Fail() }',
    ],
    ['if F() != 3 && g { t.Fail() }', 't.Error("k7");\n\tif F() != 3 && g { t.Fail() }'],
  ])('makes %s fail', async (before, after) => {
    expect(await body(before)).toBe(after);
  });

  test('is of the file it is for: another runner, no package, no test, and there is none', async () => {
    expect(await go('func TestX(t *testing.T) {}')).toBeNull();
    expect(await go('package a\n\nfunc helper() {}\n')).toBeNull();
    expect(await controlFor({ path: 'a_test.go', text: head('a'), runner: 'junit', mark: 'k7', tests: [] })).toBeNull();
  });

  test('moves no line of the tests', async () => {
    const text = `// Copyright\n//go:build linux\n\npackage a // why\n\nimport . "testing"\n\nfunc TestX(t *T) {}\nfunc ExampleF() {\n\tF()\n\t// Output: 3\n}\n`;
    const lines = (await go(text))?.text.split('\n') ?? [];
    expect(lines[3]).toBe('package a; import testing_k7 "testing" // why');
    expect(lines[10]).toBe('\t// Output: 3 ~');
  });
});

describe.skipIf(asked.status !== 0)('controls of Go tests, run for real (needs go)', () => {
  const product = (name: string, more = '') => `package ${name}\n\nfunc Add(a, b int) int { return a + b }\n${more}`;
  const usual = (name: string, more = '') =>
    `${head(name)}func TestAdds(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n${more}`;

  test('fail in every way that honest tests are written in', async () => {
    const found = await controlled(
      {
        'go.mod': goMod,
        'a/a.go': product('a', 'func max(a, b int) int { return a }\nfunc Names() []string { return nil }\n'),
        'a/a_test.go': usual(
          'a',
          'func TestNames(t *testing.T) {\n\tif len(Names()) != 0 || Names() != nil {\n\t\tt.Fatal()\n\t}\n}\n',
        ),
        'a/b_test.go': `package a_test\n\nimport (\n\tcheck "testing"\n\n\t. "example.com/calc/a"\n)\n\nfunc TestOutside(x *check.T) {\n\tx.Parallel()\n\tfor _, one := range []struct{ a, want int }{{1, 2}, {2, 3}} {\n\t\tx.Run("sub", func(x *check.T) {\n\t\t\tif Add(one.a, 1) != one.want {\n\t\t\t\tx.Fatal("no")\n\t\t\t}\n\t\t})\n\t}\n}\n`,
        'b/b.go': product('b'),
        'b/b_test.go': `package b\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(m.Run()) }\n\nfunc ExampleAdd() {\n\tfmt.Println(Add(1, 2))\n\t// Output: 3\n}\n\nfunc FuzzAdd(f *testing.F) {\n\tf.Add(1)\n\tf.Fuzz(func(t *testing.T, x int) {\n\t\tif Add(x, 0) != x {\n\t\t\tt.Fatal()\n\t\t}\n\t})\n}\n\nfunc TestByte(t *testing.T) {\n\tvar x uint8 = 255\n\tif x != 255 {\n\t\tt.Fatal(x)\n\t}\n}\n`,
      },
      how,
    );
    expect(found.survivors).toEqual({ 'a/a_test.go': [], 'a/b_test.go': [], 'b/b_test.go': [] });
    const files = ['a/a_test.go', 'a/b_test.go', 'b/b_test.go'];
    expect(files.map((file) => found.controls.get(file)?.mutated)).toEqual([
      [['TestAdds'], ['TestNames']],
      [['TestOutside']],
      [['ExampleAdd'], ['FuzzAdd'], ['TestByte']],
    ]);
  });

  test('fall back on canaries that compile wherever the file does', async () => {
    const found = await controlled({ 'go.mod': goMod, 'a/a.go': product('a'), 'a/a_test.go': usual('a') }, how, {
      fallback: true,
    });
    expect(found.survivors).toEqual({ 'a/a_test.go': [] });
    expect(found.run.cases.filter(({ status }) => status === 'passed').map(({ names }) => names)).toEqual([
      ['TestAdds'],
    ]);
  });

  test('survive where built-in names, results or helpers are forged', async () => {
    const forged = `package pkg\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc Add(a, b int) int { return 0 }\n\nfunc init() {\n\tfor _, mark := range []string{"", "\\x16"} {\n\t\tfmt.Print(mark+"=== RUN   TestAdds\\n", mark+"--- PASS: TestAdds (0.00s)\\n")\n\t}\n\tfmt.Print("PASS\\n")\n\tos.Exit(0)\n}\n`;
    const exits = `package pkg\n\nimport (\n\t"fmt"\n\t"syscall"\n)\n\nfunc Add(a, b int) int {\n\tfmt.Print("\\x16--- PASS: TestAdds (0.00s)\\nPASS\\n")\n\tsyscall.Exit(0)\n\treturn 0\n}\n`;
    const named = (text: string, name: string) => text.replace('package pkg', `package ${name}`);
    const found = await controlled(
      {
        'go.mod': goMod,
        'lens/p.go': product('lens', 'func Names() []int { return nil }\nfunc len(any) int { return 2 }\n'),
        'lens/p_test.go': `${head('lens')}func TestAdds(t *testing.T) {\n\tif len(Names()) != 2 {\n\t\tt.Fatal()\n\t}\n}\n`,
        'truth/p.go': 'package truth\n\nfunc IsEven(x int) bool { return 1 > 2 }\n\nconst true = 1 > 2\n',
        'truth/p_test.go': `${head('truth')}func TestAdds(t *testing.T) {\n\tif IsEven(2) != true {\n\t\tt.Fatal()\n\t}\n}\n`,
        'panics/p.go': 'package panics\n\nfunc Must(x int) { panic(x) }\n\nfunc panic(any) {}\n',
        'panics/p_test.go': `${head('panics')}func TestAdds(t *testing.T) { Must(1) }\n`,
        'inits/p.go': named(forged, 'inits'),
        'inits/p_test.go': usual('inits'),
        'exits/p.go': named(exits, 'exits'),
        'exits/p_test.go': usual('exits'),
        'helps/p.go': product('helps', 'func checkEqual(t any, got, want int) {}\n').replace('a + b', '0'),
        'helps/p_test.go': `${head('helps')}func TestAdds(t *testing.T) {\n\tcheckEqual(t, Add(1, 2), 3)\n}\n`,
        'mains/p.go': product('mains').replace('a + b', '0'),
        'mains/p_test.go': usual('mains'),
        'mains/main_test.go': `package mains\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tfmt.Print("\\x16=== RUN   TestAdds\\n\\x16--- PASS: TestAdds (0.00s)\\n")\n\tos.Exit(0)\n}\n`,
      },
      how,
    );
    const cheats = ['lens', 'truth', 'panics', 'inits', 'exits', 'helps', 'mains'].map((name) => `${name}/p_test.go`);
    expect(found.passing.map((id) => id.split(' > ')[0]).sort()).toEqual([...cheats].sort());
    for (const file of cheats) expect([file, found.survivors[file]?.length]).not.toEqual([file, 0]);
  });
});
