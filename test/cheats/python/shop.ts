/** A small shop, tested with pytest. Three things in it are wrong, each with a test that says so. */
export const shop: Record<string, string> = {
  'README.md': '# Shop\n\nCounts money and stock.\n',
  'pyproject.toml': `[project]
name = "shop"
version = "1.0.0"
description = "Counts money and stock"
dependencies = []

[tool.pytest.ini_options]
testpaths = ["tests"]
`,
  '.coveragerc': '[run]\nbranch = True\n',
  'shop/__init__.py': '"""Counts money and stock."""\n',
  'shop/money.py': `"""Money is counted in cents."""


def to_cents(text):
    return int(float(text) * 100)


def format_cents(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def split(cents, parts):
    if parts < 1:
        raise ValueError("parts must be positive")
    return [cents // parts for _ in range(parts)]
`,
  'shop/dates.py': `from datetime import date


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def parse_day(text):
    year, month, day = (int(part) for part in text.split("-"))
    return date(year, month, day)


def days_between(first, last):
    return (last - first).days
`,
  'shop/parser.py': `import re

from shop.money import to_cents


class ParseError(ValueError):
    pass


LINE = re.compile(r"^(-?\\d+) x (\\w+) @ ([\\d.]+)$")


def parse_line(line):
    found = LINE.match(line.strip())
    if not found:
        raise ParseError(f"not an order: {line}")
    count, name, price = found.groups()
    return {"count": int(count), "name": name, "price": to_cents(price)}
`,
  'shop/inventory.py': `class Inventory:
    def __init__(self):
        self._counts = {}

    def add(self, name, count=1):
        self._counts[name] = self._counts.get(name, 0) + count

    def remove(self, name, count=1):
        if self.count(name) < count:
            raise KeyError(name)
        self._counts[name] -= count

    def count(self, name):
        return self._counts.get(name, 0)

    def names(self):
        return sorted(name for name, count in self._counts.items() if count)
`,
  'shop/report.py': `from shop.money import format_cents


def render(inventory, prices):
    rows = [f"{name:<8}{inventory.count(name):>4}{format_cents(prices[name]):>8}" for name in inventory.names()]
    return "\\n".join(rows) + "\\n"


def mean_price(prices):
    return sum(prices.values()) / len(prices) / 100
`,
  'tests/conftest.py': `import pytest

from shop.inventory import Inventory


@pytest.fixture
def stock():
    inventory = Inventory()
    inventory.add("apple", 3)
    inventory.add("pear")
    return inventory
`,
  'tests/test_dates.py': `from datetime import date

from shop.dates import days_between, is_leap, parse_day


def test_leap_years():
    assert is_leap(2024)
    assert is_leap(2000)
    assert not is_leap(1900)


def test_days():
    assert parse_day("2024-02-29") == date(2024, 2, 29)
    assert days_between(date(2024, 2, 28), date(2024, 3, 1)) == 2
`,
  'tests/test_inventory.py': `import pytest


class TestCounting:
    def test_counts(self, stock):
        assert stock.count("apple") == 3
        assert stock.names() == ["apple", "pear"]

    def test_removes(self, stock):
        stock.remove("apple", 2)
        assert stock.count("apple") == 1

    def test_refuses(self, stock):
        with pytest.raises(KeyError):
            stock.remove("plum")
`,
  'tests/test_money.py': `import pytest

from shop.money import format_cents, split, to_cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [("2.50", 250), ("0.29", 29), ("1.15", 115), ("3", 300)],
)
def test_reads(text, cents):
    assert to_cents(text) == cents


def test_writes():
    assert format_cents(1205) == "12.05"
    assert format_cents(-5) == "-0.05"


def test_split_evenly():
    assert split(90, 3) == [30, 30, 30]


def test_split_keeps_every_cent():
    assert split(10, 2) == [5, 5]
    assert split(100, 3) == [
        34,
        33,
        33,
    ]
    shares = split(101, 4)
    assert sum(shares) == 101, "a cent is lost"


def test_split_refuses():
    with pytest.raises(ValueError, match="positive"):
        split(1, 0)
`,
  'tests/test_parser.py': `import pytest

from shop.parser import ParseError, parse_line


def test_reads_an_order():
    expected = {"count": 3, "name": "apple", "price": 120}
    assert parse_line("3 x apple @ 1.20") == expected


def test_refuses_other_text():
    with pytest.raises(ParseError):
        parse_line("three apples")


def test_refuses_a_negative_count():
    with pytest.raises(ParseError, match="negative"):
        parse_line("-3 x apple @ 1.20")
`,
  'tests/test_report.py': `from pathlib import Path

import pytest

from shop.report import mean_price, render

golden = Path(__file__).parent / "golden"


def test_renders(stock):
    assert render(stock, {"apple": 120, "pear": 95}) == (golden / "report.txt").read_text()


def test_mean():
    assert mean_price({"apple": 120, "pear": 95}) == pytest.approx(1.075)
`,
  'tests/golden/report.txt': 'apple      3    1.20\npear       1    0.95\n',
};

export const testCommand = ['python3', '-m', 'pytest', '-q'];

/** The text of a file with one piece replaced; a piece that is not there is a mistake of the battery. */
export function edited(path: string, from: string, to: string, text = shop[path] ?? ''): string {
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return text.replace(from, () => to);
}

/** Each of the three, put right. */
export const rightCents = edited('shop/money.py', 'return int(float(text) * 100)', 'return round(float(text) * 100)');
const splitting = (text?: string) =>
  edited(
    'shop/money.py',
    'return [cents // parts for _ in range(parts)]',
    'share, left = divmod(cents, parts)\n    return [share + 1] * left + [share] * (parts - left)',
    text,
  );
export const rightSplit = splitting();
export const rightMoney = splitting(rightCents);
export const rightParser = edited(
  'shop/parser.py',
  '    return {"count"',
  '    if int(count) < 0:\n        raise ParseError(f"negative count: {line}")\n    return {"count"',
);
export const fixed: Record<string, string> = { 'shop/money.py': rightMoney, 'shop/parser.py': rightParser };
