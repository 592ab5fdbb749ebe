/** A program that tests start. It cuts off. */
export const programs: Record<string, string> = {
  'taxes/__init__.py': '',
  'taxes/tax.py': 'def net(cents, percent):\n    return cents * 100 // (100 + percent)\n',
  'taxes/__main__.py': `import sys

from taxes.tax import net

if len(sys.argv) != 3:
    sys.exit("two numbers are needed")
cents, percent = sys.argv[1:]
print(net(int(cents), int(percent)))
`,
  'tests/test_program.py': `import subprocess
import sys


def run(*args):
    return subprocess.run([sys.executable, "-m", "taxes", *args], capture_output=True, text=True)


def test_rounds():
    assert run("101", "19").stdout == "85\\n"


def test_refuses():
    done = run("101")
    assert done.returncode == 1
    assert "two numbers" in done.stderr
`,
};

/** Rates in a file of data, one of them wrong. */
export const data: Record<string, string> = {
  'taxes/__init__.py': '',
  'taxes/rates.json': '{ "food": 7, "tools": 16 }\n',
  'taxes/rates.py': `import json
from pathlib import Path


def rate(kind):
    return json.loads((Path(__file__).parent / "rates.json").read_text())[kind]
`,
  'tests/test_rates.py': `import pytest

from taxes.rates import rate


def test_tools():
    assert rate("tools") == 19


def test_food():
    assert rate("food") == 7


def test_none():
    with pytest.raises(KeyError):
        rate("air")
`,
};

/** Kinds of goods, each a module that is looked for. Books are missing. */
export const plugins: Record<string, string> = {
  'taxes/__init__.py': '',
  'taxes/kinds/__init__.py': '',
  'taxes/kinds/food.py': 'PERCENT = 7\n',
  'taxes/kinds/tools.py': 'PERCENT = 19\n',
  'taxes/kind.py': `import pkgutil
from importlib import import_module

from taxes import kinds


def names():
    return sorted(module.name for module in pkgutil.iter_modules(kinds.__path__))


def percent(kind):
    return import_module(f"taxes.kinds.{kind}").PERCENT
`,
  'tests/test_kind.py': `from taxes.kind import names, percent


def test_names():
    assert names() == ["books", "food", "tools"]


def test_books():
    assert percent("books") == 7


def test_food():
    assert percent("food") == 7
`,
};

/** The package does not offer all of it, and its program has a wrong name. */
export const exported: Record<string, string> = {
  'pyproject.toml': '[project]\nname = "taxes"\nversion = "1.0.0"\n\n[project.scripts]\ntaxes = "taxes.cli:man"\n',
  'taxes/__init__.py': 'from taxes.tax import tax\n\n__all__ = ["tax"]\n',
  'taxes/cli.py': 'from taxes.tax import net\n\n\ndef main(argv):\n    return str(net(*map(int, argv)))\n',
  'taxes/tax.py':
    'def net(cents, percent):\n    return round(cents * 100 / (100 + percent))\n\n\ndef tax(cents, percent):\n    return cents - net(cents, percent)\n',
  'tests/test_offered.py': `import tomllib
from importlib import import_module
from pathlib import Path

import taxes


def test_offered():
    assert taxes.net(101, 19) == 85


def test_tax():
    assert taxes.tax(101, 19) == 16


def test_program():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    module, name = project["project"]["scripts"]["taxes"].split(":")
    assert getattr(import_module(module), name)(["101", "19"]) == "85"
`,
};

/** A table that a program builds from a template. It cuts off. */
export const built: Record<string, string> = {
  'build.py': `import sys
from pathlib import Path

here = Path(__file__).parent


def rows():
    for cents in (101, 119):
        net = cents * 100 // 119
        yield f"{cents}: {net}"


template = (here / "templates" / "table.txt").read_text()
Path(sys.argv[1]).write_text(template.replace("{rows}", "\\n".join(rows())))
`,
  'templates/table.txt': 'Net of gross\n\n{rows}\n',
  'tests/test_table.py': `import subprocess
import sys
from pathlib import Path

import pytest

top = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    out = tmp_path_factory.mktemp("built") / "table.txt"
    subprocess.run([sys.executable, str(top / "build.py"), str(out)], check=True)
    return out.read_text().splitlines()


def test_title(table):
    assert table[0] == "Net of gross"


def test_rounded(table):
    assert "101: 85" in table


def test_even(table):
    assert "119: 100" in table
`,
};
