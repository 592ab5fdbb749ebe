import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leavingLink } from '../../../../src/adapters/sandboxes/place/leaving.ts';
import { pathsBehind } from '../../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../../src/languages/registry.ts';
import { shownIn } from '../../../../src/languages/runs/command.ts';
import type { Target } from '../../../../src/ports/outside/repo.ts';
import { policyWith } from '../../../core/policy.ts';
import { tempDir } from '../../../support/temp.ts';

/** A repository with these links, and folders for all of them to lead to. */
function repository(links: Record<string, string>) {
  const [top, elsewhere] = [tempDir(), tempDir()];
  for (const folder of ['packages/one', 'deps/node_modules/a', '.git/x', 'secrets'])
    mkdirSync(join(top, folder), { recursive: true });
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    symlinkSync(to.replace('ELSEWHERE', elsewhere), join(top, path));
  }
  return { top, elsewhere };
}

const look = (
  top: string,
  { bind = [], scope = '', installed }: { bind?: string[]; scope?: string; installed?: string } = {},
) => {
  const target: Target = { dir: join(top, scope), top, scope, git_dir: '', head: '', branch: null };
  return leavingLink(shownIn(target, policyWith({ tests: { ...policyWith().tests, bind } }), installed), places());
};

describe('a folder of dependencies', () => {
  test.each([
    ['out of the repository', { node_modules: 'ELSEWHERE' }],
    ['out of the repository, in two steps', { node_modules: 'next', next: 'ELSEWHERE' }],
    ['to a folder of the machine', { '.venv': '/usr' }],
    ['to a folder of the machine by many dots', { venv: '../../../../../../../../usr' }],
    ['to the repository itself', { node_modules: '.' }],
    ['to another folder of the repository', { node_modules: 'secrets' }],
    ['to the git directory', { node_modules: '.git' }],
    [
      'to a folder of that name in the git directory',
      { node_modules: '.git/node_modules', '.git/node_modules': '../.git/x' },
    ],
  ])('is refused where it is a link %s', (_name, links) => {
    const { top } = repository(links as Record<string, string>);
    expect(look(top)).toMatch(/ is a link to .*name (node_modules|\.?venv) in tests\.bind/);
  });

  test('is refused in the target folder as well as at the top', () => {
    const { top } = repository({ 'packages/one/node_modules': 'ELSEWHERE' });
    expect(look(top)).toBeNull();
    expect(look(top, { scope: 'packages/one' })).toContain('name packages/one/node_modules in tests.bind');
  });

  test('is refused where a folder on the way to it is a link', () => {
    const { top, elsewhere } = repository({ linked: 'ELSEWHERE' });
    mkdirSync(join(elsewhere, 'node_modules'));
    expect(look(top, { scope: 'linked' })).toContain(`linked/node_modules is a link to ${elsewhere}/node_modules`);
  });

  test('is refused among what an installation left, whatever the user binds in the repository', () => {
    const { top, elsewhere } = repository({ node_modules: 'ELSEWHERE' });
    const installed = tempDir();
    symlinkSync(elsewhere, join(installed, 'node_modules'));
    expect(look(top, { installed, bind: ['node_modules'] })).toContain(`${installed}/node_modules is a link`);
  });

  test.each(['node_modules', './node_modules', 'packages/../node_modules'])(
    'is shown where tests.bind names it as %s',
    (bind) => {
      const { top } = repository({ node_modules: 'ELSEWHERE' });
      expect(look(top, { bind: [bind] })).toBeNull();
    },
  );

  test('is shown where it is none, leads nowhere, or leads to other dependencies of the repository', () => {
    const { top } = repository({
      node_modules: 'deps/node_modules',
      'packages/one/node_modules': '../../node_modules',
      '.venv': 'nowhere',
      venv: 'venv',
    });
    expect(look(top, { scope: 'packages/one' })).toBeNull();
    mkdirSync(join(top, 'plain/node_modules/evil'), { recursive: true });
    expect(look(join(top, 'plain'))).toBeNull();
  });
});

test('a virtual environment brings no part of an interpreter that is a link out of it', () => {
  const { top } = repository({
    'evil/include': 'ELSEWHERE',
    'evil/lib64': 'lib',
    '.venv/bin/python3': '../../evil/bin/python3',
  });
  mkdirSync(join(top, 'evil/bin'), { recursive: true });
  mkdirSync(join(top, 'evil/lib/python3.0'), { recursive: true });
  for (const file of ['evil/bin/python3', 'evil/lib/python3.0/os.py']) writeFileSync(join(top, file), '');
  expect(pathsBehind({}, places())(join(top, '.venv'))).toEqual(
    ['bin', 'lib', 'lib64'].map((part) => join(top, 'evil', part)),
  );
});
