import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { compileErrors } from '../../../src/languages/checks/compile-errors.ts';
import { readGoTest } from '../../../src/languages/go/runners/go-report.ts';
import { stableName } from '../../../src/languages/go/runners/names.ts';
import { project, statuses, tests } from '../bare.ts';

const asked = spawnSync('go', ['env', 'GOCACHE', 'GOMODCACHE'], { encoding: 'utf8' });
const [GOCACHE = '', GOMODCACHE = ''] = (asked.stdout ?? '').split('\n');
if (asked.status !== 0) console.log(`go is not run for real: ${asked.error?.message ?? asked.stderr}`);
const how = { env: { GOCACHE, GOMODCACHE, GOFLAGS: '-buildvcs=false' }, timeout_ms: 55_000 };

const goMod = 'module example.com/calc\n\ngo 1.21\n';
const head = (name: string) => `package ${name}\n\nimport "testing"\n\n`;

describe.skipIf(asked.status !== 0)('go test (needs go)', () => {
  test('names every test by file and function, with its status and place; packages that do not build are errors', async () => {
    const { run, runner } = await project({
      'go.mod': goMod,
      'calc.go':
        'package calc\n\nfunc Half(x int) int { return x / 2 }\n\nfunc Boom() {\n\tvar m map[string]int\n\tm["a"] = 1\n}\n',
      'calc_test.go': `${head('calc')}func TestPasses(t *testing.T) {}

func TestFails(t *testing.T) {
	t.Errorf("got %d", Half(3))
	t.Fatal("second\\nline")
}

func TestSkips(t *testing.T) { t.Skip("why") }

func TestTable(t *testing.T) {
	for _, name := range []string{"one", "two words"} {
		t.Run(name, func(t *testing.T) {
			if name == "one" {
				t.Error("bad")
			}
		})
	}
}
`,
      'panics/p_test.go': `package panics\n\nimport (\n\t"testing"\n\n\t"example.com/calc"\n)\n\nfunc TestBefore(t *testing.T) {}\nfunc TestPanics(t *testing.T) {\n\tcalc.Boom()\n}\nfunc TestAfter(t *testing.T) {}\n`,
      'broken/b_test.go': `${head('broken')}func TestX(t *testing.T) {\n\tnowhere()\n}\n`,
      'vetted/v_test.go': `${head('vetted')}func TestV(t *testing.T) {\n\tt.Errorf("%d", "x")\n}\n`,
      'leaves/l_test.go': `package leaves\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(3) }\nfunc TestL(t *testing.T) {}\n`,
      'none/none.go': 'package none\n',
    });
    expect(runner.id).toBe('go');
    const result = await run(how);
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1 });
    expect(statuses(result)).toEqual({
      'calc_test.go > TestPasses': 'passed',
      'calc_test.go > TestFails': 'failed',
      'calc_test.go > TestSkips': 'skipped',
      'calc_test.go > TestTable > one': 'failed',
      'calc_test.go > TestTable > two_words': 'passed',
      'calc_test.go > TestTable': 'failed',
      'panics/p_test.go > TestBefore': 'passed',
      'panics/p_test.go > TestPanics': 'failed',
    });
    const errorOf = (id: string) => result.cases.find((one) => one.id === id)?.error;
    expect(errorOf('calc_test.go > TestFails')).toMatchObject({
      message: 'got 1\nsecond\nline',
      file: 'calc_test.go',
      line: 9,
    });
    expect(errorOf('calc_test.go > TestTable > one')).toMatchObject({ message: 'bad', file: 'calc_test.go', line: 18 });
    expect(errorOf('panics/p_test.go > TestPanics')).toMatchObject({
      ends: 'folder',
      type: 'panic',
      message: 'assignment to entry in nil map',
      file: 'calc.go',
      line: 7,
    });
    expect(result.cases.find((one) => one.names[0] === 'TestSkips')?.line).toBe(12);
    const errors = [...result.errors].sort((a, b) => ((a.file ?? '') > (b.file ?? '') ? 1 : -1));
    expect(errors).toMatchObject([
      { type: 'NameError', message: 'undefined: nowhere', file: 'broken/b_test.go', line: 6 },
      { message: expect.stringContaining('example.com/calc/leaves: '), file: 'leaves' },
      { type: 'BuildError', message: expect.stringContaining('wrong type'), file: 'vetted/v_test.go', line: 6 },
    ]);
  });

  test('says of what does not compile whether it is grammar, an import, a name or a type', async () => {
    const { run } = await project({
      'go.mod': goMod,
      'g/g.go': 'package g\n\nfunc F() {\n\tx := := 1\n}\n',
      'i/i.go': 'package i\n\nimport (\n\t_ "example.com/calc/nothing"\n\t_ "no/such"\n)\n',
      'u/u.go': 'package u\n\nimport "os"\n',
      'n/n.go':
        'package n\n\nimport "strings"\n\ntype T struct{}\n\nvar _ = strings.Nope(1)\nvar _ = T{}.gone\nvar _ = lost\n',
      't/t.go': 'package t\n\nvar X int = "text"\n\nfunc F(a int) int { return F() }\n\nvar Y = 1 + "a"\n',
      't/t_test.go': `${head('t')}func TestT(t *testing.T) {}\n`,
    });
    const found = compileErrors(await run(how));
    expect(found.others).toEqual([]);
    expect(found.syntax_errors).toEqual([
      { file: 'g/g.go', line: 4, column: 7, message: expect.stringContaining('expected expression') },
    ]);
    const names = found.import_errors.map(({ file, line, name }) => `${file}:${line} ${name}`).sort();
    expect(names).toEqual([
      'i/i.go:4 example.com/calc/nothing',
      'i/i.go:5 no/such',
      'n/n.go:7 strings.Nope',
      'n/n.go:8 T{}.gone',
      'n/n.go:9 lost',
      't/t.go:3 "text"',
      't/t.go:5 F',
      expect.stringMatching(/^t\/t\.go:7 /),
      'u/u.go:3 os',
    ]);
  });

  test('runs only the packages of the named files, with coverage where that is asked for', async () => {
    const { run, cover } = await project(
      {
        'go.mod': goMod,
        'a/a.go': 'package a\n\nfunc Sign(x int) int {\n\tif x < 0 {\n\t\treturn -1\n\t}\n\treturn 1\n}\n',
        'a/a_test.go': `${head('a')}func TestA(t *testing.T) {\n\tif Sign(1) != 1 {\n\t\tt.Fatal()\n\t}\n}\n`,
        'b/b_test.go': `${head('b')}func TestB(t *testing.T) {}\n`,
      },
      tests(['go', 'test', '-v', '-failfast', '-short', '-coverprofile', 'c.out', './...']),
    );
    expect(statuses(await run({ ...how, only: ['b/b_test.go'] }))).toEqual({ 'b/b_test.go > TestB': 'passed' });
    const covered = await cover({ ...how, only: ['a/a_test.go'] });
    expect(statuses(covered.run)).toEqual({ 'a/a_test.go > TestA': 'passed' });
    expect(Object.fromEntries(covered.hits?.get('a/a.go') ?? [])).toMatchObject({ 5: 0, 7: 1 });
  });
});

describe.skipIf(asked.status !== 0)('go test in trees of several modules (needs go)', () => {
  const passing = (name: string, test: string) => `${head(name)}func ${test}(t *testing.T) {}\n`;

  test('tests modules below the top, and those of a workspace together', async () => {
    const modules = {
      'a/go.mod': 'module ex.com/a\n\ngo 1.21\n',
      'a/a_test.go': passing('a', 'TestA'),
      'b/go.mod': 'module ex.com/b\n\ngo 1.21\n',
      'b/in/b_test.go': passing('b', 'TestB'),
      'cold/go.mod': 'module ex.com/cold\n\ngo 1.21\n\nrequire ex.com/none v1.0.0\n',
      'cold/c_test.go':
        'package cold\n\nimport (\n\t"testing"\n\n\t_ "ex.com/none"\n)\n\nfunc TestC(t *testing.T) {}\n',
    };
    const all = { 'a/a_test.go > TestA': 'passed', 'b/in/b_test.go > TestB': 'passed' };
    const apart = await project(modules);
    const offline = { ...how, env: { ...how.env, GOPROXY: 'off' } };
    const run = await apart.run(offline);
    expect(statuses(run)).toEqual(all);
    expect(run.errors).toMatchObject([
      { type: 'SilentPart', file: 'cold', message: expect.stringContaining('go mod download') },
    ]);
    expect(statuses(await apart.run({ ...offline, only: ['b/in/b_test.go'] }))).toEqual({
      'b/in/b_test.go > TestB': 'passed',
    });
    const together = await project({ ...modules, 'go.work': 'go 1.21\n\nuse (\n\t./a\n\t./b // two\n)\n' });
    expect(statuses(await together.run(offline))).toEqual(all);
    const { cases } = await together.run({ ...offline, only: ['a/a_test.go'] });
    expect(cases.map(({ id }) => id)).toEqual(['a/a_test.go > TestA']);
    const topped = await project({ ...modules, 'go.mod': goMod, 'top_test.go': passing('calc', 'TestTop') });
    expect(statuses(await topped.run(offline))).toEqual({ 'top_test.go > TestTop': 'passed', ...all });
  });

  test('runs a package from before there were modules', async () => {
    const { run } = await project({ 'old.go': 'package old\n', 'old_test.go': passing('old', 'TestOld') });
    expect(statuses(await run(how))).toEqual({ 'old_test.go > TestOld': 'passed' });
  });

  test('has the build tags that every test command of the project has', async () => {
    const tagged = `//go:build extra\n\n${passing('calc', 'TestExtra')}`;
    const files = { 'go.mod': goMod, 'a_test.go': passing('calc', 'TestA'), 'x_test.go': tagged };
    const makefile = (...calls: string[]) => ({
      ...files,
      Makefile: calls.map((call) => `test:\n\t${call}\n`).join('\n'),
    });
    const names = async (tree: Record<string, string>) =>
      (await (await project(tree)).run(how)).cases.map(({ id }) => id);
    expect(await names(makefile('go test -race -tags="extra" ./...'))).toEqual([
      'a_test.go > TestA',
      'x_test.go > TestExtra',
    ]);
    expect(await names(makefile('go test ./...', 'go test -tags extra ./...'))).toEqual(['a_test.go > TestA']);
  });

  test('says how to get a module that is not on the machine', async () => {
    const { run } = await project({
      'go.mod': `${goMod}\nrequire ex.com/none v1.0.0\n`,
      'go.sum':
        'ex.com/none v1.0.0 h1:t6JiXgmwXMjEs8VusXIJk2BXHsn+wx8BZdTaoZ5fu7I=\nex.com/none v1.0.0/go.mod h1:TIyPZe4MgqvfeYDBFedMoGGpEw/LqOeaOT+nhxU+yHo=\n',
      'a_test.go': 'package calc\n\nimport _ "ex.com/none"\n',
    });
    const { errors } = await run({ ...how, env: { ...how.env, GOPROXY: 'off' } });
    expect(errors.map(({ message }) => message).join()).toContain('run `go mod download`');
  });
});

describe("go's events", () => {
  const event = (one: object) => JSON.stringify(one);
  const read = (...lines: string[]) =>
    readGoTest(lines.join('\n'), './a_test.go:3:func TestA(t', {
      mount_at: '/w',
      modules: { folderOf: (name) => (name === 'm' ? '' : null), startOf: () => '' },
    });
  const run = { Package: 'm', Test: 'TestA' };

  test('count only when every package has ended', () => {
    const passed = [event({ ...run, Action: 'run' }), event({ ...run, Action: 'pass' })];
    expect(read(...passed).reading.complete).toBe(false);
    expect(read(...passed, event({ Package: 'm', Action: 'pass' })).reading).toMatchObject({
      complete: true,
      cases: [{ id: 'a_test.go > TestA', line: 3 }],
    });
    expect(read(event({ Action: 'start', Package: 'm' }), event({ ...run, Action: 'run' })).reading).toMatchObject({
      complete: false,
      errors: [{ type: 'Unfinished', message: 'did not finish: TestA', file: 'a_test.go' }],
    });
    for (const damaged of ['', '{', 'null\n[]']) expect(read(damaged).reading.complete).toBe(false);
  });

  test('that a test forges do not hide that it failed', () => {
    const forged = [event({ ...run, Action: 'fail' }), event({ ...run, Action: 'pass' })];
    expect(read(...forged, event({ Action: 'fail', Package: 'm' })).reading.cases).toMatchObject([
      { status: 'failed' },
    ]);
  });

  test('that cannot be true are errors', () => {
    const ended = event({ Package: 'm', Action: 'pass' });
    const [began, passed] = [event({ ...run, Action: 'run' }), event({ ...run, Action: 'pass' })];
    const told = (...lines: string[]) => read(...lines).reading.errors.map(({ message }) => message);
    const says = (what: string) => [`the report contradicts itself: ${what}`];
    expect(told(began, passed, passed, ended)).toEqual([]);
    expect(told(passed, ended)).toEqual(says('a result of TestA, which never began'));
    expect(told(began, passed, event({ ...run, Action: 'skip' }), ended)).toEqual(says('two results of TestA'));
    expect(told(event({ Package: 'm', Action: 'start' }), ended, began)[0]).toBe(says('TestA of m after the end')[0]);
  });

  test('of tests that fail on purpose are no failures where the function that ran them passed', () => {
    const inner = { Package: 'm', Test: 'TestA/inner' };
    const made = { Package: 'm', Test: 'made up' };
    const failed = [inner, made].flatMap((one) => [
      event({ ...one, Action: 'run' }),
      event({ ...one, Action: 'fail' }),
    ]);
    const statusesOf = (outer: string, end: string) =>
      read(
        event({ ...run, Action: 'run' }),
        ...failed,
        event({ ...run, Action: outer }),
        event({ Package: 'm', Action: end }),
      ).reading.cases.map(({ names, status }) => `${names.join('/')} ${status}`);
    expect(statusesOf('pass', 'pass')).toEqual(['TestA passed', 'TestA/inner passed', 'made up passed']);
    expect(statusesOf('fail', 'fail')).toEqual(['TestA failed', 'TestA/inner failed', 'made up passed']);
    expect(statusesOf('pass', 'fail')).toEqual(['TestA passed', 'TestA/inner passed', 'made up failed']);
    // The program left before the function ended, with a good exit code.
    expect(statusesOf('output', 'pass')).toEqual(['TestA failed', 'TestA/inner failed', 'made up passed']);
  });

  test('name the tests that were running when their program took too long or died', () => {
    const ending = (output: string, told: string) =>
      read(
        ...['run', 'pause'].map((Action) => event({ Package: 'm', Test: 'TestWaits', Action })),
        event({ ...run, Action: 'run' }),
        event({ Package: 'm', Test: 'TestA/inner', Action: 'run' }),
        event({ Package: 'm', Test: 'TestA/inner', Action: 'output', Output: output }),
        event({ Package: 'm', Action: 'output', Output: told }),
        event({ Package: 'm', Action: 'fail' }),
      ).reading;
    const named = { id: 'a_test.go > TestA > inner', status: 'failed' };
    expect(ending('panic: test timed out after 2s\n', '')).toMatchObject({
      complete: true,
      cases: [{ ...named, error: { type: 'Hang', message: 'did not end within 2s' } }],
      errors: [],
    });
    expect(ending('', 'exit status 3\n').cases).toMatchObject([
      { ...named, error: { type: 'EarlyExit', message: 'the test program ended while this test ran: exit status 3' } },
    ]);
    expect(ending('', 'signal: segmentation fault\n').cases).toMatchObject([{ ...named, error: { type: 'Crash' } }]);
    expect(ending('SIGSEGV: segmentation violation\nPC=0x1\n', 'exit status 2\n').cases).toMatchObject([
      { ...named, error: { type: 'Crash', message: 'the test program was ended by SIGSEGV' } },
    ]);
    expect(ending('fatal error: unexpected signal\n[signal SIGBUS: bus error]\n', '').cases).toMatchObject([
      { ...named, error: { type: 'Crash', message: 'the test program was ended by SIGBUS' } },
    ]);
    expect(ending('fatal error: unexpected signal\n', 'exit status 2\n').cases).toMatchObject([
      { ...named, error: { type: 'panic', message: 'unexpected signal' } },
    ]);
  });

  test('have names without addresses, chosen ports and folders of one run', () => {
    expect(stableName('Equal((*m.T)(0x972d3aa540),_(func()_int)(0x667b00))')).toBe(
      'Equal((*m.T)(0x…),_(func()_int)(0x…))',
    );
    expect(stableName('TestX/127.0.0.1:41233')).toBe('TestX/127.0.0.1:…');
    expect(stableName('TestX/open_/tmp/TestX3210987654/001/a.txt')).toBe('TestX/open_/tmp/TestX…');
    expect(stableName('Same(1,_time.Date(2026,_time.November,_16,_4,_2,_51,_3,_time.Local))')).toBe(
      'Same(1,_time.Date(…))',
    );
    expect(stableName('Same(_0xc000012340)')).toBe('Same(_0x…)');
    expect(stableName('TestX/2026-11-16_04:02:51.37_+0000_UTC_m=+0.012')).toBe('TestX/…');
    for (const kept of [
      'TestX/2026-11-16_04:02:51',
      'TestX/0xdeadbeef',
      'TestX/localhost:8080',
      'TestX/1234567890',
      'TestX/tmp/a',
    ])
      expect(stableName(kept)).toBe(kept);
  });

  test('of an older Go come between lines that are none', () => {
    const old = read(
      '# m',
      './a.go:3:5: undefined: x',
      'FAIL\tm [build failed]',
      event({ Action: 'fail', Package: 'm', Test: undefined }),
    );
    expect(old.reading.errors).toMatchObject([{ type: 'NameError', message: 'undefined: x', file: 'a.go', line: 3 }]);
  });
});
