import { expect, test } from 'vitest';
import { judge, pairsOf, type Rewrite, type Template } from './pairs.ts';

const templates: Template[] = [
  {
    base: 'def total(items):\n    result = 0\n    for item in items:\n        result -= item.price\n    return result\n',
    now: 'def total(items):\n    result = 0\n    for item in items:\n        if item.count > 0:\n            result += item.price * item.count\n    return result\n',
    locals: ['result', 'item', 'items'],
    also: [
      'def total(items):\n    """Adds it all up."""\n    amount = 0\n    for one in items:\n        if 0 < one.count:\n            amount = amount + one.count * one.price\n    return amount\n',
    ],
  },
  {
    base: 'class Cache:\n    def get(self, key):\n        return self.store.get(key)\n\n    def size(self):\n        return len(self.store)\n',
    now: 'class Cache:\n    def get(self, key):\n        entry = self.store.get(key)\n        age = self.now - self.start\n        if entry is None:\n            return None\n        if age > 60:\n            self.drop(key, age)\n        return entry.value\n\n    def size(self):\n        return len(self.store)\n',
    locals: ['entry', 'age'],
  },
  {
    base: 'def load(path):\n    text = read(path)\n    return text\n',
    now: "def load(path):\n    text = read(path)\n    limit = 4096\n    first = 0\n    if len(text) > limit:\n        raise ValueError(f'too long: {path} has {limit}')\n    return parse(text[first], strict=True, name=path)\n",
    locals: ['limit', 'first', 'text'],
    also: [
      "def load(path):\n    text = read(path)\n    limit = 4096\n    first = 0\n    if limit < len(text):\n        raise ValueError('too long: ' + path + ' has ' + str(limit))\n    return parse(text[first], name=path, strict=True)\n",
      "def load(path):\n    first = 0\n    limit = 4096\n    text = read(path)\n    if len(text) > limit:\n        raise ValueError('too long: {} has {}'.format(path, limit))\n    parsed = parse(text[first], strict=True, name=path)\n    return parsed\n",
    ],
  },
  {
    base: 'def names(users):\n    return [user.name for user in users]\n',
    now: 'def names(users):\n    return [user.name + user.suffix for user in users if user.age >= 18]\n',
    locals: ['user', 'users'],
    also: [
      'def names(people):\n    found = [p.suffix + p.name for p in people if 18 <= p.age]\n    return found\n',
      'names = lambda users: [user.name + user.suffix for user in users if not user.age < 18]\n',
    ],
  },
  {
    base: 'def clamp(value, low, high):\n    return value\n',
    now: 'def clamp(value, low, high):\n    if value < low:\n        return low\n    else:\n        return min(value, high)\n',
    locals: [],
    also: [
      'def clamp(value, low, high):\n    if value < low:\n        return low\n    return min(value, high)\n',
      'def clamp(value, low, high):\n    return low if value < low else min(value, high)\n',
      'def clamp(value, low, high):\n    if value < low: return low\n    return min(value, high)\n',
      'def clamp(value, low, high):\n    if not value < low:\n        return min(value, high)\n    return low\n',
    ],
  },
  {
    base: 'def retry(task):\n    run(task)\n\n\ndef stop(task):\n    task.done = True\n',
    now: "def retry(task):\n    tries = 0\n    most = 3\n    while tries < most and not task.done:\n        run(task, tries)\n        tries += 1\n    if tries == most:\n        report('gave up', task)\n    else:\n        finish(task)\n\n\ndef stop(task):\n    task.done = True\n",
    locals: ['tries', 'most'],
  },
  {
    base: "def area(shape):\n    if shape.kind == 'square':\n        return shape.side\n    return 0\n",
    now: "def area(shape):\n    if shape.kind == 'square':\n        return shape.side * shape.height\n    elif shape.kind == 'circle':\n        half = shape.width / 2\n        return half * half * 3.14\n    return 0\n",
    locals: ['half'],
  },
  {
    base: "DEFAULTS = {'depth': 1}\n\n\ndef walk(node, visit):\n    visit(node)\n",
    now: "DEFAULTS = {'depth': 3, 'order': 'pre', 'skip': False}\n\n\ndef walk(node, visit):\n    children = node.kids\n    level = node.depth + 1\n    visit(node, level)\n    for at in range(level):\n        walk(children[at], visit)\n",
    locals: ['children', 'level', 'at'],
    also: [
      "DEFAULTS = {'skip': False, 'depth': 3, 'order': \"pre\"}\n\n\ndef walk(node, visit):\n    level = 1 + node.depth\n    kids = node.kids\n    visit(node, level)\n    for i in range(0, level):\n        walk(kids[i], visit)\n",
    ],
  },
  {
    base: 'def is_valid(user):\n    return True\n',
    now: "def is_valid(user):\n    adult = user.age >= 18\n    known = user.email != ''\n    name, place = user.profile\n    log(name, place)\n    return adult and known and user.score > 10\n",
    locals: ['adult', 'known', 'place'],
  },
  {
    base: 'def show(date):\n    return str(date.year)\n',
    now: "def show(date):\n    month = pad(date.month + 1, 2)\n    day = date.day % 100\n    try:\n        return f'{date.year}-{month}-{day}'\n    except ValueError as fault:\n        warn(fault, date.zone)\n        return ''\n",
    locals: ['month', 'day', 'fault'],
    also: [
      "def show(date):\n    m = pad(1 + date.month, 2)\n    d = date.day % 100\n    try:\n        return str(date.year) + '-' + str(m) + '-' + str(d)\n    except ValueError as error:\n        warn(error, date.zone)\n        return ''\n",
    ],
  },
  {
    base: 'def merge(left, right):\n    return left + right\n',
    now: 'def merge(left, right):\n    out = []\n    i = j = 0\n    while i < len(left) and j < len(right):\n        if left[i] <= right[j]:\n            out.append(left[i])\n            i += 1\n        else:\n            out.append(right[j])\n            j += 1\n    return join(out, left, i)\n',
    locals: ['out'],
  },
  {
    base: '',
    now: "from http import get\n\nRETRIES = 5\n\n\nasync def fetch_all(urls, limit=4):\n    pages = []\n    seen = set()\n    for url in urls:\n        if url in seen:\n            continue\n        page = await get(url, retries=RETRIES, timeout=limit * 1000)\n        if page.status == 200:\n            pages.append(page)\n        else:\n            raise ValueError(f'bad status {page.status}')\n        seen.add(url)\n    return [page for page in pages if page.size > 0]\n",
    locals: ['pages', 'seen', 'url', 'urls'],
  },
];

const suffixes = ['_value', '_it', '2', '_found'];
const rename = (text: string, from: string, to: string) =>
  text.replace(new RegExp(`(?<![.\\w'])${from}\\b(?!')`, 'g'), to);

const equivalent: Record<string, Rewrite> = {
  'names renamed': (text, { locals }) =>
    locals.reduce((all, name, at) => rename(all, name, `${name}${suffixes[at % 4]}`), text),
  'one name renamed': (text, { locals }) => (locals[0] ? rename(text, locals[0], `my_${locals[0]}`) : text),
  'names shortened': (text, { locals }) => locals.reduce((all, name, at) => rename(all, name, `q${at}`), text),
  'deeper indents': (text) => text.replace(/^( +)/gm, '$1$1'),
  'narrow indents': (text) => text.replace(/^( +)/gm, (spaces) => ' '.repeat(spaces.length / 2)),
  'no spaces around operators': (text) => text.replace(/ (\+|\*|==|>=|\+=|-|=) /g, '$1'),
  'broken lines': (text) => text.replace(/\((\w+), /g, '(\n        $1,\n        '),
  'lines continued': (text) => text.replace(/ (\+|\*) /g, ' \\\n            $1 '),
  'comments above': (text) => text.replace(/^( +)(return|if|for)/gm, '$1# What it is about.\n$1$2'),
  'comments beside': (text) => text.replace(/([\w)])$/gm, '$1  # done'),
  documentation: (text) => text.replace(/^((?:async )?def .*:\n)( +)/m, '$1$2"""What it is for."""\n$2'),
  'blank lines': (text) => text.replace(/^( +)(return|for|while)/gm, '\n$1$2'),
  'double quotes': (text) => text.replace(/'([^'\n]*)'/g, '"$1"'),
  'comparisons mirrored': (text) =>
    text.replace(
      /(?<![\w.)\]])([\w.]+) (<|>|<=|>=) ([\w.]+)(?![\w.([])/g,
      (_, a, op, b) => `${b} ${op.replace(/[<>]/, (c: string) => (c === '<' ? '>' : '<'))} ${a}`,
    ),
  'factors swapped': (text) => text.replace(/\b([\w.]+) \* ([\w.]+)/, '$2 * $1'),
  'terms swapped': (text) => text.replace(/\b([\w.]+) \+ ([\w.]+)/, '$2 + $1'),
  'equality swapped': (text) => text.replace(/\b([\w.]+) (==|!=) ([\w.']+)/, '$3 $2 $1'),
  'long assignments': (text) => text.replace(/^( +)(\w+) \+= (.+)$/m, '$1$2 = $2 + $3'),
  'round brackets': (text) =>
    text
      .replace(/return ([^#\n]+?)( {2}#.*)?$/gm, 'return ($1)$2')
      .replace(/(?:(?<= )|(?<=\())([\w.]+ [<>]=? [\w.]+)(?=:| and|$)/gm, '($1)'),
  'one-line branches': (text) => text.replace(/^( +if .+:)\n +((?:return|continue|raise)\b.*)\n(?! +el)/gm, '$1 $2\n'),
  'trailing commas': (text) => text.replace(/\((\w+), (\w+)\)$/gm, '($1, $2,)'),
  'a name for what is returned': (text) => text.replace(/^( +)return (.{6,})$/m, '$1outcome = $2\n$1return outcome'),
  'declarations swapped': (text) => text.replace(/^( +\w+ = [^(\n]+\n)( +\w+ = [^(\n]+\n)/m, '$2$1'),
  'branches turned round': (text) =>
    text.replace(/if (\w+) == (\w+):\n( +.+\n) +else:\n( +.+\n)/, 'if $1 != $2:\n$4    else:\n$3'),
  'not outside': (text) => text.replace(/if (\w+) in (\w+):\n( +)continue\n/, 'if not (not $1 in $2):\n$3continue\n'),
};

const nth =
  (pattern: RegExp, to: string, at: number): Rewrite =>
  (text) => {
    let seen = -1;
    return text.replace(new RegExp(pattern, 'gm'), (found) => {
      seen += 1;
      return seen === at ? found.replace(new RegExp(pattern, 'm'), to) : found;
    });
  };

const changed: Record<string, Rewrite> = {
  'minus for plus': nth(/ \+ /, ' - ', 0),
  'plus for times': nth(/ \* /, ' + ', 0),
  'whole division': nth(/ \/ /, ' // ', 0),
  'at most for less': nth(/ < /, ' <= ', 0),
  'less for more': nth(/ > /, ' < ', 0),
  'more for at least': nth(/ >= /, ' > ', 0),
  'unequal for equal': nth(/ == /, ' != ', 0),
  'or for and': nth(/ and /, ' or ', 0),
  'one more': nth(/\b(\d+)\b/, '1$1', 0),
  'another last number': nth(/(\d+)$/, '7$1', 1),
  'off by one': nth(/range\((\w+)\)|len\((\w+)\)/, 'range($1$2 - 1)', 0),
  'another text': nth(/'([a-z ]+)'/, "'not $1'", 1),
  'another call': nth(/\b(append|read|min|parse|run|warn|walk|add|log|join)\(/, 'other(', 0),
  'another field': nth(/\.(price|count|value|name|age|side|kids|zone|score|size|profile)\b/, '.$1_other', 0),
  'a later field': nth(/\.(price|count|value|name|age|side|kids|zone|score|size|depth|suffix)\b/, '.$1_other', 1),
  negated: nth(/ if (.+):$/, ' if not ($1):', 0),
  'negated while': nth(/while (.+):$/, 'while not ($1):', 0),
  'subtraction turned round': nth(/\b([\w.]+) - ([\w.]+)/, '$2 - $1', 0),
  'division turned round': nth(/\b([\w.]+) \/ ([\w.]+)/, '$2 / $1', 0),
  'arguments swapped': nth(/^( +[\w. ]*)\((\w+), (\w+)\)/, '$1($3, $2)', 0),
  'another result': nth(/return (\w+)$/, 'return $1 or None', 0),
  'a statement less': nth(/^ +(?!return|range)[a-z][\w.]*\(.*\)\n/, '', 0),
  'a statement more': nth(/^( +)(return .*)$/, '$1audit()\n$1$2', 0),
  'an addition less': nth(/ \+= /, ' = ', 0),
  'another flag': nth(/=True/, '=False', 0),
  'no waiting': nth(/= await get/, '= get', 0),
  'one level out': nth(/^ {4}( +)((?:tries|seen)\b.*\n)(?!\1 )/, '$1$2', 0),
  'branches swapped': (text) =>
    text.replace(/:\n( +[^\n]+\n) +else:\n( +[^\n]+\n)/, (_, a, b) => `:\n${b}    else:\n${a}`),
  'another name': (text, { locals }) => {
    const [one, two] = locals;
    const at = one ? text.lastIndexOf(one) : -1;
    return one && two && at > 0 && /\W/.test(text[at - 1] ?? '')
      ? `${text.slice(0, at)}${two}${text.slice(at + one.length)}`
      : text;
  },
};

test('two hundred rewrites and real changes of Python are told apart', async () => {
  const found = await judge(pairsOf(templates, equivalent, changed), 'py');
  console.log(
    `Python: ${found.equivalent} rewrites, ${found.different} changes: precision ${found.precision.toFixed(3)}, recall ${found.recall.toFixed(3)}`,
  );
  for (const { how, same } of found.wrong) console.log(`  ${same ? 'missed' : 'taken for the same'}: ${how}`);
  expect(found.equivalent).toBeGreaterThanOrEqual(200);
  expect(found.different).toBeGreaterThanOrEqual(200);
  expect(found.precision).toBeGreaterThan(0.95);
  expect(found.recall).toBeGreaterThan(0.95);
});
