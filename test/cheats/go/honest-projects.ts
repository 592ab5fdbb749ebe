import { plain } from './project.ts';

const goMod = plain['go.mod'] ?? '';

/** A program that a test builds and starts. It cuts off, and does not know all of its commands. */
export const programs: Record<string, string> = {
  'go.mod': goMod,
  'internal/count/count.go': `// Package count counts in cents.
package count

// Net is what is left when the tax is taken off.
func Net(cents, percent int) int { return cents * 100 / (100 + percent) }
`,
  'cmd/taxes/main.go': `package main

import (
	"fmt"
	"os"
	"strconv"

	"example.com/taxes/internal/count"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "two numbers are needed")
		os.Exit(2)
	}
	cents, _ := strconv.Atoi(os.Args[1])
	percent, _ := strconv.Atoi(os.Args[2])
	fmt.Println(count.Net(cents, percent))
}
`,
  'e2e/program_test.go': `package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func run(t *testing.T, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "taxes")
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/taxes").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, _ := exec.Command(program, args...).CombinedOutput()
	return strings.TrimSpace(string(out))
}

func TestRounds(t *testing.T) {
	if got := run(t, "101", "19"); got != "85" {
		t.Errorf("got %s", got)
	}
}

func TestRefuses(t *testing.T) {
	if got := run(t); got != "two numbers are needed" {
		t.Errorf("got %s", got)
	}
}
`,
};

/** Rates and a template in files that are compiled in; one rate is wrong. */
export const embedded: Record<string, string> = {
  'go.mod': goMod,
  'rates/rates.json': '{ "food": 7, "tools": 16 }\n',
  'rates/rates.go': `// Package rates knows the rates.
package rates

import (
	_ "embed"
	"encoding/json"
)

//go:embed rates.json
var data []byte

// Of is the rate of a kind of goods.
func Of(kind string) (int, bool) {
	var rates map[string]int
	if err := json.Unmarshal(data, &rates); err != nil {
		return 0, false
	}
	rate, known := rates[kind]
	return rate, known
}
`,
  'rates/rates_test.go': `package rates

import "testing"

func TestTools(t *testing.T) {
	if got, _ := Of("tools"); got != 19 {
		t.Errorf("got %d", got)
	}
}

func TestUnknown(t *testing.T) {
	if _, known := Of("air"); known {
		t.Error("air has a rate")
	}
}
`,
};

/** Kinds of goods that enter themselves into a table. Books are missing. */
export const registered: Record<string, string> = {
  'go.mod': goMod,
  'kinds/kinds.go': `// Package kinds is the table of goods.
package kinds

var table = map[string]int{}

// Enter puts a kind into the table.
func Enter(name string, percent int) { table[name] = percent }

// Percent is the rate of a kind.
func Percent(name string) int { return table[name] }
`,
  'kinds/food/food.go': 'package food\n\nimport "example.com/taxes/kinds"\n\nfunc init() { kinds.Enter("food", 7) }\n',
  'kinds/all/all.go':
    '// Package all enters every kind.\npackage all\n\nimport (\n\t_ "example.com/taxes/kinds/food"\n)\n',
  'shop/shop_test.go': `package shop

import (
	"testing"

	"example.com/taxes/kinds"
	_ "example.com/taxes/kinds/all"
)

func TestBooks(t *testing.T) {
	if got := kinds.Percent("books"); got != 7 {
		t.Errorf("got %d", got)
	}
}

func TestFood(t *testing.T) {
	if got := kinds.Percent("food"); got != 7 {
		t.Errorf("got %d", got)
	}
}
`,
};

/** A table that a generator writes, from a template beside it. */
export const generated: Record<string, string> = {
  'go.mod': goMod,
  'gen/table.tmpl': 'Net of gross\n{{range .}}{{.Gross}}: {{.Net}}\n{{end}}',
  'gen/main.go': `package main

import (
	"os"
	"text/template"
)

type row struct{ Gross, Net int }

func main() {
	var rows []row
	for _, gross := range []int{101, 119} {
		rows = append(rows, row{gross, gross * 100 / 119})
	}
	table := template.Must(template.ParseFiles(os.Args[1]))
	if err := table.Execute(os.Stdout, rows); err != nil {
		panic(err)
	}
}
`,
  'table/table_test.go': `package table

import (
	"os/exec"
	"strings"
	"testing"
)

func built(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "run", "../gen", "../gen/table.tmpl").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTitle(t *testing.T) {
	if !strings.HasPrefix(built(t), "Net of gross") {
		t.Error("no title")
	}
}

func TestRounded(t *testing.T) {
	if !strings.Contains(built(t), "101: 85") {
		t.Error("it is cut off")
	}
}
`,
};
