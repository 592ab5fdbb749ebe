import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../src/adapters/developers/external/program.ts';
import { tempDir } from '../../../support/temp.ts';

describe('the program of an agent', () => {
  const put = (home: string, path: string, mode = 0o644) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), '', { mode });
  };

  test.each([
    ['installed by npm shows the packages around it', ['lib/node_modules/@a/b/cli.js'], 'lib/node_modules'],
    ['in a virtual environment shows that', ['venvs/a/pyvenv.cfg', 'venvs/a/bin/agent'], 'venvs/a'],
    ['in a package of its own shows that', ['src/agent/package.json', 'src/agent/dist/cli.js'], 'src/agent'],
    ['by itself shows itself', ['tools/agent'], 'tools/agent'],
    ['in a home with a manifest shows itself', ['package.json', 'agent'], 'agent'],
  ])('%s', (_title, files, shown) => {
    const home = tempDir();
    for (const file of files) put(home, file, 0o755);
    const program = join(home, files.at(-1) ?? '');
    mkdirSync(join(home, 'path'));
    symlinkSync(program, join(home, 'path/some-agent'));
    const env = { HOME: home, PATH: `relative:${join(home, 'path')}` };
    const found = { path: program, shown: [join(home, shown)] };
    expect(findProgram('some-agent', env)).toEqual(found);
    expect(findProgram('~/path/some-agent', env)).toEqual(found);
    expect(findProgram(program, env)).toEqual(found);
  });

  test("of the system's own folders needs nothing else, and one that cannot be run is not found", () => {
    const home = tempDir();
    put(home, 'agent');
    expect(findProgram('env', { PATH: '/usr/bin' })).toEqual({ path: '/usr/bin/env', shown: [] });
    expect(findProgram('agent', { PATH: home })).toBeNull();
    expect(findProgram('/no/such/agent', {})).toBeNull();
  });
});
