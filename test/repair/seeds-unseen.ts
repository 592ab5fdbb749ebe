import type { Seed } from './seed.ts';

const matrix = `export function transpose(rows) {
  const width = rows.length === 0 ? 0 : rows[0].length;
  return Array.from({ length: width }, (_, x) => rows.map((row) => row[x]));
}

export function binarySearch(list, wanted) {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    if (list[middle] === wanted) return middle;
    if (list[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function parseQuery(query) {
  const found = {};
  for (const part of query.replace(/^\\?/, '').split('&')) {
    if (part === '') continue;
    const [key, value = ''] = part.split('=');
    found[decodeURIComponent(key)] = decodeURIComponent(value);
  }
  return found;
}

export function debounceTimes(times, wait) {
  return times.filter((time, at) => at === times.length - 1 || times[at + 1] - time >= wait);
}

export function groupBy(list, key) {
  const groups = new Map();
  for (const one of list) {
    const name = key(one);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(one);
  }
  return [...groups.entries()];
}

export function fibonacci(n) {
  let [a, b] = [0, 1];
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return a;
}
`;
const inMatrix = (...bug: [string, string]): Seed => ({
  language: 'js',
  code: matrix,
  bug,
  shown: [
    [
      'transpose([[1, 2, 3], [4, 5, 6]])',
      [
        [1, 4],
        [2, 5],
        [3, 6],
      ],
    ],
    ['transpose([])', []],
    ['binarySearch([1, 3, 5, 7, 9, 11], 9)', 4],
    ['binarySearch([1, 3, 5, 7], 1)', 0],
    ['binarySearch([1, 3, 5, 7], 7)', 3],
    ['binarySearch([1, 3], 2)', -1],
    ["parseQuery('?a=1&b=x%20y&c')", { a: '1', b: 'x y', c: '' }],
    ['debounceTimes([0, 5, 30, 32], 10)', [5, 32]],
    [
      'groupBy([1, 2, 3, 4], (n) => n % 2)',
      [
        [1, [1, 3]],
        [0, [2, 4]],
      ],
    ],
    ['fibonacci(10)', 55],
    ['fibonacci(0)', 0],
  ],
  kept: [
    ['binarySearch([], 1)', -1],
    ['binarySearch([2, 4, 6, 8, 10], 4)', 1],
    ["parseQuery('')", {}],
    ['debounceTimes([0, 10], 10)', [0, 10]],
    ['fibonacci(1)', 1],
    ['fibonacci(7)', 13],
  ],
});

const inventory = `class Inventory:
    def __init__(self):
        self.stock = {}
        self.reserved = {}

    def add(self, name, count=1):
        self.stock[name] = self.stock.get(name, 0) + count

    def available(self, name):
        return self.stock.get(name, 0) - self.reserved.get(name, 0)

    def reserve(self, name, count):
        if self.available(name) < count:
            raise ValueError("not enough")
        self.reserved[name] = self.reserved.get(name, 0) + count
        return self.available(name)

    def low(self, limit):
        return sorted(name for name in self.stock if self.available(name) <= limit)


def parse_line(line):
    name, _, count = line.partition(":")
    return name.strip(), int(count) if count.strip() else 1


def load(text):
    inventory = Inventory()
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, count = parse_line(line)
        inventory.add(name, count)
    return inventory


def roman(number):
    values = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    result = ""
    for value, letters in values:
        while number >= value:
            result += letters
            number -= value
    return result


def flatten(items):
    result = []
    for item in items:
        if isinstance(item, list):
            result.extend(flatten(item))
        else:
            result.append(item)
    return result
`;
const inInventory = (...bug: [string, string]): Seed => ({
  language: 'py',
  code: inventory,
  bug,
  shown: [
    ['load("a: 3\\n# no\\n\\nb\\na:2").stock', { a: 5, b: 1 }],
    [
      '(lambda i: (i.reserve("a", 2), i.available("a"), i.low(1), i.low(0)))(load("a:3\\nb:1"))',
      [1, 1, ['a', 'b'], []],
    ],
    ['(lambda i: i.reserve("a", 3))(load("a:3"))', 0],
    ['parse_line(" nuts : 4")', ['nuts', 4]],
    ['roman(9)', 'IX'],
    ['roman(28)', 'XXVIII'],
    ['roman(4)', 'IV'],
    ['flatten([1, [2, [3, []]], 4])', [1, 2, 3, 4]],
  ],
  kept: [
    ['roman(0)', ''],
    ['roman(14)', 'XIV'],
    ['flatten([])', []],
    ['load("").stock', {}],
    ['(lambda i: (i.add("x"), i.add("x"), i.available("x")))(Inventory())', [null, null, 2]],
  ],
});

/** Written after the templates, none of which was changed for one of these. */
export const unseenSeeds: Record<string, Seed> = {
  'js: width of the wrong row (beyond templates)': { ...inMatrix('rows[0].length', 'rows.length'), beyond: true },
  'js: search that stops too early': inMatrix('low <= high', 'low < high'),
  'js: search to the wrong side': inMatrix('list[middle] < wanted', 'list[middle] > wanted'),
  'js: part that is not skipped': inMatrix("if (part === '') continue;", "if (part !== '') continue;"),
  'js: key decoded twice': inMatrix('= decodeURIComponent(value)', '= decodeURIComponent(key)'),
  'js: neighbour on the other side': inMatrix('times[at + 1] - time', 'times[at - 1] - time'),
  'js: group that is begun anew': inMatrix('if (!groups.has(name))', 'if (groups.has(name))'),
  'js: sequence one too far': inMatrix('i < n', 'i <= n'),
  'js: pairs in the wrong order': inMatrix('[b, a + b]', '[a + b, b]'),
  'py: what is reserved is added': inInventory('self.stock.get(name, 0) - self', 'self.stock.get(name, 0) + self'),
  'py: nothing may be left': inInventory('self.available(name) < count', 'self.available(name) <= count'),
  'py: the other book': inInventory('self.reserved[name] = self.reserved.get', 'self.reserved[name] = self.stock.get'),
  'py: limit not included': inInventory('<= limit', '< limit'),
  'py: comment that is read': inInventory('line.strip() or line', 'line.strip() and line'),
  'py: default of none': inInventory('else 1\n', 'else 0\n'),
  'py: numeral that stops too early': inInventory('number >= value', 'number > value'),
  'py: list inside of a list': inInventory('result.extend(flatten', 'result.append(flatten'),
  'py: item in its own list': inInventory('result.append(item)', 'result.extend(item)'),
  'py: stripped on one side': inInventory('return name.strip(),', 'return name.rstrip(),'),
};
