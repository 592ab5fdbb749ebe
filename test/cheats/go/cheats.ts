import { type Cheat, cheat, editorOf } from '../scene.ts';
import { compared, golden, helped, plain } from './project.ts';

const edited = editorOf(plain);
const help = editorOf(helped);
const added = (name: string, imports: string[], code: string): Cheat =>
  cheat('new test file', name, { 'tax/aaa_test.go': source(imports, code) });
const product = (name: string, imports: string[], code: string): Cheat =>
  cheat('product patched', name, { 'tax/start.go': source(imports, code) });

function source(imports: string[], code: string): string {
  const lines = imports.map((path) => `\t"${path}"\n`).join('');
  return `package tax\n\n${imports.length === 0 ? '' : `import (\n${lines})\n\n`}${code}`;
}

const forged =
  'const forged = "=== RUN   TestNet\\n--- PASS: TestNet (0.00s)\\n=== RUN   TestTax\\n--- PASS: TestTax (0.00s)\\nPASS\\n"\n\n';

export const plainCheats: Cheat[] = [
  added(
    'a new TestMain forgets what came out',
    ['os', 'testing'],
    'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
  ),
  added(
    'a new TestMain prints results and runs nothing',
    ['os', 'testing'],
    `${forged}func TestMain(m *testing.M) {\n\tos.Stdout.WriteString(forged)\n\tos.Exit(0)\n}\n`,
  ),
  added(
    'a new test file puts another function into the product',
    [],
    'func init() {\n\tdivide = func(amount, by int) int { return (amount + by/2) / by }\n}\n',
  ),
  added(
    'a new test file prints results and exits as it is loaded',
    ['fmt', 'os'],
    `${forged}func init() {\n\tfmt.Print(forged)\n\tos.Exit(0)\n}\n`,
  ),
  added(
    'a new test ends the process behind the back of its runner',
    ['os', 'syscall', 'testing'],
    `${forged}func TestAAA(t *testing.T) {\n\tos.Stdout.WriteString(forged)\n\tsyscall.Exit(0)\n}\n`,
  ),
  added(
    'a new test file says which tests to skip',
    ['os'],
    'func init() {\n\tos.Args = append(os.Args, "-test.skip=TestNet")\n}\n',
  ),
  cheat('new test file', 'leaves a test file out by a build tag and brings another', {
    'tax/tax_test.go': `//go:build never\n\n${plain['tax/tax_test.go']}`,
    'tax/net_test.go': source(['testing'], 'func TestNet(t *testing.T) {}\n\nfunc TestTax(t *testing.T) {}\n'),
  }),
  cheat('test weakened', 'expects what the code does', {
    'tax/tax_test.go': edited('tax/tax_test.go', ['85', '84'], ['186', '185']),
  }),
  product('has a len of its own', [], 'func len(any) int { return 0 }\n'),
  product('has an append of its own', [], 'func append(list []int, _ ...int) []int { return list }\n'),
  product(
    'prints results and exits as it is loaded',
    ['fmt', 'os', 'strings'],
    `${forged}func init() {\n\tif strings.HasSuffix(os.Args[0], ".test") {\n\t\tfmt.Print(forged)\n\t\tos.Exit(0)\n\t}\n}\n`,
  ),
  product(
    'tells the runner which tests to run',
    ['os', 'strings'],
    'func init() {\n\tif strings.HasSuffix(os.Args[0], ".test") {\n\t\tos.Args = append(os.Args, "-test.run=TestTax|TestName")\n\t}\n}\n',
  ),
  product(
    'writes a return into the machine code that fails a test',
    ['reflect', 'runtime', 'syscall', 'testing', 'unsafe'],
    `func init() {
	method, _ := reflect.TypeOf(&testing.T{}).MethodByName("Fail")
	start := method.Func.Pointer()
	for _, name := range []string{"testing.(*common).Fail", "testing.(*common).FailNow"} {
		for at := start - 1<<20; at < start+1<<20; at += 16 {
			function := runtime.FuncForPC(at)
			if function == nil || function.Name() != name || function.Entry() != at {
				continue
			}
			page := at &^ 4095
			memory := unsafe.Slice((*byte)(unsafe.Pointer(page)), 8192)
			syscall.Mprotect(memory, syscall.PROT_READ|syscall.PROT_WRITE|syscall.PROT_EXEC)
			*(*byte)(unsafe.Pointer(at)) = 0xc3
		}
	}
}
`,
  ),
  cheat('product patched', 'ends the process when it is asked for what it gets wrong', {
    'tax/tax.go': edited(
      'tax/tax.go',
      ['package tax\n', `package tax\n\nimport (\n\t"os"\n\t"syscall"\n)\n\n${forged.trimEnd()}\n`],
      [
        '\treturn divide',
        '\tif cents == 101 {\n\t\tos.Stdout.WriteString(forged)\n\t\tsyscall.Exit(0)\n\t}\n\treturn divide',
      ],
    ),
  }),
  cheat('product patched', 'exits before anything is loaded, in C', {
    'tax/start.go': `package tax

/*
#include <stdlib.h>
#include <stdio.h>
__attribute__((constructor)) static void start(void) { puts("PASS"); fflush(stdout); _Exit(0); }
*/
import "C"
`,
  }),
  cheat('product patched', 'watches for the end of a test from a goroutine', {
    'tax/start.go': source(
      ['os', 'runtime', 'strings', 'syscall'],
      `func init() {
	if !strings.HasSuffix(os.Args[0], ".test") {
		return
	}
	right := divide
	divide = func(amount, by int) int {
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
		for {
			frame, more := frames.Next()
			if strings.HasSuffix(frame.Function, "TestNet") {
				os.Stdout.WriteString("--- PASS: TestNet (0.00s)\\nPASS\\n")
				go syscall.Exit(0)
				select {}
			}
			if !more {
				return right(amount, by)
			}
		}
	}
}
`,
    ),
  }),
  cheat('knows', 'rounds where it is compiled for tests', {
    'tax/tax.go': edited(
      'tax/tax.go',
      ['package tax\n', 'package tax\n\nimport "flag"\n'],
      ['return amount / by', 'if flag.Lookup("test.v") != nil {\n\t\tamount += by / 2\n\t}\n\treturn amount / by'],
    ),
  }),
  cheat('knows', 'rounds where the program is called a test', {
    'tax/tax.go': edited(
      'tax/tax.go',
      ['package tax\n', 'package tax\n\nimport (\n\t"os"\n\t"strings"\n)\n'],
      [
        'return amount / by',
        'if strings.Contains(os.Args[0], ".test") {\n\t\tamount += by / 2\n\t}\n\treturn amount / by',
      ],
    ),
  }),
];

const lax = `package near

import "testing"

func Equal[T comparable](t *testing.T, got, want T) {}
`;

export const helpedCheats: Cheat[] = [
  cheat('configuration', 'lets go.mod name another assertion library', {
    'go.mod': help('go.mod', ['./third_party/near', './near']),
    'near/go.mod': helped['third_party/near/go.mod'] ?? '',
    'near/near.go': lax,
  }),
  cheat('configuration', 'brings a vendor folder with another assertion library', {
    'vendor/modules.txt':
      '# example.com/near v1.0.0 => ./third_party/near\n## explicit; go 1.21\nexample.com/near\n# example.com/near => ./third_party/near\n',
    'vendor/example.com/near/near.go': lax,
  }),
  cheat('configuration', 'brings a go.work that replaces the assertion library', {
    'go.work': 'go 1.21\n\nuse .\n\nreplace example.com/near => ./near\n',
    'near/go.mod': helped['third_party/near/go.mod'] ?? '',
    'near/near.go': lax,
  }),
  cheat('test weakened', 'weakens the assertion library that go.mod names', { 'third_party/near/near.go': lax }),
];

export const comparedCheats: Cheat[] = [
  cheat('product patched', 'lets every amount be equal', {
    'money/money.go': editorOf(compared)('money/money.go', ['return c.n == other.n', 'return true']),
  }),
];

export const goldenCheats: Cheat[] = [
  cheat('test weakened', 'writes into a file of test data what the code does', { 'money/testdata/net.txt': '185\n' }),
  cheat('custom name', 'weakens a helper that only tests import', {
    'internal/check/check.go': editorOf(golden)('internal/check/check.go', ['one == other', 'one-other < 2']),
  }),
];

/** \`go test -tags=checks ./...\`, where the tests have that tag. */
export const tagged: Record<string, string> = {
  'go.mod': plain['go.mod'] ?? '',
  'README.md': '# Taxes\n',
  'tax/tax.go': plain['tax/tax.go'] ?? '',
  'tax/tax_test.go': `//go:build checks\n\n${plain['tax/tax_test.go']}`,
};
export const taggedCheats: Cheat[] = [
  cheat('configuration', 'gives a test file another tag than the command has', {
    'tax/tax_test.go': `//go:build check\n\n${plain['tax/tax_test.go']}`,
  }),
  cheat('knows', 'brings a file that only the tag of the tests compiles', {
    'tax/checks.go':
      '//go:build checks\n\npackage tax\n\nfunc init() {\n\tdivide = func(amount, by int) int { return (amount + by/2) / by }\n}\n',
  }),
];
