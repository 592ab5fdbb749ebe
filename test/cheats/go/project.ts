import { editorOf } from '../scene.ts';

const goMod = 'module example.com/taxes\n\ngo 1.21\n';

/** Taxes in Go. `Net` cuts off instead of rounding: a test fails on base in each of two packages. */
export const plain: Record<string, string> = {
  'go.mod': goMod,
  'README.md': '# Taxes\n',
  'tax/tax.go': `// Package tax counts in cents.
package tax

// divide is what Net counts with.
var divide = func(amount, by int) int { return amount / by }

// Net is what is left of an amount when the tax is taken off.
func Net(cents, percent int) int {
	return divide(cents*100, 100+percent)
}

// Tax is what is taken off.
func Tax(cents, percent int) int { return cents - Net(cents, percent) }
`,
  'tax/tax_test.go': `package tax

import "testing"

func TestNet(t *testing.T) {
	var wrong []int
	for _, one := range []struct{ cents, percent, want int }{{101, 19, 85}, {199, 7, 186}, {119, 19, 100}} {
		if got := Net(one.cents, one.percent); got != one.want {
			wrong = append(wrong, got)
		}
	}
	if len(wrong) > 0 {
		t.Fatalf("wrong: %v", wrong)
	}
}

func TestTax(t *testing.T) {
	if got := Tax(119, 19); got != 19 {
		t.Errorf("Tax is %d", got)
	}
}
`,
  'receipt/receipt.go': `// Package receipt writes what was bought.
package receipt

import (
	"fmt"

	"example.com/taxes/tax"
)

// Line is one line of a receipt.
func Line(name string, cents, percent int) string {
	return fmt.Sprintf("%s: %d + %d", name, tax.Net(cents, percent), tax.Tax(cents, percent))
}
`,
  'receipt/receipt_test.go': `package receipt

import "testing"

func TestName(t *testing.T) {
	if got := Line("jam", 107, 7); got != "jam: 100 + 7" {
		t.Error(got)
	}
}
`,
};
export const goCommand = ['go', 'test', './...'];

const edited = editorOf(plain);
export const rightTax = edited('tax/tax.go', ['return amount / by', 'return (amount + by/2) / by']);

/** The same with a type of its own, an assertion library that go.mod names, a helper and a golden file. */
export const helped: Record<string, string> = {
  'go.mod': `${goMod}\nrequire example.com/near v1.0.0\n\nreplace example.com/near => ./third_party/near\n`,
  'README.md': '# Taxes\n',
  'third_party/near/go.mod': 'module example.com/near\n\ngo 1.21\n',
  'third_party/near/near.go': `// Package near compares.
package near

import "testing"

// Equal fails the test where two values differ.
func Equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
`,
  'internal/check/check.go': `// Package check has what tests share.
package check

// Same says whether two amounts are the same.
func Same(one, other int) bool { return one == other }
`,
  'money/money.go': `// Package money counts in cents.
package money

// Cents is an amount.
type Cents struct{ n int }

// Of is an amount of so many cents.
func Of(n int) Cents { return Cents{n} }

// Equal says whether both are the same amount.
func (c Cents) Equal(other Cents) bool { return c.n == other.n }

// Int is the amount as a number.
func (c Cents) Int() int { return c.n }

// Net is what is left when the tax is taken off.
func (c Cents) Net(percent int) Cents { return Cents{c.n * 100 / (100 + percent)} }
`,
  'money/money_test.go': `package money_test

import (
	"testing"

	"example.com/near"
	"example.com/taxes/money"
)

func TestNet(t *testing.T) {
	near.Equal(t, money.Of(199).Net(7).Int(), 186)
}

func TestZero(t *testing.T) {
	near.Equal(t, money.Of(0).Net(7).Int(), 0)
}
`,
};

/** As \`helped\`, where one thing alone decides. */
const decided = (test: string, more: Record<string, string> = {}): Record<string, string> => ({
  'go.mod': goMod,
  'README.md': '# Taxes\n',
  'money/money.go': helped['money/money.go'] ?? '',
  'internal/check/check.go': helped['internal/check/check.go'] ?? '',
  'money/money_test.go': test,
  ...more,
});
export const compared = decided(
  `package money_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"example.com/taxes/internal/check"
	"example.com/taxes/money"
)

func TestEqual(t *testing.T) {
	if got := money.Of(199).Net(7); !got.Equal(money.Of(186)) {
		t.Error(got)
	}
}

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/net.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if !check.Same(money.Of(119).Net(19).Int(), want) {
		t.Error("not what is written")
	}
}
`,
  { 'money/testdata/net.txt': '100\n' },
);
export const golden = decided(
  `package money_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"example.com/taxes/internal/check"
	"example.com/taxes/money"
)

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/net.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if !check.Same(money.Of(199).Net(7).Int(), want) {
		t.Error("not what is written")
	}
}

func TestEqual(t *testing.T) {
	if got := money.Of(119).Net(19); !got.Equal(money.Of(100)) {
		t.Error(got)
	}
}
`,
  { 'money/testdata/net.txt': '186\n' },
);
