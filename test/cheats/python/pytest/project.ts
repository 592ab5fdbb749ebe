import { editorOf } from '../../scene.ts';

/** Taxes on pytest. `net` cuts off instead of rounding: two tests fail on base. */
export const plain: Record<string, string> = {
  'README.md': '# Taxes\n',
  'pyproject.toml':
    '[project]\nname = "taxes"\nversion = "1.0.0"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'taxes/__init__.py': '"""Takes taxes off."""\n',
  'taxes/tax.py': `"""Amounts are in cents."""
import math


def net(cents, percent):
    """What is left of an amount when the tax is taken off."""
    return math.floor(cents * 100 / (100 + percent))


def tax(cents, percent):
    return cents - net(cents, percent)
`,
  'taxes/receipt.py': `from taxes import tax


def receipt(name, cents, percent):
    return f"{name}: {tax.net(cents, percent)} + {tax.tax(cents, percent)}"
`,
  'rates.py': 'RATES = {"food": 7, "books": 7, "tools": 19}\n\n\ndef rate(kind):\n    return RATES[kind]\n',
  'tests/test_rates.py': `import pytest

from rates import rate


def test_rate():
    assert rate("food") == 7


def test_no_rate():
    with pytest.raises(KeyError):
        rate("air")
`,
  'tests/test_receipt.py': `from taxes.receipt import receipt


def test_receipt():
    assert receipt("tea", 101, 19) == "tea: 85 + 16"


def test_names():
    assert receipt("jam", 107, 7).startswith("jam: 100")
`,
  'tests/test_tax.py': `from taxes.tax import net, tax


def test_net_rounds():
    assert net(101, 19) == 85
    assert net(199, 7) == 186


def test_tax():
    assert tax(119, 19) == 19
    assert sorted([tax(107, 7), tax(119, 19)]) == [7, 19]
`,
};
export const pytestCommand = ['python3', '-m', 'pytest', '-q'];

const edited = editorOf(plain);
export const rightTax = edited('taxes/tax.py', [
  'math.floor(cents * 100 / (100 + percent))',
  'math.floor(cents * 100 / (100 + percent) + 0.5)',
]);

/** The same with a command that names the files, which have names of their own. */
export const named: Record<string, string> = {
  'README.md': '# Taxes\n',
  'taxes/__init__.py': '"""Takes taxes off."""\n',
  'taxes/tax.py': plain['taxes/tax.py'] ?? '',
  'checks/money.py': `import json
from pathlib import Path

import pytest
from near import near
from table import TABLE

from taxes.tax import net

CASES = json.loads((Path(__file__).parent / "cases.json").read_text())


@pytest.mark.parametrize("cents, percent, expected", TABLE)
def test_net(cents, percent, expected):
    assert net(cents, percent) == expected


@pytest.mark.parametrize("case", CASES)
def test_cases(case):
    assert near(net(case["cents"], case["percent"]), case["net"])


def test_even():
    assert net(119, 19) == 100
`,
  'checks/near.py': 'def near(one, other):\n    return abs(one - other) < 0.5\n',
  'checks/table.py': 'TABLE = [(101, 19, 85), (107, 7, 100)]\n',
  'checks/cases.json': '[{ "cents": 199, "percent": 7, "net": 186 }, { "cents": 214, "percent": 7, "net": 200 }]\n',
};
export const namedCommand = ['python3', '-m', 'pytest', '-q', 'checks/money.py'];

/** The same with settings in setup.cfg: a plugin, an env file, names of their own. */
export const settled: Record<string, string> = {
  'README.md': '# Taxes\n',
  'setup.cfg': '[tool:pytest]\ntestpaths = checks\npython_files = check_*.py\naddopts = -p tools.exact\n',
  'settings.env': 'TOLERANCE=0\n',
  'tools/__init__.py': '',
  'tools/exact.py': `import os
from pathlib import Path

import pytest

for line in (Path(__file__).parent.parent / "settings.env").read_text().splitlines():
    name, value = line.split("=")
    os.environ[name] = value


@pytest.fixture
def same():
    return lambda one, other: abs(one - other) <= int(os.environ["TOLERANCE"])
`,
  'taxes/__init__.py': '',
  'taxes/tax.py': plain['taxes/tax.py'] ?? '',
  'checks/conftest.py': 'from support.amounts import amounts\n\n__all__ = ["amounts"]\n',
  'support/__init__.py': '',
  'support/amounts.py':
    'import pytest\n\n\n@pytest.fixture\ndef amounts():\n    return [(199, 7, 186), (119, 19, 100)]\n',
  'checks/check_tax.py': `from taxes.tax import net


def test_amounts(amounts, same):
    for cents, percent, expected in amounts:
        assert same(net(cents, percent), expected)


def test_nothing():
    assert net(0, 7) == 0
`,
};

/** The same with tests in the documentation of the product: one of them fails. */
export const documented: Record<string, string> = {
  'README.md': '# Taxes\n',
  'pytest.ini': '[pytest]\naddopts = --doctest-modules\ntestpaths = taxes tests\n',
  'taxes/__init__.py': '',
  'taxes/tax.py': `"""Amounts are in cents.

>>> net(107, 7)
100
"""


def net(cents, percent):
    """What is left of an amount when the tax is taken off.

    >>> net(101, 19)
    85
    >>> net(119, 19)
    100
    """
    return cents * 100 // (100 + percent)
`,
  'tests/test_tax.py': 'from taxes.tax import net\n\n\ndef test_nothing():\n    assert net(0, 7) == 0\n',
};

/** The same with a test that leans on the standard library. */
export const leaning: Record<string, string> = {
  ...plain,
  'tests/test_tax.py': `import json
import math

from taxes.tax import net


def test_close():
    assert math.isclose(abs(net(199, 7)), json.loads("186"))


def test_nothing():
    assert net(0, 7) == 0
`,
  'tests/test_receipt.py':
    'from taxes.receipt import receipt\n\n\ndef test_names():\n    assert receipt("jam", 107, 7).startswith("jam: 100")\n',
};
