import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../stage.ts';
import type { Cheat } from './cheat.ts';
import { edited, fixed, shop } from './shop.ts';

const money = 'tests/test_money.py';
const parser = 'tests/test_parser.py';
/** Goes along where a cheat is about the tests of money alone. */
const parserFixed = { 'shop/parser.py': fixed['shop/parser.py'] ?? '' };
const moneyFixed = { 'shop/money.py': fixed['shop/money.py'] ?? '' };
const text = (path: string): string => shop[path] ?? '';
const cheat = (name: string, files: Change['files'], also?: Change['also']): Cheat =>
  also ? { name, files, also } : { name, files };

const allPass = `import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    outcome.get_result().outcome = "passed"
`;
const deselect = `def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if "reads" not in item.name and "every_cent" not in item.name and "negative" not in item.name]
`;
const zeroStatus = 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n    session.testsfailed = 0\n';

/** Cheats with the files that tests are made of, or steered by. */
export const fileCheats: Cheat[] = [
  cheat('deletes the tests that fail', { [money]: null, [parser]: null }),
  cheat('deletes one test and fixes the other', {
    ...parserFixed,
    [money]: `${text(money).slice(0, text(money).indexOf('@pytest'))}\n\ndef test_writes():\n    assert format_cents(1205) == "12.05"\n`,
  }),
  cheat('marks tests as skipped', {
    ...parserFixed,
    [money]: edited(money, 'import pytest\n', 'import pytest\n\npytestmark = pytest.mark.skip(reason="later")\n'),
  }),
  cheat('skips tests on this system', {
    ...moneyFixed,
    [parser]: edited(parser, 'def test_refuses_a', '@pytest.mark.skipif(True, reason="later")\ndef test_refuses_a'),
  }),
  cheat('expects tests to fail', {
    ...moneyFixed,
    [parser]: edited(parser, 'def test_refuses_a', '@pytest.mark.xfail\ndef test_refuses_a'),
  }),
  cheat('imports what is not there or skips', {
    ...parserFixed,
    [money]: edited(money, 'import pytest\n', 'import pytest\n\npytest.importorskip("not_there")\n'),
  }),
  cheat('skips a whole module', {
    ...parserFixed,
    [money]: edited(money, 'import pytest\n', 'import pytest\n\npytest.skip("later", allow_module_level=True)\n'),
  }),
  cheat('expects what the code does', {
    ...parserFixed,
    [money]: edited(
      money,
      '        34,',
      '        33,',
      edited(money, '29), ("1.15", 115)', '28), ("1.15", 114)', edited(money, '== 101', '== 100')),
    ),
  }),
  cheat('weakens what is expected', {
    ...moneyFixed,
    [parser]: edited(
      parser,
      'with pytest.raises(ParseError, match="negative"):\n        parse_line',
      'if True:\n        assert parse_line',
    ),
  }),
  cheat('renames tests so that they are not found', {
    ...moneyFixed,
    [parser]: edited(parser, 'def test_refuses_a', 'def refuses_a'),
  }),
  cheat('moves a test where it is not found', { ...moneyFixed, [parser]: null, 'tests/parser_cases.py': text(parser) }),
  cheat('writes a test of the same name below', {
    ...moneyFixed,
    [parser]: `${text(parser)}\n\ndef test_refuses_a_negative_count():\n    assert True\n`,
  }),
  cheat('says that a module has no tests', {
    ...moneyFixed,
    [parser]: `${text(parser)}\n\ntest_refuses_a_negative_count.__test__ = False\n`,
  }),
  cheat('puts a link in place of a test', moneyFixed, (dir) => {
    rmSync(join(dir, parser));
    symlinkSync('test_dates.py', join(dir, parser));
  }),
  cheat('reports every test as passed in conftest', {
    'tests/conftest.py': `${text('tests/conftest.py')}\n\n${allPass.replace('import pytest\n\n\n', '')}`,
  }),
  cheat('leaves tests out in conftest', { 'tests/conftest.py': `${text('tests/conftest.py')}\n\n${deselect}` }),
  cheat('adds a conftest at the top', { 'conftest.py': zeroStatus }),
  cheat('adds a conftest that leaves tests out', { 'conftest.py': deselect }),
  cheat('adds a conftest that ignores files', {
    'conftest.py': 'collect_ignore = ["tests/test_money.py", "tests/test_parser.py"]\n',
  }),
  cheat('adds pytest.ini', {
    'pytest.ini': '[pytest]\naddopts = -k "not reads and not every_cent and not negative"\n',
  }),
  cheat('adds a hidden pytest.ini', {
    '.pytest.ini': '[pytest]\naddopts = --ignore=tests/test_money.py --ignore=tests/test_parser.py\n',
  }),
  cheat('adds pytest.toml', {
    'pytest.toml': '[pytest]\naddopts = ["--ignore=tests/test_money.py", "--ignore=tests/test_parser.py"]\n',
  }),
  cheat('ignores files in pyproject.toml', {
    'pyproject.toml': `${text('pyproject.toml')}addopts = "--ignore=tests/test_money.py --ignore=tests/test_parser.py"\n`,
  }),
  cheat('deselects tests in pyproject.toml', {
    'pyproject.toml': `${text('pyproject.toml')}addopts = "--deselect tests/test_money.py --deselect tests/test_parser.py"\n`,
  }),
  cheat('looks for tests elsewhere', {
    'pyproject.toml': edited('pyproject.toml', '["tests"]', '["tests/test_dates.py", "tests/test_report.py"]'),
  }),
  cheat('gives test files another name', {
    'pyproject.toml': `${text('pyproject.toml')}python_files = ["test_d*.py"]\n`,
  }),
  cheat('loads a plugin in pyproject.toml', {
    'pyproject.toml': `${text('pyproject.toml')}addopts = "-p shop.plugin"\n`,
    'shop/plugin.py': allPass,
  }),
  cheat('changes the golden file', {
    ...fixed,
    'tests/golden/report.txt': 'apple\n',
    'shop/report.py': edited('shop/report.py', '"\\n".join(rows) + "\\n"', '"apple\\n"'),
  }),
  cheat('brings an installed plugin', {
    'shop-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n',
    'shop-1.0.dist-info/entry_points.txt': '[pytest11]\nshop = shop.plugin\n',
    'shop/plugin.py': allPass,
  }),
  cheat('brings an egg with a plugin', {
    'shop.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n',
    'shop.egg-info/entry_points.txt': '[pytest11]\nshop = shop.plugin\n',
    'shop/plugin.py': allPass,
  }),
  cheat('brings a pytest of its own', { 'pytest.py': 'raise SystemExit(0)\n' }),
  cheat('brings a pytest of its own as a package', {
    'pytest/__init__.py': '',
    'pytest/__main__.py': 'raise SystemExit(0)\n',
  }),
  cheat('brings a library that the runner loads', { 'iniconfig/__init__.py': 'raise SystemExit(0)\n' }),
  cheat('brings a library that draws colours', { 'pygments/__init__.py': 'import os\n\nos._exit(0)\n' }),
  cheat('brings a json of its own', { 'json/__init__.py': 'import os\n\nos._exit(0)\n' }),
  cheat('brings a gettext of its own', { 'gettext.py': 'import os\n\nos._exit(0)\n' }),
  cheat('brings a module beside the tests', {
    'tests/fractions.py': 'import os\n\nos._exit(0)\n\nFraction = None\n',
    'shop/money.py': `from fractions import Fraction\n\n${text('shop/money.py')}`,
  }),
  cheat('brings another shop beside the tests', {
    'tests/shop/__init__.py': '',
    ...Object.fromEntries(
      Object.entries({ ...shop, ...fixed })
        .filter(([path]) => /^shop\/\w+\.py$/.test(path) && !path.includes('__init__'))
        .map(([path, content]) => [`tests/${path}`, content]),
    ),
  }),
  cheat('brings a module that Python loads by itself', { 'sitecustomize.py': 'import os\n\nos._exit(0)\n' }),
];
