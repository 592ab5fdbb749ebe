import type { Pair } from '../pairs.ts';

export const javascriptPairs: Pair[] = [
  {
    path: 'src/calc.js',
    danger: 'eval of a value',
    bad: `export function total(formula, row) {
  const code = formula.replace(/\\$/g, 'row.');
  return eval(code); // <-
}`,
    safe: `import { evaluate } from './formula.js';

export function total(formula, row) {
  return evaluate(formula, row);
}`,
  },
  {
    path: 'src/rule.ts',
    danger: 'a function made from text',
    bad: `export function rule(condition: string): (user: unknown) => boolean {
  return new Function('user', \`return \${condition}\`) as (user: unknown) => boolean; // <-
}`,
    safe: `const rules = { adult: (user: { age: number }) => user.age > 17 };

export function rule(name: keyof typeof rules) {
  return rules[name];
}`,
  },
  {
    path: 'src/plugin.js',
    danger: 'code run from a value',
    bad: `import { runInNewContext as run } from 'node:vm';

export function plugin(source, context) {
  return run(source, context); // <-
}`,
    safe: `import vm from 'node:vm';

const probe = '1 + 1';
export function works() {
  return vm.runInNewContext(probe, {}) === 2;
}`,
  },
  {
    path: 'src/history.ts',
    danger: 'a shell command put together from text',
    bad: `import { exec as run } from 'node:child_process';
import { promisify } from 'node:util';

const shell = promisify(run);

export async function history(branch: string) {
  const command = 'git log --oneline ' + branch;
  const { stdout } = await shell(command); // <-
  return stdout.split('\\n');
}`,
    safe: `import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const version = promisify(require('child_process').exec);

export async function history(branch: string) {
  await version('git --version');
  const { stdout } = await run('git', ['log', '--oneline', branch]);
  return /^(\\w+) (.*)$/.exec(\`\${stdout}\`);
}`,
  },
  {
    path: 'src/archive.js',
    danger: 'a shell in a subprocess',
    bad: `const { spawn } = require('child_process');

function archive(folder, done) {
  const child = spawn('tar', ['-czf', 'out.tgz', folder], { shell: true }); // <-
  child.on('close', done);
}
module.exports = { archive };`,
    safe: `const { spawn } = require('child_process');

function archive(folder, done) {
  const child = spawn('tar', ['-czf', 'out.tgz', folder], { stdio: 'inherit' });
  spawn('ls *.tgz | wc -l', { shell: true });
  child.on('close', done);
}
module.exports = { archive };`,
  },
  {
    path: 'src/users.ts',
    danger: 'SQL put together from text',
    bad: `export async function byName(db: Db, name: string, limit = 10) {
  const rows = await db.query(
    \`SELECT id, name -- <-
       FROM users
      WHERE name = '\${name}'
      LIMIT \${Number(limit)}\`,
  );
  return rows;
}`,
    safe: `const columns = { name: 'name', age: 'age' };

export async function sorted(db: Db, by: keyof typeof columns, ids: number[]) {
  const holes = ids.map(() => '?').join(', ');
  const order = columns[by] ?? 'name';
  return db.query(\`SELECT id FROM users WHERE id IN (\${holes}) ORDER BY \${order}\`, ids);
}`,
  },
  {
    path: 'src/orders.js',
    danger: 'SQL put together from text',
    bad: `export function orders(db, filter) {
  let sql = 'SELECT * FROM orders WHERE 1 = 1';
  if (filter.state) {
    sql += " AND state = '" + filter.state + "'"; // <-
  }
  return db.all(sql);
}`,
    safe: `export function orders(db, filter) {
  let sql = 'SELECT * FROM orders WHERE 1 = 1';
  const values = [];
  if (filter.state) {
    sql += ' AND state = ?';
    values.push(filter.state);
  }
  return db.all(sql, values);
}`,
  },
  {
    path: 'src/remove.ts',
    danger: 'SQL put together from text',
    bad: `export const remove = (db: Db, id: string) => db.run('DELETE FROM notes WHERE id = ' + id); // <-`,
    safe: `import { sql } from './sql.ts';

export const remove = (db: Db, id: string) => db.run(sql\`DELETE FROM notes WHERE id = \${id}\`);
export const hint = (list: string) => 'Select one of these from ' + list;`,
  },
  {
    path: 'src/comment.js',
    danger: 'HTML set from a value',
    bad: `export function show(node, comment) {
  const html = \`<p>\${comment.text}</p>\`;
  node.innerHTML = html; // <-
}`,
    safe: `import DOMPurify from 'dompurify';

export function show(node, comment) {
  node.querySelector('p').textContent = comment.text;
  node.innerHTML = \`<p>\${DOMPurify.sanitize(comment.text)}</p>\`;
}`,
  },
  {
    path: 'src/toast.js',
    danger: 'HTML set from a value',
    bad: `export function toast(message) {
  document.body.insertAdjacentHTML('beforeend', '<div>' + message + '</div>'); // <-
}`,
    safe: `const box = '<div class="toast"></div>';

export function toast(message) {
  document.body.insertAdjacentHTML('beforeend', box);
  document.body.lastElementChild.append(message);
}`,
  },
  {
    path: 'src/post.tsx',
    danger: 'HTML set from a value',
    bad: `export function Post({ body }: { body: string }) {
  const markup = { __html: body }; // <-
  return <article dangerouslySetInnerHTML={markup} />;
}`,
    safe: `import sanitizeHtml from 'sanitize-html';

export function Post({ body }: { body: string }) {
  const clean = sanitizeHtml(body);
  return <article dangerouslySetInnerHTML={{ __html: clean }} />;
}`,
  },
  {
    path: 'src/print.js',
    danger: 'HTML written into the document',
    bad: `export function print(title) {
  document.write('<h1>' + title + '</h1>'); // <-
}`,
    safe: `export function print(title) {
  document.write('<h1></h1>');
  document.querySelector('h1').textContent = title;
}`,
  },
  {
    path: 'src/hello.js',
    danger: 'HTML sent from a value',
    bad: `import express from 'express';

export const app = express();
app.get('/hello', (req, res) => {
  res.status(200).send(\`<h1>Hello \${req.query.name}</h1>\`); // <-
});`,
    safe: `import express from 'express';
import escapeHtml from 'escape-html';

export const app = express();
app.get('/hello', (req, res) => {
  res.status(200).send(\`<h1>Hello \${escapeHtml(req.query.name)}</h1>\`);
});`,
  },
  {
    path: 'src/profile.js',
    danger: 'objects read from a value',
    bad: `const serialize = require('node-serialize');

exports.profile = (req) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString();
  return serialize.unserialize(text); // <-
};`,
    safe: `exports.profile = (req) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString();
  return JSON.parse(text);
};`,
  },
  {
    path: 'src/client.ts',
    danger: 'certificate checks switched off',
    bad: `import https from 'node:https';

export function client(host: string) {
  return new https.Agent({ host, rejectUnauthorized: false }); // <-
}`,
    safe: `import { readFileSync } from 'node:fs';
import https from 'node:https';

export function client(host: string, ca: string) {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0') throw new Error('checks must stay on');
  return new https.Agent({ host, ca: readFileSync(ca), rejectUnauthorized: true });
}`,
  },
  {
    path: 'src/start.js',
    danger: 'certificate checks switched off',
    bad: `export function start(server) {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // <-
  server.listen(8080);
}`,
    safe: `export function start(server, ca) {
  process.env.NODE_EXTRA_CA_CERTS = ca;
  server.listen(8080);
}`,
  },
  {
    path: 'src/token.ts',
    danger: 'guessable randomness',
    bad: `export function resetToken(user: { id: string }) {
  const token = Math.random().toString(36).slice(2); // <-
  return { user: user.id, token };
}`,
    safe: `import { randomBytes } from 'node:crypto';

export function resetToken(user: { id: string }) {
  const token = randomBytes(32).toString('hex');
  const delay = Math.random() * 1000;
  return { user: user.id, token, delay };
}`,
  },
  {
    path: 'src/password.js',
    danger: 'a weak hash of a password',
    bad: `import { createHash } from 'node:crypto';

export function stored(password) {
  return createHash('md5').update(password).digest('hex'); // <-
}`,
    safe: `import { createHash, scryptSync } from 'node:crypto';

export function stored(password, salt) {
  return scryptSync(password, salt, 64).toString('hex');
}
export const cacheKey = (url) => createHash('md5').update(url).digest('hex');`,
  },
  {
    path: 'src/share.ts',
    danger: 'a world-writable file',
    bad: `import { chmodSync } from 'node:fs';

export function share(path: string) {
  chmodSync(path, 0o777); // <-
}`,
    safe: `import { chmodSync } from 'node:fs';

export function share(path: string) {
  chmodSync(path, 0o755);
}`,
  },
  {
    path: 'src/session.js',
    danger: 'tokens without a signature',
    bad: `import jwt from 'jsonwebtoken';

export function session(token, key) {
  return jwt.verify(token, key, { algorithms: ['HS256', 'none'] }); // <-
}`,
    safe: `import jwt from 'jsonwebtoken';

export function session(token, key) {
  return jwt.verify(token, key, { algorithms: ['HS256'] });
}`,
  },
  {
    path: 'src/origins.js',
    danger: 'credentials for every origin',
    bad: `import cors from 'cors';

export function open(app) {
  app.use(cors({ origin: true, credentials: true })); // <-
}`,
    safe: `import cors from 'cors';

export function open(app) {
  app.use(cors({ origin: 'https://example.com', credentials: true }));
  app.use('/public', cors({ origin: '*' }));
}`,
  },
  {
    path: 'src/files.js',
    danger: 'a file named by a request',
    bad: `import { readFile } from 'node:fs/promises';
import path from 'node:path';

export async function download(req, res) {
  const file = path.join('uploads', req.params.name);
  res.end(await readFile(file)); // <-
}`,
    safe: `import { readFile } from 'node:fs/promises';
import path from 'node:path';

export async function download(req, res) {
  const file = path.join('uploads', path.basename(req.params.name));
  res.end(await readFile(file));
}`,
  },
];
