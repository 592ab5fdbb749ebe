import { describe, expect, test } from 'vitest';
import { placed, scanPatch } from '../../../src/languages/checks/dangers/scan.ts';
import { growsNoFasterThanSize } from '../../support/growth.ts';
import { togetherParsers } from '../../support/parsers.ts';

const parsers = togetherParsers();

/** A patch that adds one file of these lines. */
const adding = (path: string, ...lines: string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');

const isTest = (path: string) => path.startsWith('test/');
const scanned = async (patch: string, texts: ReadonlyMap<string, string> = new Map()) => {
  const { secrets, dangers, smells, unparsed } = await scanPatch({ patch, texts }, isTest, parsers);
  return { secrets: secrets.map(placed), dangers: dangers.map(placed), smells: smells.map(placed), unparsed };
};
/** As a change of a whole file; lines that are no JavaScript are looked at one by one. */
const scan = async (...lines: string[]) => {
  const { unparsed: _, ...rest } = await scanned(
    adding('src/a.js', ...lines),
    new Map([['src/a.js', `${lines.join('\n')}\n`]]),
  );
  return rest;
};
const clean = { secrets: [], dangers: [], smells: [] };
/** Put together here, so that this file holds no secret and no smell itself. */
const key = (...parts: string[]) => parts.join('');
const later = key('TO', 'DO');

describe('secrets', () => {
  test.each([
    ['a private key', key('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['a private key', key('-----BEGIN ', 'PRIVATE KEY-----')],
    ['an AWS access key', key('AKIA', 'IOSFODNN7EXAMPLE')],
    ['a GitHub token', key('ghp_', 'a1B2'.repeat(9))],
    ['a GitLab token', key('glpat-', 'a1B2'.repeat(5))],
    ['an API key', key('sk-ant-', 'a1B2'.repeat(8))],
    ['an API key', key('sk-proj-', 'a1B2'.repeat(8))],
    ['a Slack token', key('xoxb-', '1234567890ab')],
    ['a Google API key', key('AIza', 'a1B2c'.repeat(7))],
    ['a Stripe key', key('sk_live_', 'a1B2'.repeat(5))],
    ['a JSON web token', key('eyJ', 'hbGciOiJIUzI1.eyJzdWIiOiIx', 'MjM0.SflKxwRJSMeKKF')],
    ['a hard-coded password', key('const password = ', '"hunter2hunter2"')],
    ['a hard-coded password', key('{ "api_key": ', "'0123456789' }")],
  ])('%s is found: %#', async (name, text) => {
    const { secrets } = await scan('const a = 1;', `  const x = ${text};`);
    expect(secrets).toContain(`${name} at src/a.js:2`);
    expect(secrets.join()).not.toContain(text);
  });

  test('are found in tests and in documentation, too', async () => {
    const token = key('ghp_', 'a1B2'.repeat(9));
    expect((await scanned(adding('test/a.test.js', token))).secrets).toEqual(['a GitHub token at test/a.test.js:1']);
    expect((await scanned(adding('README.md', token))).secrets).toEqual(['a GitHub token at README.md:1']);
  });

  test.each([
    'const password = process.env.PASSWORD;',
    "const password = ''",
    'password: "short"',
    'function checkPassword(password) {',
    'const skill = "sk-short";',
    'akia',
  ])('are not seen in %s', async (line) => {
    expect((await scan(line)).secrets).toEqual([]);
  });
});

describe('dangers', () => {
  test.each([
    ['eval of a value', 'eval(input)'],
    ['a function made from text', "new Function('a', body)"],
    ['HTML set from a value', 'node.innerHTML = text'],
    ['HTML set from a value', `node.innerHTML = \`<b>$\{text}</b>\``],
    ['SQL put together from text', '"SELECT * FROM users WHERE id = " + id'],
    ['SQL put together from text', `\`DELETE FROM users WHERE id = $\{id}\``],
    ['SQL put together from text', 'f"SELECT * FROM users WHERE id = {id}"'],
    ['a shell command put together from text', `exec(\`rm $\{path}\`)`],
    ['a shell command put together from text', 'execSync("rm " + path)'],
    ['a shell in a subprocess', 'subprocess.run(command, shell=True)'],
    ['a shell in a subprocess', 'os.system(command)'],
    ['unpickling', 'pickle.loads(data)'],
    ['an unsafe YAML load', 'yaml.load(text)'],
    ['certificate checks switched off', 'rejectUnauthorized: false'],
    ['certificate checks switched off', 'requests.get(url, verify=False)'],
  ])('%s: %s', async (name, line) => {
    expect((await scan(line)).dangers).toEqual([`${name} at src/a.js:1`]);
  });

  test.each([
    "node.innerHTML = ''",
    'if (node.innerHTML === text) {',
    "eval( 'fixed' )",
    "node.innerHTML = '<b>fixed</b>'",
    'retrieval(input)',
    'model.eval()',
    '"SELECT * FROM users WHERE id = ?"',
    "'Select one of these'",
    'execFile("ls", [path])',
    'yaml.load(text, Loader=SafeLoader)',
    'pattern.exec(text)',
  ])('are not seen in %s', async (line) => {
    expect(await scan(line)).toEqual(clean);
  });
});

describe('smells', () => {
  test.each([
    ['a debugger statement', 'debugger;'],
    ['a debugger statement', '    import pdb; pdb.set_trace()'],
    ['debug output', '  console.log(x);'],
    ['an unfinished note', `// ${later}: soon`],
    ['an unfinished note', '# FIXME'],
    ['an empty catch', key('try { a() } catch ', '{}')],
    ['an empty catch', 'except ValueError: pass'],
    ['a check switched off', '// @ts-ignore'],
    ['a check switched off', '/* eslint-disable */'],
    ['a check switched off', 'x = y  # type: ignore'],
    ['a check switched off', 'x = y  # noqa'],
    ['a line over 200 characters', `const x = '${'x'.repeat(200)}';`],
  ])('%s: %s', async (name, line) => {
    expect((await scan(line)).smells).toEqual([`${name} at src/a.js:1`]);
  });

  test.each([
    'logger.log(x);',
    'const todos = [];',
    '// eslint-disable-next-line no-console',
    'x = y  # type: ignore[arg]',
    'x = y  # noqa: E501',
    'try { a() } catch (error) { report(error) }',
  ])('are not seen in %s', async (line) => {
    expect(await scan(line)).toEqual(clean);
  });
});

test('dangers and smells are looked for in product files alone, and in added lines alone', async () => {
  const bad = ['eval(input)', `// ${later}`];
  for (const path of ['test/a.test.js', 'README.md', 'notes.txt', 'package.lock'])
    expect(await scanned(adding(path, ...bad))).toEqual({ ...clean, unparsed: [] });
  const removed = adding('src/a.js', ...bad)
    .replace('+1,2', '+1,0')
    .replace('-0,0', '-1,2')
    .replaceAll('\n+e', '\n-e')
    .replaceAll('\n+//', '\n-//');
  expect(await scanned(removed)).toEqual({ ...clean, unparsed: [] });
});

test('a file whose name must be quoted hides behind no other', async () => {
  const patch = `${adding('test/a.test.js', 'ok();')}${adding('X', 'eval(input)').replaceAll('b/X', '"b/src/\\303\\251.js"')}`;
  expect((await scanned(patch)).dangers).toEqual(['eval of a value at src/é.js:1']);
});

test('a line of megabytes is looked at whole, in parts, and in a time in proportion to it', async () => {
  const secret = key('AKIA', 'IOSFODNN7EXAMPLE');
  await growsNoFasterThanSize(async (size) => {
    const long = await scan(`${'a'.repeat(200 * size)} ${secret} ${'catch ('.repeat(size)}`);
    expect(long).toMatchObject({ secrets: ['an AWS access key at src/a.js:1'], dangers: [] });
    expect(long.smells).toEqual(['a line over 200 characters at src/a.js:1']);
  }, 10_000);
  const length = 16 * 1024;
  for (const at of [length - 30, length - 10, length, length + 10])
    expect((await scan(`${' '.repeat(at)}${secret}${' '.repeat(length)}`)).secrets).toHaveLength(1);
});

describe('a changed file', () => {
  const patch = '--- a/a.py\n+++ b/a.py\n@@ -2,1 +2,1 @@\n-    y,\n+    x,\n';
  const changed = (text: string) => scanned(patch, new Map([['a.py', text]]));

  test('is dangerous where a changed line is part of what is dangerous', async () => {
    const text = 'run(\n    x,\n)\nos.system(x)\n';
    expect(await changed(text)).toEqual({ ...clean, unparsed: [] });
    const dangers = ['a shell in a subprocess at a.py:1'];
    expect(await changed(text.replace('run(', 'os.system('))).toEqual({ ...clean, dangers, unparsed: [] });
  });

  test('is not clean where it cannot be parsed', async () => {
    expect(await changed('f(\n    x,\n')).toMatchObject({ dangers: [], unparsed: ['a.py'] });
  });
});

test('names that stand for each other in many ways are followed once', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `a${at} = a${at + 1} + a${at + 1} + a${at + 2}`);
  const lines = [
    ...names,
    'eval(a0)',
    'b = "SELECT a FROM t WHERE b = "',
    ...Array.from({ length: 500 }, () => 'b += "x"'),
  ];
  const { dangers } = await scanned(adding('a.py', ...lines), new Map([['a.py', lines.join('\n')]]));
  expect(dangers).toEqual(['eval of a value at a.py:61']);
});
