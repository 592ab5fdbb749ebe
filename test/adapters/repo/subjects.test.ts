import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { subjectsOf } from '../../../src/adapters/repo/history/subjects.ts';
import type { GitObject } from '../../../src/adapters/repo/trees/objects.ts';
import { tempDir } from '../../support/temp.ts';

test('the subjects of a history are those that git log shows, merges left out', async () => {
  const dir = tempDir();
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dir, encoding: 'utf8', env: { ...process.env, ...who } });
  let minute = 0;
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  const commit = (message: string) => {
    minute += 1;
    const date = `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`;
    execFileSync('git', ['commit', '-q', '--allow-empty', '-m', message], {
      cwd: dir,
      env: { ...process.env, ...who, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  };
  git('init', '-q', '-b', 'main');
  commit('first');
  commit('a subject\nof two lines\n\nand a body');
  git('checkout', '-q', '-b', 'side');
  commit('side one');
  git('checkout', '-q', 'main');
  commit('main three\n\nparent 0123');
  git('merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
  commit('last');
  const objects = async (name: string): Promise<GitObject | null> => {
    const type = git('cat-file', '-t', name).trim();
    return { oid: name, type, content: execFileSync('git', ['cat-file', type, name], { cwd: dir }) };
  };
  const shown = (most: number) => git('log', '--no-merges', `--max-count=${most}`, '--format=%s').trim().split('\n');
  const head = git('rev-parse', 'HEAD').trim();
  expect(await subjectsOf(objects, head, 200)).toEqual(shown(200));
  expect(await subjectsOf(objects, head, 2)).toEqual(shown(2));
  expect(shown(200)).toHaveLength(5);
});
