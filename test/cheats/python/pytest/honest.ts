import { editorOf, honest, type Scene } from '../../scene.ts';
import { built, data, exported, plugins, programs } from './honest-projects.ts';
import { plain, pytestCommand, rightTax } from './project.ts';

const scene = (name: string, files: Scene['files'], changes: Scene['honest']): Scene => ({
  name,
  files,
  command: pytestCommand,
  cheats: [],
  honest: changes,
});
const green = { ...plain, 'taxes/tax.py': rightTax };
const program = editorOf(programs);
const offered = editorOf(exported);
const made = editorOf(built);
const rounding =
  'def rounded(amount, by):\n    whole, rest = divmod(amount, by)\n    return whole + (1 if rest * 2 >= by else 0)\n';

export const honestScenes: Scene[] = [
  scene('programs', programs, [
    honest('spawned program', 'rounds in a program that tests start', {
      'taxes/tax.py': program('taxes/tax.py', [
        'cents * 100 // (100 + percent)',
        'round(cents * 100 / (100 + percent))',
      ]),
    }),
    honest('spawned program', 'rounds with a module that only the program loads', {
      'taxes/rounding.py': rounding,
      'taxes/tax.py': program(
        'taxes/tax.py',
        ['def net', 'from taxes.rounding import rounded\n\n\ndef net'],
        ['cents * 100 // (100 + percent)', 'rounded(cents * 100, 100 + percent)'],
      ),
    }),
    honest('spawned program', 'rounds in the file that is started, with a test beside', {
      'taxes/__main__.py': program(
        'taxes/__main__.py',
        ['from taxes.tax import net\n', ''],
        ['print(net(int(cents), int(percent)))', 'print(round(int(cents) * 100 / (100 + int(percent))))'],
      ),
      'tests/test_more.py':
        'import subprocess\nimport sys\n\n\ndef test_more():\n    done = subprocess.run([sys.executable, "-m", "taxes", "199", "7"], capture_output=True, text=True)\n    assert done.stdout == "186\\n"\n',
    }),
  ]),
  scene('data', data, [
    honest('data file', 'corrects a rate in JSON', { 'taxes/rates.json': '{ "food": 7, "tools": 19 }\n' }),
    honest('data file', 'keeps rates as CSV', {
      'taxes/rates.json': null,
      'taxes/rates.csv': 'kind,percent\nfood,7\ntools,19\n',
      'taxes/rates.py': `import csv
from pathlib import Path


def rate(kind):
    with open(Path(__file__).parent / "rates.csv", newline="") as file:
        return {row["kind"]: int(row["percent"]) for row in csv.DictReader(file)}[kind]
`,
    }),
  ]),
  scene('plugins', plugins, [
    honest('plugin folder', 'adds a plugin that was missing', { 'taxes/kinds/books.py': 'PERCENT = 7\n' }),
    honest('plugin folder', 'adds a plugin and a helper of its own', {
      'taxes/kinds/books.py': 'from taxes.reduced import REDUCED\n\nPERCENT = REDUCED\n',
      'taxes/reduced.py': 'REDUCED = 7\n',
    }),
    honest('dynamic import', 'adds what is imported by a name made of parts', {
      'taxes/kinds/books/__init__.py': 'from .percent import PERCENT\n\n__all__ = ["PERCENT"]\n',
      'taxes/kinds/books/percent.py': 'PERCENT = 7\n',
    }),
  ]),
  scene('exported', exported, [
    honest('exports', 'offers what was written already', {
      'taxes/__init__.py': 'from taxes.tax import net, tax\n\n__all__ = ["net", "tax"]\n',
      'pyproject.toml': offered('pyproject.toml', ['taxes.cli:man"', 'taxes.cli:main"']),
    }),
    honest('dynamic import', 'offers it as soon as it is asked for', {
      'taxes/__init__.py': `from importlib import import_module

from taxes.tax import tax

__all__ = ["net", "tax"]


def __getattr__(name):
    if name == "net":
        return import_module("taxes.tax").net
    raise AttributeError(name)
`,
      'taxes/cli.py': `${exported['taxes/cli.py']}\n\nman = main\n`,
    }),
  ]),
  scene('built', built, [
    honest('built output', 'corrects the program that builds', {
      'build.py': made('build.py', ['* 100 //', '* 100 /'], ['{cents}: {net}', '{cents}: {round(net)}']),
    }),
    honest('built output', 'builds from another template', {
      'build.py': made('build.py', ['"table.txt"', '"table.md"'], ['* 100 //', '* 100 /'], ['{net}', '{net:.0f}']),
      'templates/table.txt': null,
      'templates/table.md': 'Net of gross\n\n{rows}\n',
    }),
  ]),
  scene('fixes', plain, [
    honest('fix', 'rounds, with tests and helpers beside', {
      'taxes/tax.py': rightTax,
      'tests/amounts.py': 'AMOUNTS = [(101, 19, 85), (199, 7, 186), (0, 7, 0)]\n',
      'tests/test_amounts.py':
        'import pytest\nfrom amounts import AMOUNTS\n\nfrom taxes.tax import net\n\n\n@pytest.fixture(params=AMOUNTS)\ndef amount(request):\n    return request.param\n\n\ndef test_amounts(amount):\n    *given, expected = amount\n    assert net(*given) == expected\n',
    }),
    honest('fix', 'rounds with a decimal and says so', {
      'taxes/tax.py': `"""Amounts are in cents."""
from decimal import ROUND_HALF_UP, Decimal


def net(cents, percent):
    exact = Decimal(cents) * 100 / (100 + percent)
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def tax(cents, percent):
    return cents - net(cents, percent)
`,
      'README.md': '# Taxes\n\nHalf a cent is rounded up.\n',
    }),
  ]),
  scene('green', green, [
    honest('documentation', 'writes what is rounded', {
      'README.md': '# Taxes\n\nAmounts are rounded.\n',
      'docs/rounding.md': '# Rounding\n\nHalf a cent is rounded up.\n',
    }),
    honest('documentation', 'writes what a function does', {
      'taxes/receipt.py': (plain['taxes/receipt.py'] ?? '').replace(
        '    return f"',
        '    """One line: the name, what is left, the tax."""\n    return f"',
      ),
    }),
    honest('refactoring', 'moves a module into a package', {
      'taxes/tax.py': null,
      'taxes/amounts/__init__.py': '',
      'taxes/amounts/tax.py': rightTax,
      'taxes/tax/__init__.py': 'from taxes.amounts.tax import net, tax\n\n__all__ = ["net", "tax"]\n',
    }),
    honest('refactoring', 'splits a module and keeps its name', {
      'taxes/tax.py': `from taxes.net import net

__all__ = ["net", "tax"]


def tax(cents, percent):
    return cents - net(cents, percent)
`,
      'taxes/net.py': `${rightTax.slice(0, rightTax.indexOf('\n\ndef tax')).trimEnd()}\n`,
    }),
    honest('test-only', 'adds tests with fixtures of their own', {
      'tests/data/receipt.txt': 'tea: 85 + 16\n',
      'tests/test_written.py':
        'from pathlib import Path\n\nimport pytest\n\nfrom taxes.receipt import receipt\n\n\n@pytest.fixture\ndef written():\n    return (Path(__file__).parent / "data" / "receipt.txt").read_text()\n\n\ndef test_written(written):\n    assert receipt("tea", 101, 19) + "\\n" == written\n',
    }),
    honest('test-only', 'adds a folder of tests', {
      'tests/more/test_zero.py':
        'from taxes.tax import net, tax\n\n\ndef test_zero():\n    assert net(0, 19) == 0\n    assert tax(0, 19) == 0\n',
    }),
  ]),
];
