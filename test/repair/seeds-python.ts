import type { Seed } from './seed.ts';

const bank = `"""Accounts."""


class Account:
    def __init__(self, owner, balance=0, limit=100):
        self.owner = owner
        self.balance = balance
        self.limit = limit
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount")
        self.balance += amount
        self.history.append(amount)
        return self.balance

    def withdraw(self, amount):
        if amount > self.balance + self.limit:
            return False
        self.balance -= amount
        self.history.append(-amount)
        return True

    def largest(self):
        if not self.history:
            return None
        return max(self.history)


def transfer(source, target, amount):
    if not source.withdraw(amount):
        return False
    target.deposit(amount)
    return True


def total(accounts):
    result = 0
    for account in accounts:
        result += account.balance
    return result
`;
const banked = {
  shown: [
    ['Account("a", 5).deposit(10)', 15],
    ['Account("a", 10).withdraw(110)', true],
    ['Account("a", 10).withdraw(111)', false],
    [
      '(lambda a, b: (transfer(a, b, 7), a.balance, b.balance, total([a, b])))(Account("a", 10), Account("b", 1))',
      [true, 3, 8, 11],
    ],
    ['(lambda a: (a.deposit(3), a.withdraw(9), a.deposit(6), a.largest()))(Account("a"))', [3, true, 0, 6]],
    ['Account("a").largest()', null],
  ],
  kept: [
    ['transfer(Account("a"), Account("b"), 500)', false],
    ['total([])', 0],
    ['Account("a", 1, 0).withdraw(2)', false],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const text = `import re


def words(text):
    return re.findall(r"[a-z']+", text.lower())


def count(text):
    counts = {}
    for word in words(text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def most_common(text, number=1):
    counts = count(text)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [word for word, _ in ordered[:number]]


def wrap(text, width):
    lines = []
    line = ""
    for word in text.split():
        joined = line + " " + word if line else word
        if len(joined) <= width:
            line = joined
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def is_title(text):
    return all(word[0].isupper() for word in text.split())


def clean(names):
    return [name.strip() for name in names if name and name != "-"]
`;
const texted = {
  shown: [
    ['count("a b A")', { a: 2, b: 1 }],
    ['words("It\'s me")', ["it's", 'me']],
    ['most_common("b a b c a b", 2)', ['b', 'a']],
    ['wrap("aa bb cc dd", 5)', ['aa bb', 'cc dd']],
    ['wrap("one two", 4)', ['one', 'two']],
    ['is_title("Ada Lovelace")', true],
    ['is_title("Ada lovelace")', false],
    ['clean([" a ", "", "-", "b"])', ['a', 'b']],
  ],
  kept: [
    ['wrap("", 4)', []],
    ['most_common("z y")', ['y']],
    ['clean([])', []],
    ['is_title("ada Lovelace")', false],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const numbers = `def average(values):
    if not values:
        return 0
    return sum(values) / len(values)


def primes(limit):
    found = []
    for number in range(2, limit + 1):
        if all(number % prime != 0 for prime in found):
            found.append(number)
    return found


def clamp(value, low, high):
    return max(low, min(value, high))


def second(values):
    return sorted(values)[1]


def windows(values, size):
    return [values[at : at + size] for at in range(len(values) - size + 1)]


def add_to(item, items=None):
    if items is None:
        items = []
    items.append(item)
    return items


def digits(number):
    result = []
    while number > 0:
        result.append(number % 10)
        number = number // 10
    return result[::-1]


async def fetch(value):
    return value


async def doubled(value):
    found = await fetch(value)
    return found * 2
`;
const numbered = {
  shown: [
    ['average([1, 2, 6])', 3],
    ['average([])', 0],
    ['primes(11)', [2, 3, 5, 7, 11]],
    ['clamp(5, 1, 3)', 3],
    ['clamp(-5, 1, 3)', 1],
    ['second([5, 3, 9])', 5],
    [
      'windows([1, 2, 3], 2)',
      [
        [1, 2],
        [2, 3],
      ],
    ],
    ['[add_to(1), add_to(2)]', [[1], [2]]],
    ['digits(507)', [5, 0, 7]],
    ['__import__("asyncio").run(doubled(4))', 8],
  ],
  kept: [
    ['primes(1)', []],
    ['clamp(2, 1, 3)', 2],
    ['windows([1], 2)', []],
    ['add_to(1, [0])', [0, 1]],
    ['average([4])', 4],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const py =
  (code: string, cases: Pick<Seed, 'shown' | 'kept'>) =>
  (bug: Seed['bug'], more: Partial<Seed> = {}): Seed => ({
    language: 'py',
    code,
    bug,
    ...cases,
    ...more,
  });
const [inBank, inText, inNumbers] = [py(bank, banked), py(text, texted), py(numbers, numbered)];
const shared = `    if items is None:
        items = []
`;

export const pythonSeeds: Record<string, Seed> = {
  'py: plus as minus': inBank(['self.balance += amount', 'self.balance -= amount'], { runner: 'pytest' }),
  'py: boundary': inBank(['amount > self.balance + self.limit', 'amount >= self.balance + self.limit']),
  'py: minus as plus in a condition': inBank(['self.balance + self.limit', 'self.balance - self.limit']),
  'py: condition negated': inBank(['if not source.withdraw', 'if source.withdraw']),
  'py: minimum as maximum': inBank(['max(self.history)', 'min(self.history)']),
  'py: truth turned': inBank([
    'self.history.append(-amount)\n        return True',
    'self.history.append(-amount)\n        return False',
  ]),
  'py: another attribute': inBank(['result += account.balance', 'result += account.limit']),
  'py: misspelt attribute': inBank(['not self.history:', 'not self.histroy:']),
  'py: return inside of the loop': inBank(['    return result\n', '        return result\n']),
  'py: missing guard': inBank(['        if not self.history:\n            return None\n', '']),
  'py: start of a count': inText(['get(word, 0) + 1', 'get(word, 1) + 1']),
  'py: lookup without a default': inText(['counts.get(word, 0) + 1', 'counts[word] + 1']),
  'py: order of a sort': inText(['-pair[1], pair[0]', 'pair[1], pair[0]'], { beyond: true }),
  'py: end of a slice': inText(['ordered[:number]', 'ordered[:number - 1]']),
  'py: boundary of a width': inText(['<= width', '< width']),
  'py: any as all': inText(['return all(', 'return any(']),
  'py: and as or': inText(['if name and name', 'if name or name']),
  'py: opposite method': inText(['isupper', 'islower']),
  'py: missing import of a module': inText(['import re\n\n\n', '']),
  'py: missing return': inText(['    return lines\n', '']),
  'py: division': inNumbers(['sum(values) / len', 'sum(values) * len']),
  'py: end of a range': inNumbers(['range(2, limit + 1)', 'range(2, limit)']),
  'py: start of a range': inNumbers(['range(2, limit + 1)', 'range(1, limit + 1)']),
  'py: equality negated': inNumbers(['prime != 0', 'prime == 0']),
  'py: another variable': inNumbers(['min(value, high)', 'min(low, high)']),
  'py: swapped arguments': inText(['counts.get(word, 0)', 'counts.get(0, word)']),
  'py: minimum and maximum': inNumbers(['min(value, high)', 'max(value, high)']),
  'py: index': inNumbers(['sorted(values)[1]', 'sorted(values)[2]']),
  'py: shared default': inNumbers([shared, ''], { also: ['items=None', 'items=[]'] }),
  'py: whole division': inNumbers(['number // 10', 'number / 10']),
  'py: missing await': inNumbers(['await fetch', 'fetch'], { runner: 'pytest' }),
  'py: condition left out': inNumbers(['    if not values:\n        return 0\n', '']),
  'py: a rule that nobody wrote (beyond templates)': inText(['r"[a-z\']+"', 'r"[a-z]"'], { beyond: true }),
};
