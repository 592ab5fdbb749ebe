import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initialCommit } from '../../../src/adapters/repo/first/init.ts';
import { missingIgnores } from '../../../src/languages/ignore-lines.ts';
import { canaries } from '../../code/canaries.ts';
import { fingerprint, plainEnv, put, repository, sh, tempDir } from './setup.ts';

const ready = { created: [], proposal: null, committed: false };

describe('making a first commit', () => {
  it('makes the repository and a commit of what is not ignored, as the user', async () => {
    const home = tempDir();
    writeFileSync(
      join(home, '.gitconfig'),
      '[user]\nname = Zoë\nemail = z@example.test\n[init]\ndefaultBranch = trunk\n',
    );
    const dir = tempDir();
    put(dir, { 'a.txt': '1', 'b/c.txt': '2', 'x.log': 'x', '.gitignore': '*.log\n' });
    const { created } = await initialCommit(dir, plainEnv(home), missingIgnores);
    expect(created).toEqual([`a git repository in ${dir}`, 'a first commit of 3 files']);
    expect(sh(dir, 'log', '--format=%an <%ae> %D')).toBe('Zoë <z@example.test> HEAD -> trunk');
    expect(sh(dir, 'ls-files')).toBe('.gitignore\na.txt\nb/c.txt');
    expect(sh(dir, 'status', '--porcelain')).toBe('');
    expect(await initialCommit(dir, plainEnv(home), missingIgnores)).toEqual(ready);
  });

  it('makes only the commit in a repository without one, from a subfolder too, as Pawl without a name', async () => {
    const dir = tempDir();
    sh(dir, 'init', '-q');
    mkdirSync(join(dir, 'sub'));
    const { created } = await initialCommit(join(dir, 'sub'), plainEnv('/nonexistent'), missingIgnores);
    expect(created).toEqual(['a first commit of 0 files']);
    expect(sh(dir, 'log', '--format=%an <%ae>')).toBe('Pawl <pawl@localhost>');
    expect(existsSync(join(dir, 'sub/.git'))).toBe(false);
  });

  it('commits as the environment names the author, as git would', async () => {
    const dir = tempDir();
    sh(dir, 'init', '-q');
    const named = { GIT_AUTHOR_NAME: 'Robot', GIT_AUTHOR_EMAIL: 'robot@example.test' };
    await initialCommit(dir, { ...plainEnv('/nonexistent'), ...named }, missingIgnores);
    expect(sh(dir, 'log', '--format=%an <%ae>')).toBe('Robot <robot@example.test>');
  });

  it('leaves a repository with commits alone', async () => {
    const dir = repository();
    put(dir, { 'dirty.txt': 'x' });
    const before = fingerprint(dir);
    expect(await initialCommit(dir, plainEnv('/nonexistent'), missingIgnores)).toEqual(ready);
    expect(fingerprint(dir)).toEqual(before);
  });

  it('runs neither hooks nor filters of the repository', async () => {
    const dir = tempDir();
    const marks = tempDir();
    sh(dir, 'init', '-q');
    sh(dir, 'config', 'filter.bad.clean', `touch ${marks}/filter; cat`);
    for (const hook of ['pre-commit', 'post-commit', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(dir, '.git/hooks', hook), `#!/bin/sh\ntouch ${marks}/${hook}\n`, { mode: 0o755 });
    }
    put(dir, { '.gitattributes': '* filter=bad\n', 'a.txt': '1' });
    await initialCommit(dir, plainEnv('/nonexistent'), missingIgnores);
    expect(readdirSync(marks)).toEqual([]);
    expect(sh(dir, 'show', 'HEAD:a.txt')).toBe('1');
  });

  it('refuses a bare repository, a git directory and a missing folder', async () => {
    const bare = tempDir();
    sh(bare, 'init', '-q', '--bare');
    const env = plainEnv('/nonexistent');
    await expect(initialCommit(bare, env, missingIgnores)).rejects.toMatchObject({ reason: 'bare' });
    await expect(initialCommit(join(repository(), '.git'), env, missingIgnores)).rejects.toMatchObject({
      reason: 'not_a_repository',
    });
    await expect(initialCommit(join(bare, 'none'), env, missingIgnores)).rejects.toMatchObject({ reason: 'no_target' });
  });
});

describe('what a first commit would hold', () => {
  const env = plainEnv('/nonexistent');
  const { text: token } = canaries.github ?? { text: '' };
  const files = (dir: string) => sh(dir, 'ls-files').split('\n');

  it('is shown before anything is written, and nothing is written without a yes', async () => {
    const dir = tempDir();
    put(dir, { 'package.json': '{}', 'a.js': '1', 'node_modules/x/index.js': '1', 'node_modules/x/.env': 'A=1' });
    const before = readdirSync(dir);
    const shown: unknown[] = [];
    const result = await initialCommit(dir, env, missingIgnores, async (proposal) => shown.push(proposal) > 1);
    expect(result).toMatchObject({ created: [], committed: false });
    expect(shown).toMatchObject([{ top: dir, files: ['.gitignore', 'a.js', 'package.json'], bytes: 3, nested: [] }]);
    expect(readdirSync(dir)).toEqual(before);
  });

  it.each([
    ['node', { 'package.json': '{}' }, 'node_modules/'],
    ['python', { 'app.py': '' }, '__pycache__/'],
    ['rust', { 'Cargo.toml': '' }, 'target/'],
    ['go', { 'go.mod': '' }, '*.test'],
    ['java', { 'pom.xml': '' }, 'target/'],
    ['gradle', { 'build.gradle.kts': '' }, '.gradle/'],
    ['two of them', { 'a/package.json': '{}', 'b/pyproject.toml': '' }, '.venv/'],
  ])('leaves out what %s leaves behind', async (_name, given, line) => {
    const dir = tempDir();
    put(dir, given);
    const { proposal } = await initialCommit(dir, env, missingIgnores);
    expect(proposal?.ignore).toContain(line);
    expect(readFileSync(join(dir, '.gitignore'), 'utf8').split('\n')).toContain(line);
  });

  it('adds to a .gitignore only what it lacks, and takes nothing away', async () => {
    const dir = tempDir();
    const own = 'node_modules\n!coverage/\n/.next\n*.tsbuildinfo';
    put(dir, { 'package.json': '{}', '.gitignore': own });
    await initialCommit(dir, env, missingIgnores);
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe(`${own}\nnpm-debug.log*\n`);
    const plain = tempDir();
    put(plain, { 'README.md': 'hello' });
    expect((await initialCommit(plain, env, missingIgnores)).proposal?.ignore).toEqual([]);
    expect(files(plain)).toEqual(['README.md']);
  });

  it.each([
    ['.env', 'A=1'],
    ['deep/.env.production', 'A=1'],
    ['id_ed25519', 'x'],
    ['store.p12', 'x'],
    ['.netrc', 'x'],
    ['infra/terraform.tfstate', '{}'],
  ])('is refused for %s by its name', async (path, content) => {
    const dir = tempDir();
    put(dir, { 'a.js': '1', [path]: content });
    await expect(initialCommit(dir, env, missingIgnores)).rejects.toMatchObject({
      exitCode: 2,
      places: [{ file: path, line: 1 }],
    });
    expect(existsSync(join(dir, '.git'))).toBe(false);
  });

  it.each(Object.entries(canaries))('is refused for the content of any file: %s', async (_name, { text, secret }) => {
    const dir = tempDir();
    put(dir, { 'a.js': '1', 'b.txt': `one\ntwo\n${text}\n` });
    const error = await initialCommit(dir, env, missingIgnores).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ exitCode: 2, places: [{ file: 'b.txt', line: 3 }] });
    expect(JSON.stringify(error) + String(error)).not.toContain(secret);
  });

  it('is refused for a token of npm, a key in base64 or DER, and a token in a name or a link', async () => {
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
    const [github] = Object.values(canaries).filter(({ secret }) => secret.startsWith('ghp_'));
    const refused = async (write: (dir: string) => void) => {
      const dir = tempDir();
      write(dir);
      const error = await initialCommit(dir, env, missingIgnores).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ exitCode: 2, places: [{ line: expect.any(Number) }] });
    };
    await refused((dir) => put(dir, { '.npmrc': '//host.test/:_authToken=abcdef12-3456-7890-abcd-ef1234567890\n' }));
    await refused((dir) => put(dir, { config: `client-key-data: ${Buffer.from(pem).toString('base64')}\n` }));
    await refused((dir) => writeFileSync(join(dir, 'id.bin'), key.export({ type: 'pkcs8', format: 'der' })));
    await refused((dir) => put(dir, { [github?.secret ?? '']: 'x' }));
    await refused((dir) => symlinkSync(github?.secret ?? '', join(dir, 'link')));
  });

  it('is refused for a secret far into a large file, in UTF-16, in a staged file that is ignored', async () => {
    const far = tempDir();
    put(far, { 'big.txt': `${'x\n'.repeat(1024 * 600)}${token}\n` });
    await expect(initialCommit(far, env, missingIgnores)).rejects.toMatchObject({
      places: [{ file: 'big.txt', line: 1024 * 600 + 1 }],
    });
    const wide = tempDir();
    writeFileSync(join(wide, 'wide.txt'), Buffer.from(`\uFEFFa\n${token}\n`, 'utf16le'));
    await expect(initialCommit(wide, env, missingIgnores)).rejects.toMatchObject({
      places: [{ file: 'wide.txt', line: 2 }],
    });
    const staged = tempDir();
    sh(staged, 'init', '-q');
    put(staged, { '.env': 'A=1', '.gitignore': '.env\n' });
    sh(staged, 'add', '-f', '.env');
    await expect(initialCommit(staged, env, missingIgnores)).rejects.toMatchObject({ places: [{ file: '.env' }] });
  });

  it('is not refused for examples, templates and what is ignored', async () => {
    const dir = tempDir();
    put(dir, {
      '.gitignore': '.env\nlocal/\n',
      '.env': `TOKEN=${token}`,
      'local/key.txt': token,
      '.env.example': 'DB_PASSWORD=your-password-here\nAPI_KEY=\n',
      'README.md': 'postgres://user:password@localhost:5432/app and Authorization: Bearer YOUR_TOKEN_GOES_HERE',
      'login.test.js':
        "const password = 'correct horse'; login({ password: 'password123' }); const token = 'test-token-1234';",
      'cert.pem': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
      'logo.png': '\u0000\u0001binary',
    });
    expect((await initialCommit(dir, env, missingIgnores)).committed).toBe(true);
    expect(files(dir)).toEqual(['.env.example', '.gitignore', 'README.md', 'cert.pem', 'login.test.js', 'logo.png']);
  });

  it('is links as links, no pipes, and no repositories inside, which it names', async () => {
    const dir = tempDir();
    const outside = tempDir();
    put(outside, { 'secret.txt': token });
    put(dir, { 'a.js': '1', 'inner/b.js': '1', '[x].js': '1' });
    sh(join(dir, 'inner'), 'init', '-q');
    symlinkSync(join(outside, 'secret.txt'), join(dir, 'link'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const { proposal } = await initialCommit(dir, env, missingIgnores);
    expect(proposal).toMatchObject({ files: ['[x].js', 'a.js', 'link'], nested: ['inner/'] });
    expect(sh(dir, 'ls-files', '-s', 'link')).toMatch(/^120000/);
    expect(files(dir)).toEqual(['[x].js', 'a.js', 'link']);
  });

  it('leaves a .gitignore alone that is a link', async () => {
    const dir = tempDir();
    const outside = join(tempDir(), 'rc');
    writeFileSync(outside, 'mine\n');
    put(dir, { 'package.json': '{}' });
    symlinkSync(outside, join(dir, '.gitignore'));
    await expect(initialCommit(dir, env, missingIgnores)).rejects.toThrow(/is not a plain file/);
    expect(readFileSync(outside, 'utf8')).toBe('mine\n');
  });

  it('takes thousands of files in a moment', async () => {
    const dir = tempDir();
    put(dir, Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`d${at % 50}/f${at}.txt`, `line ${at}\n`])));
    expect((await initialCommit(dir, env, missingIgnores)).proposal?.files).toHaveLength(3000);
  });
});
