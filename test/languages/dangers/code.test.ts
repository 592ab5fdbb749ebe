import { expect, test } from 'vitest';
import { dangerousCode as codeOfAll, type PatternsFound } from '../../../src/languages/checks/dangers/code.ts';
import type { Parsers } from '../../../src/schema/code/tree.ts';
import { togetherParsers } from '../../support/parsers.ts';

const parsers = togetherParsers();
const dangerousCode = async (path: string, text: string, by: Parsers): Promise<PatternsFound> => {
  const [read] = await codeOfAll([{ path, text }], by);
  return read ?? { notes: [], unparsed: true };
};

/** What each line is called in a file of that name. */
const named = async (path: string, line: string) =>
  (await dangerousCode(path, `ok\n${line}\n`, parsers)).notes.map(({ line: at, message }) => `${at}: ${message}`);
const template = (text: string) => text.replaceAll('<', '${').replaceAll('>', '}');

test.each([
  ['a.js', 'eval(input)', 'eval of a value'],
  ['a.js', 'window.eval(input)', 'eval of a value'],
  ['a.js', `eval("x = " + input)`, 'eval of a value'],
  ['a.js', template('eval(`x = <input>`)'), 'eval of a value'],
  ['a.ts', `const f = new Function('a', body)`, 'a function made from text'],
  ['a.ts', `const f = Function("return " + x)`, 'a function made from text'],
  ['a.js', `setTimeout("go(" + x + ")", 5)`, 'code in a timer as text'],
  ['a.js', 'node.innerHTML = text', 'HTML set from a value'],
  ['a.js', 'node.insertAdjacentHTML("beforeend", text)', 'HTML set from a value'],
  ['a.jsx', '<p dangerouslySetInnerHTML={{ __html: x }} />', 'HTML set from a value'],
  ['a.js', 'document.write(text)', 'HTML written into the document'],
  ['a.js', `db.query("SELECT * FROM users WHERE name = '" + name + "'")`, 'SQL put together from text'],
  ['a.js', template('db.query(`DELETE FROM users WHERE id = <id>`)'), 'SQL put together from text'],
  ['a.js', template('execSync(`rm <path>`)'), 'a shell command put together from text'],
  ['a.js', `spawn('ls ' + dir, { shell: true })`, 'a shell command put together from text'],
  ['a.js', 'spawn(name, { shell: true })', 'a shell in a subprocess'],
  ['a.js', `createHash('md5')`, 'a weak hash'],
  ['a.js', 'const token = Math.random()', 'guessable randomness'],
  ['a.js', 'rejectUnauthorized: false', 'certificate checks switched off'],
  ['a.py', 'exec(code)', 'code run from a value'],
  ['a.py', 'eval(code)', 'eval of a value'],
  ['a.py', `cursor.execute("SELECT * FROM t WHERE a = '%s'" % name)`, 'SQL put together from text'],
  ['a.py', `cursor.execute("SELECT * FROM t WHERE a = {}".format(name))`, 'SQL put together from text'],
  ['a.py', `cursor.execute(f"SELECT * FROM t WHERE a = '{name}'")`, 'SQL put together from text'],
  ['a.py', 'subprocess.run(x, shell=True)', 'a shell in a subprocess'],
  ['a.py', 'os.system(x)', 'a shell in a subprocess'],
  ['a.py', 'pickle.loads(x)', 'unpickling'],
  ['a.py', 'yaml.load(x)', 'an unsafe YAML load'],
  ['a.py', 'hashlib.md5(x)', 'a weak hash'],
  ['a.py', 'tempfile.mktemp()', 'a temporary name that others can take'],
  ['a.go', 'q := fmt.Sprintf("SELECT * FROM t WHERE a = %s", name)', 'SQL put together from text'],
  ['a.go', 'exec.Command("sh", "-c", name)', 'a shell in a subprocess'],
  ['a.go', '&tls.Config{InsecureSkipVerify: true}', 'certificate checks switched off'],
  ['a.go', 'md5.New()', 'a weak hash'],
  ['A.java', 'st.executeQuery("SELECT * FROM t WHERE a = " + name);', 'SQL put together from text'],
  ['A.java', 'Runtime.getRuntime().exec("ls " + dir);', 'a shell command put together from text'],
  ['A.java', 'new ObjectInputStream(in).readObject();', 'objects deserialised from a stream'],
  ['A.java', 'MessageDigest.getInstance("MD5")', 'a weak hash'],
  ['a.rs', 'let q = format!("SELECT * FROM t WHERE a = {}", name);', 'SQL put together from text'],
  ['a.rs', 'Command::new("sh").arg("-c")', 'a shell in a subprocess'],
  ['a.rs', 'unsafe { *p }', 'unsafe code'],
  ['input.code', 'os.system(x)', 'a shell in a subprocess'],
  ['input.code', 'unsafe { *p }', 'unsafe code'],
])('%s: %s is %s', async (path, line, name) => {
  expect(await named(path, line)).toContain(`2: ${name}`);
});

test.each([
  ['a.js', '// eval(input)'],
  ['a.py', '# eval(input)'],
  ['a.js', 'model.eval()'],
  ['a.js', 'pattern.exec(text)'],
  ['a.js', `document.write('<b>fixed</b>')`],
  ['a.js', `db.query("SELECT * FROM users WHERE name = ?", [name])`],
  ['a.py', `cursor.execute("SELECT * FROM t WHERE a = %s", (name,))`],
  ['a.js', `const message = "Update the settings" + name`],
  ['a.js', `label = "Select " + name + " from"`],
  ['a.js', 'setTimeout(() => go(), 5)'],
  ['a.js', `spawn('ls', [dir])`],
  ['a.js', `createHash('sha256')`],
  ['a.js', 'unsafe { *p }'],
  ['a.go', 'db.Query("SELECT * FROM t WHERE a = $1", name)'],
  ['a.rs', 'let x = format!("{}", name);'],
])('%s: %s is nothing', async (path, line) => {
  expect(await named(path, line)).toEqual([]);
});

test('comments and texts are no code, however many lines they have', async () => {
  const text = '/**\n * eval(input)\n */\nconst help = `\neval(input)\n`;\n';
  expect(await dangerousCode('a.js', text, parsers)).toEqual({ notes: [], unparsed: false });
  const python = '"""\nos.system(x)\n"""\nx = "pickle.loads(y)"\n';
  expect(await dangerousCode('a.py', python, parsers)).toEqual({ notes: [], unparsed: false });
});

const inFunction: Record<string, (body: string) => string> = {
  'a.py': (body) => `def f(x):\n    ${body}\n`,
  'a.go': (body) => `package a\n\nfunc f(x string) {\n\t${body}\n}\n`,
  'a.rs': (body) => `fn f(x: &str) {\n    ${body}\n}\n`,
  'A.java': (body) => `class A {\n  void f(String x) {\n    ${body}\n  }\n}\n`,
  'a.ts': (body) => `function f(x: string) {\n  ${body}\n}\n`,
};

test.each([
  ['a.py', 'cursor.execute(\n        "SELECT a FROM b WHERE c = %s"\n        % x)', 'SQL put together from text'],
  ['a.py', 'subprocess.run(\n        x,\n        shell=True,\n    )', 'a shell in a subprocess'],
  ['a.py', 'requests.get(x, verify=False)', 'certificate checks switched off'],
  ['a.py', 'exec(x)', 'code run from a value'],
  ['a.go', 'q := fmt.Sprintf("SELECT * FROM t WHERE a = %s", x)', 'SQL put together from text'],
  ['a.go', 'exec.Command("sh",\n\t\t"-c", x)', 'a shell in a subprocess'],
  ['a.go', 'c := &tls.Config{InsecureSkipVerify: true}', 'certificate checks switched off'],
  ['a.go', 'md5.New()', 'a weak hash'],
  ['a.go', 'q := "DELETE FROM t WHERE a = " + x', 'SQL put together from text'],
  ['A.java', 'st.executeQuery("SELECT * FROM t WHERE a = " + x);', 'SQL put together from text'],
  ['A.java', 'Runtime.getRuntime().exec("ls " + x);', 'a shell command put together from text'],
  ['A.java', 'new ObjectInputStream(x).readObject();', 'objects deserialised from a stream'],
  ['A.java', 'MessageDigest.getInstance("MD5");', 'a weak hash'],
  ['a.rs', 'let q = format!("SELECT * FROM t WHERE a = {}", x);', 'SQL put together from text'],
  ['a.rs', 'Command::new("sh").arg("-c");', 'a shell in a subprocess'],
  ['a.rs', 'builder.danger_accept_invalid_certs(true);', 'certificate checks switched off'],
  ['a.rs', 'unsafe { *p }', 'unsafe code'],
  ['a.ts', template('exec(\n    `rm <x>`,\n  );'), 'a shell command put together from text'],
  ['a.ts', 'node.innerHTML =\n    x;', 'HTML set from a value'],
])('%s: in a function, %j is %s by its structure', async (path, body, name) => {
  const { notes: found, unparsed } = await dangerousCode(path, inFunction[path]?.(body) ?? '', parsers);
  expect(found.map(({ message }) => message)).toContain(name);
  expect(unparsed).toBe(false);
});

test('what cannot be parsed is looked at line by line, and says so', async () => {
  expect(await dangerousCode('a.py', 'x = = 1; os.system(x)\n', parsers)).toEqual({
    notes: [{ line: 1, message: 'a shell in a subprocess', secret: false }],
    unparsed: true,
  });
  const none = { trees: async () => [null], find: async () => [null] };
  expect((await dangerousCode('a.py', 'x = 1\n', none)).unparsed).toBe(true);
  expect((await dangerousCode('a.sql', 'x = 1\n', none)).unparsed).toBe(false);
});

test('a line with a secret says so, in a comment too, and each line is named once for one thing', async () => {
  const secret = ['AKIA', 'IOSFODNN7EXAMPLE'].join('');
  const { notes: found } = await dangerousCode('a.js', `// ${secret}\n`, parsers);
  expect(found).toEqual([{ line: 1, message: 'an AWS access key', secret: true }]);
  expect(await named('a.js', `q("SELECT a FROM b WHERE c = " + d)`)).toEqual(['2: SQL put together from text']);
});
