import { expect, test } from 'vitest';
import { judge, pairsOf, type Rewrite, type Template } from './pairs.ts';

const written: Template[] = [
  {
    base: 'export function total(items: Item[]): number {\n  let result = 0;\n  for (const item of items) {\n    result -= item.price;\n  }\n  return result;\n}\n',
    now: 'export function total(items: Item[]): number {\n  let result = 0;\n  for (const item of items) {\n    if (item.count > 0) {\n      result += item.price * item.count;\n    }\n  }\n  return result;\n}\n',
    locals: ['result', 'item', 'items'],
  },
  {
    base: 'export class Cache {\n  get(key: string): string | undefined {\n    return this.store.get(key);\n  }\n\n  size(): number {\n    return this.store.size;\n  }\n}\n',
    now: 'export class Cache {\n  get(key: string): string | undefined {\n    const entry = this.store.get(key);\n    const age = this.now - this.start;\n    if (entry === undefined) return undefined;\n    if (age > 60) {\n      this.drop(key, age);\n    }\n    return entry.value;\n  }\n\n  size(): number {\n    return this.store.size;\n  }\n}\n',
    locals: ['entry', 'age'],
  },
  {
    base: "import { read } from './read';\n\nexport async function load(path: string) {\n  const text = await read(path);\n  return text;\n}\n",
    now: "import { read } from './read';\n\nexport async function load(path: string) {\n  const text = await read(path);\n  const limit = 4096;\n  const first = 0;\n  if (text.length > limit) throw new Error(`too long: #{path} has #{text.length}`);\n  return parse(text.slice(first, limit), { strict: true, name: path });\n}\n",
    locals: ['limit', 'first', 'text'],
    also: [
      "import { read } from './read';\n\nexport async function load(path: string) {\n  const text = await read(path);\n  const limit = 4096;\n  const first = 0;\n  if (text.length > limit) throw new Error('too long: ' + path + ' has ' + text.length);\n  return parse(text.slice(first, limit), { name: path, strict: true });\n}\n",
      "import { read } from './read';\n\nexport async function load(path: string) {\n  const first = 0;\n  const limit = 4096;\n  const text = await read(path);\n  if (text.length > limit) {\n    throw new Error(`too long: #{path} has #{text.length}`);\n  }\n  const parsed = parse(text.slice(first, limit), { strict: true, name: path });\n  return parsed;\n}\n",
    ],
  },
  {
    base: 'export const names = (users: User[]) => users.map((user) => user.name);\n',
    now: 'export const names = (users: User[]) => users.filter((user) => user.age >= 18).map((user) => user.name + user.suffix);\n',
    locals: ['user'],
    also: [
      'export function names(users: User[]) {\n  return users.filter(function (one) {\n    return one.age >= 18;\n  }).map((u) => u.suffix + u.name);\n}\n',
      'export const names = (users: User[]) => {\n  const adults = users.filter((user) => 18 <= user.age).map((user) => user.name + user.suffix);\n  return adults;\n};\n',
    ],
  },
  {
    base: 'export function clamp(value: number, low: number, high: number) {\n  return value;\n}\n',
    now: 'export function clamp(value: number, low: number, high: number) {\n  if (value < low) {\n    return low;\n  } else {\n    return Math.min(value, high);\n  }\n}\n',
    locals: [],
    also: [
      'export function clamp(value: number, low: number, high: number) {\n  if (value < low) return low;\n  return Math.min(value, high);\n}\n',
      'export function clamp(value: number, low: number, high: number) {\n  return value < low ? low : Math.min(value, high);\n}\n',
      'export function clamp(value: number, low: number, high: number) {\n  return low > value ? low : Math.min(value, high);\n}\n',
      'export function clamp(value: number, low: number, high: number) {\n  if (!(value < low)) return Math.min(value, high);\n  else return low;\n}\n',
    ],
  },
  {
    base: 'function retry(task: Task) {\n  run(task);\n}\n\nfunction stop(task: Task) {\n  task.done = true;\n}\n',
    now: "function retry(task: Task) {\n  let tries = 0;\n  const most = 3;\n  while (tries < most && !task.done) {\n    run(task, tries);\n    tries += 1;\n  }\n  if (tries === most) {\n    report('gave up', task);\n  } else {\n    finish(task);\n  }\n}\n\nfunction stop(task: Task) {\n  task.done = true;\n}\n",
    locals: ['tries', 'most'],
  },
  {
    base: "export function area(shape: Shape): number {\n  switch (shape.kind) {\n    case 'square':\n      return shape.side;\n    default:\n      return 0;\n  }\n}\n",
    now: "export function area(shape: Shape): number {\n  switch (shape.kind) {\n    case 'square':\n      return shape.side * shape.height;\n    case 'circle': {\n      const half = shape.width / 2;\n      return half * half * 3.14;\n    }\n    default:\n      return 0;\n  }\n}\n",
    locals: ['half'],
  },
  {
    base: 'const defaults = { depth: 1 };\n\nexport function walk(node: Tree, visit: Visit) {\n  visit(node);\n}\n',
    now: "const defaults = { depth: 3, order: 'pre', skip: false };\n\nexport function walk(node: Tree, visit: Visit) {\n  const children = node.kids ?? [];\n  const level = defaults.depth + 1;\n  visit(node, level);\n  for (let at = 0; at < children.length; at += 1) {\n    walk(children[at], visit);\n  }\n}\n",
    locals: ['children', 'level', 'at'],
    also: [
      'const defaults = { skip: false, depth: 3, order: "pre" };\n\nexport function walk(node: Tree, visit: Visit) {\n  const level = 1 + defaults.depth;\n  const kids = node.kids ?? [];\n  visit(node, level);\n  for (let i = 0; kids.length > i; i++) walk(kids[i], visit);\n}\n',
    ],
  },
  {
    base: 'export function isValid(user: User): boolean {\n  return true;\n}\n',
    now: "export function isValid(user: User): boolean {\n  const adult = user.age >= 18;\n  const known = user.email !== '';\n  const { name, city: place } = user.profile;\n  log(name, place);\n  return adult && known && user.score > 10;\n}\n",
    locals: ['adult', 'known', 'place'],
  },
  {
    base: 'export default function format(date: When): string {\n  return `#{date.year}`;\n}\n',
    now: "export default function format(date: When): string {\n  const month = pad(date.month + 1, 2);\n  const day = date.day % 100;\n  try {\n    return `#{date.year}-#{month}-#{day}`;\n  } catch (fault) {\n    warn(fault, date.zone);\n    return '';\n  }\n}\n",
    locals: ['month', 'day', 'fault'],
    also: [
      "export default function format(date: When): string {\n  const m = pad(1 + date.month, 2);\n  const d = date.day % 100;\n  try {\n    return date.year + '-' + m + '-' + d;\n  } catch (error) {\n    warn(error, date.zone);\n    return '';\n  }\n}\n",
    ],
  },
  {
    base: 'export function merge(left: number[], right: number[]) {\n  return [...left, ...right];\n}\n',
    now: 'export function merge(left: number[], right: number[]) {\n  const out: number[] = [];\n  let [i, j] = [0, 0];\n  while (i < left.length && j < right.length) {\n    if (left[i] <= right[j]) out.push(left[i++]);\n    else out.push(right[j++]);\n  }\n  return out.concat(left.slice(i), right.slice(j));\n}\n',
    locals: ['out'],
  },
  {
    base: '',
    now: "import { get } from './http';\n\nconst retries = 5;\n\nexport async function fetchAll(urls: string[], limit = 4): Promise<Page[]> {\n  const pages: Page[] = [];\n  const seen = new Set<string>();\n  for (const url of urls) {\n    if (seen.has(url)) continue;\n    const page = await get(url, { retries, timeout: limit * 1000 });\n    if (page.status === 200) {\n      pages.push(page);\n    } else {\n      throw new Error(`bad status #{page.status}`);\n    }\n    seen.add(url);\n  }\n  return pages.filter((page) => page.size > 0);\n}\n",
    locals: ['pages', 'seen', 'url', 'urls', 'limit'],
  },
];
/** Holes of templates are written with another sign above. */
const holes = (text: string) => text.replaceAll('#', '$$');
const templates = written.map(({ base, now, locals, also = [] }) => ({
  base: holes(base),
  now: holes(now),
  locals,
  also: also.map(holes),
}));

const word = (name: string) => new RegExp(`(?<![.\\w$'])${name}\\b(?!\\s*:(?!:))`, 'g');
const suffixes = ['Value', 'It', '2', 'Found'];

const equivalent: Record<string, Rewrite> = {
  'names renamed': (text, { locals }) =>
    locals.reduce((all, name, at) => rename(all, name, `${name}${suffixes[at % 4]}`), text),
  'one name renamed': (text, { locals }) => (locals[0] ? rename(text, locals[0], `my_${locals[0]}`) : text),
  'names shortened': (text, { locals }) => locals.reduce((all, name, at) => rename(all, name, `q${at}`), text),
  'deeper indents': (text) => text.replace(/^( +)/gm, '$1$1'),
  'no spaces around operators': (text) => text.replace(/ (\+|\*|===|>=|\+=|-) /g, '$1'),
  'broken lines': (text) => text.replace(/, (?=[a-z])/g, ',\n      ').replace(/ (&&|\*) /g, '\n      $1 '),
  'comments above': (text) => text.replace(/^( +)(return|const|let|if)/gm, '$1// What it is about.\n$1$2'),
  'comments beside': (text) => text.replace(/;$/gm, '; // done').replace(/ = /, ' = /* so */ '),
  'blank lines': (text) => text.replace(/^( +)(return|for|while)/gm, '\n$1$2'),
  'double quotes': (text) => text.replace(/'([^'\n]*)'/g, '"$1"'),
  'no semicolons': (text) => (text.includes('for (let') ? text : text.replace(/;$/gm, '')),
  'comparisons mirrored': (text) =>
    text.replace(
      /\b([\w.]+) (<|>|<=|>=) ([\w.]+)/g,
      (_, a, op, b) => `${b} ${op.replace(/[<>]/, (c: string) => (c === '<' ? '>' : '<'))} ${a}`,
    ),
  'factors swapped': (text) => text.replace(/\b([\w.]+) \* ([\w.]+)/, '$2 * $1'),
  'terms swapped': (text) => text.replace(/\b([\w.]+) \+ ([\w.]+)/, '$2 + $1'),
  'equality swapped': (text) => text.replace(/\b([\w.]+) (===|!==) ([\w.']+)/, '$3 $2 $1'),
  'long assignments': (text) => text.replace(/\b(\w+) \+= ([^;]+);/, '$1 = $1 + $2;'),
  'round brackets': (text) =>
    text.replace(/return ([^;\n{]+);/g, 'return ($1);').replace(/\b([\w.]+ [<>]=? [\w.]+)/g, '($1)'),
  'braces added': (text) =>
    text.replace(/^( +)(if \(.*\)) (return|throw|continue)( [^;]*)?;$/gm, '$1$2 {\n$1  $3$4;\n$1}'),
  'braces removed': (text) => text.replace(/(if \(.*\)) \{\n +([^\n{}]+;)\n +\}(?! else)/g, '$1 $2'),
  'arrows as functions': (text) =>
    text
      .replace(/\((\w+)\) => ([^;)]+(?:\([^)]*\))?[^;)]*)\)/g, 'function ($1) { return $2; })')
      .replace('.map', '.map'),
  'trailing commas': (text) => text.replace(/(\w)( ?\}\))/g, '$1,$2'),
  'a name for what is returned': (text) =>
    text.replace(/^( +)return ([^;\n]{6,});$/m, '$1const outcome = $2;\n$1return outcome;'),
  'declarations swapped': (text) =>
    text.replace(/^( +(?:const|let) \w+ = [^;(]+;\n)( +(?:const|let) \w+ = [^;(]+;\n)/m, '$2$1'),
  'branches turned round': (text) =>
    text.replace(/if \((\w+) === (\w+)\) \{\n([^}]+)\} else \{\n([^}]+)\}/, 'if ($1 !== $2) {\n$4} else {\n$3}'),
};

const nth =
  (pattern: RegExp, to: string, at: number): Rewrite =>
  (text, { base }) => {
    let seen = -1;
    return text.replace(new RegExp(pattern, 'gm'), (found, ...groups) => {
      if (base.includes(found) && found.length > 8) return found;
      seen += 1;
      return seen === at ? found.replace(new RegExp(pattern, 'm'), to) : String(groups.length > 99 ? '' : found);
    });
  };

const changed: Record<string, Rewrite> = {
  'minus for plus': nth(/ \+ /, ' - ', 0),
  'plus for times': nth(/ \* /, ' + ', 0),
  'times for divided': nth(/ \/ /, ' * ', 0),
  'at most for less': nth(/ < /, ' <= ', 0),
  'less for more': nth(/ > /, ' < ', 0),
  'more for at least': nth(/ >= /, ' > ', 0),
  'unequal for equal': nth(/ === /, ' !== ', 0),
  'or for and': nth(/ && /, ' || ', 0),
  'one more': nth(/\b(\d+)\b(?!')/, '1$1', 0),
  'another last number': nth(/\b(\d+);/, '7$1;', 0),
  'off by one': nth(/\.length\b/, '.length - 1', 0),
  'another text': nth(/'([a-z ]+)'/, "'not $1'", 1),
  'another call': nth(/\b(push|slice|min|parse|run|warn|walk|has|log)\(/, 'other(', 0),
  'another field': nth(/\.(price|count|value|name|age|side|kids|zone|score|size|profile)\b/, '.$1Other', 0),
  'a later field': nth(/\.(price|count|value|name|age|side|kids|zone|score|size|depth)\b/, '.$1Other', 1),
  negated: nth(/if \((.+)\)( \{)?$/, 'if (!($1))$2', 0),
  'negated while': nth(/while \((.+)\) \{/, 'while (!($1)) {', 0),
  'subtraction turned round': nth(/\b([\w.]+) - ([\w.]+)/, '$2 - $1', 0),
  'division turned round': nth(/\b([\w.]+) \/ ([\w.]+)/, '$2 / $1', 0),
  'arguments swapped': nth(/(\w)\((\w+), (\w+)\)/, '$1($3, $2)', 0),
  'another result': nth(/return (\w+);$/, 'return $1 ?? null;', 0),
  'a statement less': nth(/^ +(?!return|const|let)[a-z][\w.]*\(.*\);\n/, '', 0),
  'a statement more': nth(/^( +)(return .*)$/, '$1audit();\n$1$2', 0),
  'an addition less': nth(/ \+= /, ' = ', 0),
  'another flag': nth(/: true/, ': false', 0),
  'no waiting': nth(/= await get/, '= get', 0),
  'branches swapped': (text) =>
    text.replace(/\{\n( +[^\n]+;\n) +\} else \{\n( +[^\n]+;\n)/, (_, a, b) => `{\n${b}  } else {\n${a}`),
  'another name': (text, { locals }) => {
    const [one, two] = locals;
    const at = one ? text.lastIndexOf(`${one}`) : -1;
    return one && two && at > 0 && /\W/.test(text[at - 1] ?? '')
      ? `${text.slice(0, at)}${two}${text.slice(at + one.length)}`
      : text;
  },
};

function rename(text: string, from: string, to: string): string {
  return text.replace(word(from), to).replace(new RegExp(`(?<=(?:let|const|function|[(,]) ?)${from}(?=: )`, 'g'), to);
}

test('two hundred rewrites and real changes of TypeScript are told apart', async () => {
  const found = await judge(pairsOf(templates, equivalent, changed), 'ts');
  console.log(
    `TypeScript: ${found.equivalent} rewrites, ${found.different} changes: precision ${found.precision.toFixed(3)}, recall ${found.recall.toFixed(3)}`,
  );
  for (const { how, same } of found.wrong) console.log(`  ${same ? 'missed' : 'taken for the same'}: ${how}`);
  expect(found.equivalent).toBeGreaterThanOrEqual(200);
  expect(found.different).toBeGreaterThanOrEqual(200);
  expect(found.precision).toBeGreaterThan(0.95);
  expect(found.recall).toBeGreaterThan(0.95);
});
