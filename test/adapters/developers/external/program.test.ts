import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../src/adapters/developers/external/program.ts';
import { places } from '../../../../src/languages/registry.ts';
import { tempDir } from '../../../support/temp.ts';

describe('the program of an agent', () => {
  const put = (home: string, path: string, mode = 0o644) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), '', { mode });
  };

  test.each([
    ['installed by npm shows the packages around it', ['lib/node_modules/@a/b/cli.js'], 'lib/node_modules'],
    ['in a virtual environment shows that', ['venvs/a/pyvenv.cfg', 'venvs/a/bin/agent'], 'venvs/a'],
    [
      'in a virtual environment inside of a package shows no more than that',
      ['src/a/package.json', 'src/a/.venv/pyvenv.cfg', 'src/a/.venv/bin/agent'],
      'src/a/.venv',
    ],
    ['in a package of its own shows that', ['src/agent/package.json', 'src/agent/dist/cli.js'], 'src/agent'],
    ['by itself shows itself', ['tools/agent'], 'tools/agent'],
    ['in a home with a manifest shows itself', ['package.json', 'agent'], 'agent'],
  ])('%s', (_title, files, mounts) => {
    const home = tempDir();
    for (const file of files) put(home, file, 0o755);
    const program = join(home, files.at(-1) ?? '');
    mkdirSync(join(home, 'path'));
    symlinkSync(program, join(home, 'path/some-agent'));
    const env = { HOME: home, PATH: `relative:${join(home, 'path')}` };
    const found = { path: program, mounts: [join(home, mounts)] };
    expect(findProgram('some-agent', env, '/repo', places())).toEqual(found);
    expect(findProgram('~/path/some-agent', env, '/repo', places())).toEqual(found);
    expect(findProgram(program, env, '/repo', places())).toEqual(found);
  });

  test("of the system's own folders needs nothing else, and one that cannot be run is not found", () => {
    const home = tempDir();
    put(home, 'agent');
    expect(findProgram('env', { PATH: '/usr/bin' }, '/repo')).toEqual({ path: '/usr/bin/env', mounts: [] });
    expect(findProgram('agent', { PATH: home }, '/repo')).toBeNull();
    expect(findProgram('/no/such/agent', {}, '/repo')).toBeNull();
  });

  test('is never one of the repository, whoever put that on the search path', () => {
    const home = tempDir();
    const top = join(home, 'repo');
    for (const file of ['repo/node_modules/.bin/agent', 'own/agent']) put(home, file, 0o755);
    mkdirSync(join(home, 'links'));
    symlinkSync(join(top, 'node_modules/.bin/agent'), join(home, 'links/agent'));
    const path = [join(top, 'node_modules/.bin'), join(home, 'links')];
    const env = { HOME: home, PATH: [...path, join(home, 'own')].join(':') };
    expect(findProgram('agent', env, top)?.path).toBe(join(home, 'own/agent'));
    expect(findProgram('agent', { ...env, PATH: path.join(':') }, top)).toBeNull();
    expect(findProgram(join(top, 'node_modules/.bin/agent'), env, top)).toBeNull();
    expect(findProgram('~/repo/node_modules/.bin/agent', env, top)).toBeNull();
  });
});
