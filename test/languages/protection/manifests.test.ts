import { describe, expect, it } from 'vitest';
import { addedDependencies, locksOf } from '../../../src/languages/judging/protection/manifests.ts';

const json = (content: object) => JSON.stringify(content);

describe('what a manifest asks for besides', () => {
  it.each<[string, string, string | null, string, string[]]>([
    [
      'a new one',
      'package.json',
      json({ dependencies: { a: '1' } }),
      json({ dependencies: { a: '1', b: '2' } }),
      ['b'],
    ],
    ['another version', 'package.json', json({ dependencies: { a: '1' } }), json({ dependencies: { a: '2' } }), ['a']],
    ['one for development', 'x/package.json', json({}), json({ devDependencies: { c: '1' } }), ['c']],
    ['one less', 'package.json', json({ dependencies: { a: '1' } }), json({}), []],
    [
      'another name and version of its own',
      'package.json',
      json({ version: '1' }),
      json({ version: '2', name: 'x' }),
      [],
    ],
    ['a first manifest', 'package.json', null, json({ dependencies: { a: '1' } }), ['a']],
    ['no JSON', 'package.json', json({}), '{', []],
    ['a requirement', 'requirements.txt', 'a==1\n', 'a==1\n# b\nB[x]>=2 # why\n-r other.txt\n', ['b']],
    [
      'a project',
      'pyproject.toml',
      '[project]\ndependencies = ["a"]\n',
      '[project]\ndependencies = [\n  "a",\n  "b>=1",\n]\n',
      ['b'],
    ],
    ['an extra', 'pyproject.toml', '', "[project.optional-dependencies]\ntest = ['pytest']\n", ['pytest']],
    [
      'poetry',
      'pyproject.toml',
      '[tool.poetry.dependencies]\npython = "^3"\n',
      '[tool.poetry.dependencies]\npython = "^3.1"\na = "1"\n',
      ['a'],
    ],
    ['a crate', 'Cargo.toml', '[dependencies]\na = "1"\n', '[dependencies]\na = "1"\nb = { version = "2" }\n', ['b']],
    ['a crate of its own section', 'Cargo.toml', '', '[dev-dependencies.c]\nversion = "1"\n', ['c']],
    [
      'a Go module',
      'go.mod',
      'module x.y/z\n',
      'module x.y/z\ngo 1.22\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n',
      ['github.com/a/b'],
    ],
    ['no manifest', 'other.json', json({}), json({ dependencies: { a: '1' } }), []],
  ])('%s', (_, path, base, now, names) => {
    expect(addedDependencies(path, base, now)).toEqual(names);
  });

  it('goes with its lock files', () => {
    expect(locksOf('web/package.json')).toContain('web/package-lock.json');
    expect(locksOf('Cargo.toml')).toEqual(['Cargo.lock']);
    expect(locksOf('requirements.txt')).toEqual([]);
  });
});
