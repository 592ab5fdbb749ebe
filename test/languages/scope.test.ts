import { describe, expect, test } from 'vitest';
import { filesOf } from '../../src/languages/runs/project.ts';
import { scopeAt } from '../../src/languages/runs/scope.ts';
import type { RepoPath, ScopePath } from '../../src/schema/code/path.ts';

const paths: RepoPath[] = ['a.js', 'packages/x/a.js', 'packages/xy/a.js'];

describe('a scope', () => {
  test('names its own files from itself, and no others', () => {
    const { holds, inside, nameOf, fromTop } = scopeAt('packages/x');
    expect(paths.map(holds)).toEqual([false, true, false]);
    expect(inside(paths)).toEqual(['a.js']);
    expect(paths.map(nameOf)).toEqual([null, 'a.js', null]);
    expect(fromTop('a.js')).toBe('packages/x/a.js');
  });

  test('that is the whole repository names every file as the repository does', () => {
    const { inside, fromTop } = scopeAt('');
    expect(inside(paths)).toEqual(paths);
    expect(fromTop('a.js')).toBe('a.js');
  });

  test('reads what a language asks for from where it lies', async () => {
    const asked: RepoPath[] = [];
    const files = filesOf(paths, 'packages/x', async (path) => {
      asked.push(path);
      return null;
    });
    await files.read('a.js');
    expect([files.paths, asked]).toEqual([['a.js'], ['packages/x/a.js']]);
  });

  test('keeps the two names apart when types are checked', () => {
    const { nameOf, fromTop } = scopeAt('packages/x');
    const [inner, outer]: [ScopePath, RepoPath] = ['a.js', 'packages/x/a.js'];
    // @ts-expect-error: this path is named from the scope
    nameOf(inner);
    // @ts-expect-error: this path is named from the top already
    fromTop(outer);
    // @ts-expect-error: neither is the other
    const mixed: RepoPath[] = [inner];
    expect(mixed).toHaveLength(1);
  });
});
