import { editorOf, honest, type Scene } from '../scene.ts';
import { embedded, generated, programs, registered } from './honest-projects.ts';
import { goCommand, plain, rightTax } from './project.ts';

const scene = (name: string, files: Scene['files'], changes: Scene['honest']): Scene => ({
  name,
  files,
  command: goCommand,
  cheats: [],
  honest: changes,
});
const program = editorOf(programs);
const table = editorOf(generated);

export const honestScenes: Scene[] = [
  scene('programs', programs, [
    honest('spawned program', 'rounds in a program that a test builds and starts', {
      'internal/count/count.go': program('internal/count/count.go', [
        'return cents * 100 / (100 + percent)',
        'return (cents*200 + 100 + percent) / (2 * (100 + percent))',
      ]),
    }),
    honest('spawned program', 'rounds with a package that only the program has', {
      'internal/round/round.go':
        '// Package round divides.\npackage round\n\n// Half rounds half up.\nfunc Half(amount, by int) int { return (2*amount + by) / (2 * by) }\n',
      'internal/count/count.go': program(
        'internal/count/count.go',
        ['package count\n', 'package count\n\nimport "example.com/taxes/internal/round"\n'],
        ['cents * 100 / (100 + percent)', 'round.Half(cents*100, 100+percent)'],
      ),
    }),
  ]),
  scene('embedded', embedded, [
    honest('data file', 'corrects a rate in a file that is compiled in', {
      'rates/rates.json': '{ "food": 7, "tools": 19 }\n',
    }),
    honest('data file', 'keeps rates as CSV', {
      'rates/rates.json': null,
      'rates/rates.csv': 'food,7\ntools,19\n',
      'rates/rates.go': `// Package rates knows the rates.
package rates

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
)

//go:embed rates.csv
var data string

// Of is the rate of a kind of goods.
func Of(kind string) (int, bool) {
	rows, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil {
		return 0, false
	}
	for _, row := range rows {
		if row[0] == kind {
			rate, err := strconv.Atoi(row[1])
			return rate, err == nil
		}
	}
	return 0, false
}
`,
    }),
  ]),
  scene('registered', registered, [
    honest('plugin folder', 'adds a package that enters itself', {
      'kinds/books/books.go':
        'package books\n\nimport "example.com/taxes/kinds"\n\nfunc init() { kinds.Enter("books", 7) }\n',
      'kinds/all/all.go': editorOf(registered)('kinds/all/all.go', [
        '\t_ "example',
        '\t_ "example.com/taxes/kinds/books"\n\t_ "example',
      ]),
    }),
    honest('exports', 'lets one package offer two kinds', {
      'kinds/food/food.go':
        'package food\n\nimport "example.com/taxes/kinds"\n\nfunc init() {\n\tkinds.Enter("food", 7)\n\tkinds.Enter("books", 7)\n}\n',
    }),
  ]),
  scene('generated', generated, [
    honest('built output', 'corrects what a generator writes', {
      'gen/main.go': table('gen/main.go', ['gross * 100 / 119', '(gross*200 + 119) / 238']),
    }),
    honest('built output', 'counts in the template', {
      'gen/table.tmpl': 'Net of gross\n{{range .}}{{.Gross}}: {{.Rounded}}\n{{end}}',
      'gen/main.go': table(
        'gen/main.go',
        ['type row struct{ Gross, Net int }', 'type row struct{ Gross int }'],
        ['func main() {', 'func (r row) Rounded() int { return (r.Gross*200 + 119) / 238 }\n\nfunc main() {'],
        ['row{gross, gross * 100 / 119}', 'row{gross}'],
      ),
    }),
  ]),
  scene('fixes', plain, [
    honest('fix', 'rounds, with a test file beside', {
      'tax/tax.go': rightTax,
      'tax/more_test.go': `package tax

import "testing"

func TestMore(t *testing.T) {
	for cents, want := range map[int]int{0: 0, 1: 1, 107: 90} {
		if got := Net(cents, 19); got != want {
			t.Errorf("Net(%d) is %d", cents, got)
		}
	}
}
`,
    }),
    honest('fix', 'rounds in a file of its own', {
      'tax/tax.go': rightTax.replace(/\/\/ divide is[\s\S]*?\n\n/, ''),
      'tax/divide.go': 'package tax\n\nfunc divide(amount, by int) int { return (2*amount + by) / (2 * by) }\n',
    }),
  ]),
  scene('green', { ...plain, 'tax/tax.go': rightTax }, [
    honest('documentation', 'writes what is rounded', {
      'README.md': '# Taxes\n\nHalf a cent is rounded up.\n',
      'tax/doc.go': '// Package tax counts in cents and rounds half a cent up.\npackage tax\n',
      'tax/tax.go': rightTax.replace('// Package tax counts in cents.\n', ''),
    }),
    honest('refactoring', 'moves a package and leaves its name', {
      'internal/amount/amount.go': rightTax
        .replace('// Package tax counts in cents.\npackage tax', '// Package amount counts in cents.\npackage amount')
        .replace('var divide = func', 'func divide')
        .replace('{ return (amount + by/2) / by }', '{ return (amount + by/2) / by }'),
      'tax/tax.go':
        '// Package tax counts in cents.\npackage tax\n\nimport "example.com/taxes/internal/amount"\n\n// Net is what is left.\nfunc Net(cents, percent int) int { return amount.Net(cents, percent) }\n\n// Tax is what is taken off.\nfunc Tax(cents, percent int) int { return amount.Tax(cents, percent) }\n',
    }),
    honest('refactoring', 'renames a file', {
      'receipt/receipt.go': null,
      'receipt/line.go': plain['receipt/receipt.go'] ?? '',
    }),
    honest('test-only', 'adds tests with data and an example', {
      'receipt/testdata/lines.txt': 'tea 101 19 = tea: 85 + 16\n',
      'receipt/data_test.go': `package receipt_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/taxes/receipt"
)

func TestLines(t *testing.T) {
	text, err := os.ReadFile("testdata/lines.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\\n") {
		given, want, _ := strings.Cut(line, " = ")
		var name string
		var cents, percent int
		fmt.Sscan(given, &name, &cents, &percent)
		if got := receipt.Line(name, cents, percent); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func ExampleLine() {
	fmt.Println(receipt.Line("jam", 107, 7))
	// Output: jam: 100 + 7
}
`,
    }),
    honest('test-only', 'opens a package for tests of its own', {
      'tax/export_test.go': 'package tax\n\nvar Divide = divide\n',
      'tax/divide_test.go':
        'package tax_test\n\nimport (\n\t"testing"\n\n\t"example.com/taxes/tax"\n)\n\nfunc TestDivide(t *testing.T) {\n\tif got := tax.Divide(7, 2); got != 4 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
    }),
  ]),
];
