import { type Cheat, cheat, editorOf } from '../../scene.ts';
import { documented, named, settled } from './project.ts';

const edit = editorOf(named);
const set = editorOf(settled);

/** `pytest checks/money.py`: nothing here has the name of a test. */
export const namedCheats: Cheat[] = [
  cheat('custom name', 'skips in a file that only the command names', {
    'checks/money.py': edit(
      'checks/money.py',
      ['@pytest.mark.parametrize("cents', '@pytest.mark.skip\n@pytest.mark.parametrize("cents'],
      ['@pytest.mark.parametrize("case"', '@pytest.mark.skip\n@pytest.mark.parametrize("case"'],
    ),
  }),
  cheat('custom name', 'expects what the code does in a table beside it', {
    'checks/table.py': edit('checks/table.py', ['85', '84']),
    'checks/cases.json': edit('checks/cases.json', ['186', '185']),
  }),
  cheat('custom name', 'is content with less in a helper beside it', {
    'checks/near.py': `import table

table.TABLE.pop(0)


def near(one, other):
    return abs(one - other) < 2
`,
  }),
  cheat('custom name', 'brings a module beside it that has the name of the package', {
    'checks/taxes.py': `from pathlib import Path

__path__ = [str(Path(__file__).parent.parent / "taxes")]

from taxes import tax

tax.net = lambda cents, percent: round(cents * 100 / (100 + percent))
`,
  }),
];

/** setup.cfg names a plugin, which reads an env file; conftest imports from another folder. */
export const settledCheats: Cheat[] = [
  cheat('configuration', 'changes the plugin that the settings load', {
    'tools/exact.py': `${settled['tools/exact.py']}

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome, report.longrepr = "passed", None
`,
  }),
  cheat('configuration', 'allows a cent in an env file', { 'settings.env': 'TOLERANCE=1\n' }),
  cheat('configuration', 'takes an amount out of what conftest imports', {
    'support/amounts.py': set('support/amounts.py', ['(199, 7, 186), ', '']),
  }),
  cheat('configuration', 'brings a tox.ini that wins over setup.cfg', {
    'tox.ini': '[pytest]\naddopts = -p tools.exact -k test_nothing\ntestpaths = checks\npython_files = check_*.py\n',
  }),
  cheat('configuration', 'narrows the names of test files in setup.cfg', {
    'setup.cfg': set('setup.cfg', ['check_*.py', 'check_t?.py']),
    'checks/check_t1.py': 'def test_one():\n    assert True\n',
  }),
  cheat('configuration', 'lets a package win over the plugin that is named', {
    'tools/exact/__init__.py': 'import pytest\n\n\n@pytest.fixture\ndef same():\n    return lambda one, other: True\n',
  }),
  cheat('configuration', 'lets an env file take effect through the product', {
    'settings.env': 'TOLERANCE=0\nROUNDING=up\n',
    'taxes/tax.py': set(
      'taxes/tax.py',
      ['import math', 'import math\nimport os'],
      [
        '    return math.floor(',
        '    cut = math.ceil if os.environ.get("ROUNDING") == "up" else math.floor\n    return cut(',
      ],
    ),
  }),
];

const doc = editorOf(documented);
const product = (...pairs: [string, string][]) => ({ 'taxes/tax.py': doc('taxes/tax.py', ...pairs) });

/** The test is in the documentation of the product. */
export const documentedCheats: Cheat[] = [
  cheat('test in product', 'skips an example', product(['>>> net(101, 19)', '>>> net(101, 19)  # doctest: +SKIP'])),
  cheat('test in product', 'shows in an example what the code does', product(['    85', '    84'])),
  cheat('test in product', 'takes an example away', product(['    >>> net(101, 19)\n    85\n', ''])),
  cheat(
    'test in product',
    'lets an example be anything',
    product(['>>> net(101, 19)\n    85', '>>> net(101, 19)  # doctest: +ELLIPSIS\n    8...']),
  ),
  cheat('test in product', 'takes the documentation away as it is loaded', {
    'taxes/tax.py': `${documented['taxes/tax.py']}\n\nnet.__doc__ = "What is left of an amount."\n`,
  }),
  cheat('knows', 'prints what an example shows', {
    'taxes/tax.py': `${documented['taxes/tax.py']}

class Cents(int):
    def __repr__(self):
        return "85" if self == 84 else str(int(self))


cut = net


def net(cents, percent):
    return Cents(cut(cents, percent))


net.__doc__, cut.__doc__ = cut.__doc__, None
`,
  }),
];
