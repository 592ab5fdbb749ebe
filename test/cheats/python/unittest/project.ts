import { editorOf } from '../../scene.ts';

/** Taxes on unittest. `net` cuts off: two tests fail on base. */
export const plain: Record<string, string> = {
  'README.md': '# Taxes\n',
  'rates.py': 'RATES = {"food": 7, "tools": 19}\n',
  'taxes/__init__.py': '',
  'taxes/tax.py': `class Cents:
    def __init__(self, count):
        self.count = count

    def __eq__(self, other):
        return isinstance(other, Cents) and self.count == other.count

    def __repr__(self):
        return f"Cents({self.count})"


def net(cents, percent):
    return Cents(cents * 100 // (100 + percent))
`,
  'tests/__init__.py': '',
  'tests/test_rates.py': `import unittest

from rates import RATES


class RatesTest(unittest.TestCase):
    def test_food(self):
        self.assertEqual(RATES["food"], 7)

    def test_air(self):
        with self.assertRaises(KeyError):
            RATES["air"]
`,
  'tests/test_tax.py': `import unittest

from taxes.tax import Cents, net


class TaxTest(unittest.TestCase):
    def test_rounds(self):
        self.assertEqual(net(101, 19), Cents(85))

    def test_small(self):
        self.assertEqual(net(199, 7).count, 186)

    def test_even(self):
        self.assertEqual(net(119, 19), Cents(100))
`,
};
export const unittestCommand = ['python3', '-m', 'unittest', '-q'];

const edited = editorOf(plain);
export const rightTax = edited('taxes/tax.py', [
  'cents * 100 // (100 + percent)',
  'round(cents * 100 / (100 + percent))',
]);

/** The same with amounts that are only compared. */
export const compared: Record<string, string> = {
  ...plain,
  'tests/test_tax.py': edited('tests/test_tax.py', [
    'self.assertEqual(net(199, 7).count, 186)',
    'self.assertEqual(net(107, 7).count, 100)',
  ]),
};

/** \`unittest discover -s checks -p 'check*.py'\`, with a class of cases of its own. */
export const checked: Record<string, string> = {
  'README.md': '# Taxes\n',
  'money.py': plain['taxes/tax.py'] ?? '',
  'checks/cases.py': `import unittest

from money import Cents


class MoneyCase(unittest.TestCase):
    def assertMoney(self, one, count):
        self.assertEqual(one, Cents(count))
`,
  'checks/check_net.py': `from cases import MoneyCase
from money import net


class NetCheck(MoneyCase):
    def test_rounds(self):
        self.assertMoney(net(101, 19), 85)

    def test_even(self):
        self.assertMoney(net(119, 19), 100)
`,
};
export const checkedCommand = ['python3', '-m', 'unittest', 'discover', '-s', 'checks', '-p', 'check*.py'];
