import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathsBehind, toolchainsOf } from '../../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../../src/languages/registry.ts';
import type { Toolchain } from '../../../../src/ports/outside/toolchain.ts';
import { tempDir } from '../support.ts';

test('a node in a home folder brings its programs and libraries, and not the folder around them', async () => {
  const home = tempDir();
  const version = join(home, '.nvm/versions/node/v20');
  program(join(version, 'bin/node'), '');
  mkdirSync(join(version, 'lib'));
  writeFileSync(join(version, '.npmrc'), 'token');
  expect(await toolchainsOf({ PATH: '' }, places(), join(version, 'bin/node'))()).toEqual([
    { paths: [join(version, 'bin'), join(version, 'lib')], bin: join(version, 'bin') },
  ]);
});

test('a node under /usr, or alone in a folder, brings nothing else', async () => {
  const alone = join(tempDir(), 'tools/node');
  expect(await toolchainsOf({ PATH: '' }, places(), '/usr/bin/node')()).toEqual([]);
  expect(await toolchainsOf({ PATH: '' }, places(), alone)()).toEqual([{ paths: [alone], bin: dirname(alone) }]);
});

test('a python behind a shim is found by asking it', async () => {
  const home = tempDir();
  const real = pythonIn(join(home, 'versions/3.12'));
  program(
    join(home, 'shims/python3'),
    `#!/bin/sh\nprintf '["%s","%s","%s"]' ${real} ${home}/versions/3.12 ${home}/versions/3.12\n`,
  );
  const [found] = await toolchainsOf({ PATH: join(home, 'shims') }, places(), '/usr/bin/node')();
  expect(found).toEqual({
    paths: [join(home, 'versions/3.12/bin'), join(home, 'versions/3.12/lib')],
    bin: join(home, 'versions/3.12/bin'),
  });
});

test('a python of pyenv, or in a prefix of its own, is there for a command that asks for none, without being run', async () => {
  const home = tempDir();
  const version = join(home, '.pyenv/versions/3.12');
  pythonIn(version);
  program(join(home, '.pyenv/shims/python3'), `#!/bin/sh\ntouch ${home}/asked\n`);
  writeFileSync(join(home, '.pyenv/version'), '3.12\n3.11\n');
  const found = [{ paths: [join(version, 'bin'), join(version, 'lib')], bin: join(version, 'bin') }];
  expect(await toolchainsOf({ PATH: join(home, '.pyenv/shims') }, places(), '/usr/bin/node')([])).toEqual(found);
  expect(await toolchainsOf({ PATH: join(version, 'bin') }, places(), '/usr/bin/node')([])).toEqual(found);
  expect(existsSync(join(home, 'asked'))).toBe(false);

  writeFileSync(join(home, '.pyenv/version'), 'system\n');
  expect(await toolchainsOf({ PATH: join(home, '.pyenv/shims') }, places(), '/usr/bin/node')([])).toEqual([]);
});

test('a python that pyenv has chosen is not asked, unless what it chose is no installed interpreter', async () => {
  const home = tempDir();
  const version = join(home, '.pyenv/versions/3.12');
  const real = pythonIn(version);
  const answer = `printf '["%s","%s","%s"]' ${real} ${version} ${version}`;
  program(join(home, '.pyenv/shims/python3'), `#!/bin/sh\ntouch ${home}/asked\n${answer}\n`);
  const found = [{ paths: [join(version, 'bin'), join(version, 'lib')], bin: join(version, 'bin') }];
  const env = { PATH: `${join(home, '.pyenv/shims')}:/usr/bin:/bin` };
  const ask = () => toolchainsOf(env, places(), '/usr/bin/node')(['python']);
  writeFileSync(join(home, '.pyenv/version'), '3.12\n');
  expect(await ask()).toEqual(found);
  expect(existsSync(join(home, 'asked'))).toBe(false);

  writeFileSync(join(home, '.pyenv/version'), '3.1\n');
  expect(await ask()).toEqual(found);
  expect(existsSync(join(home, 'asked'))).toBe(true);

  rmSync(join(home, 'asked'));
  writeFileSync(join(home, '.pyenv/version'), '3.12\n');
  writeFileSync(join(version, 'pyvenv.cfg'), 'home = /elsewhere\n');
  await ask();
  expect(existsSync(join(home, 'asked'))).toBe(true);
});

test('a python that fails or answers nonsense is left out', async () => {
  for (const answer of ['exit 3', 'echo nonsense', "echo '[1,2]'", "echo '[]'"]) {
    const folder = tempDir();
    program(join(folder, 'python3'), `#!/bin/sh\n${answer}\n`);
    expect(await toolchainsOf({ PATH: folder }, places(), '/usr/bin/node')()).toEqual([]);
  }
});

test('a virtual environment brings the interpreter that it was made from', () => {
  const home = tempDir();
  const real = pythonIn(join(home, 'python'));
  const venv = join(home, 'project/.venv');
  mkdirSync(join(venv, 'bin'), { recursive: true });
  symlinkSync(real, join(venv, 'bin/python3'));
  writeFileSync(join(venv, 'pyvenv.cfg'), `home = ${home}/python/bin\nversion = 3.12\n`);
  expect(pathsBehind({}, places())(venv)).toEqual([join(home, 'python/bin'), join(home, 'python/lib')]);
});

test('a virtual environment cannot name a folder that holds no python', () => {
  const home = tempDir();
  const venv = join(home, 'project/.venv');
  program(join(home, 'private/bin/python3'), '');
  mkdirSync(join(home, 'private/lib/secrets'), { recursive: true });
  mkdirSync(join(venv, 'bin'), { recursive: true });
  symlinkSync(join(home, 'private/bin/python3'), join(venv, 'bin/python3'));
  writeFileSync(join(venv, 'pyvenv.cfg'), `home = ${home}/private/bin\n`);
  expect(pathsBehind({}, places())(venv)).toEqual([]);
});

function pythonIn(prefix: string): string {
  program(join(prefix, 'bin/python3'), '');
  mkdirSync(join(prefix, 'lib/python3.12'), { recursive: true });
  writeFileSync(join(prefix, 'lib/python3.12/os.py'), '');
  return join(prefix, 'bin/python3');
}

function program(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}

test('a program that could not be asked is asked again, one that answered is not', async () => {
  const asked: string[] = [];
  const find = (name: string, outcomes: (Toolchain[] | Error)[]) => async () => {
    asked.push(name);
    const outcome = outcomes.shift() ?? [];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const toolchain = { paths: ['/opt/x'], bin: '/opt/x/bin' };
  const toolchains = toolchainsOf(
    {},
    [{ toolchains: { busy: find('busy', [new Error('EAGAIN'), [toolchain]]), ready: find('ready', [[]]) } }],
    '/usr/bin/node',
  );
  await expect(toolchains()).rejects.toThrow('EAGAIN');
  expect(await toolchains()).toEqual([toolchain]);
  expect(await toolchains(['busy', 'unknown'])).toEqual([toolchain]);
  expect(asked).toEqual(['busy', 'ready', 'busy']);
});
