import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { opened, put, repository, sh } from './setup.ts';

/** Two commits, one that is no ancestor, and a work folder with a change, a new file and a hidden one. */
async function place(scope = '') {
  const outside: Record<string, string> = scope === '' ? {} : { 'outside.txt': 'more\n' };
  const under = scope === '' ? '' : `${scope}/`;
  const dir = repository({
    [`${under}a.js`]: 'one\n',
    [`${under}lib/b.js`]: 'b\n',
    [`${under}private/plan.js`]: 'plan\n',
    ...(scope !== '' && { 'outside.txt': 'out\n' }),
  });
  put(dir, { [`${under}a.js`]: 'one\ntwo\n', [`${under}private/plan.js`]: 'newer plan\n', ...outside });
  sh(dir, 'commit', '-qam', 'second words');
  sh(dir, 'checkout', '-q', '-b', 'other');
  sh(dir, 'commit', '-q', '--allow-empty', '-m', 'elsewhere');
  const elsewhere = sh(dir, 'rev-parse', 'HEAD');
  sh(dir, 'checkout', '-q', 'main');
  const { workspace, clone, target } = await opened(dir);
  put(workspace.dir, {
    [`${under}a.js`]: 'one\nTWO\n',
    [`${under}new.js`]: 'new\n',
    [`${under}private/plan.js`]: 'secret plan\n',
  });
  const isHidden = (path: string) => path.startsWith('private/');
  const history = clone.history({ commit: target.head, workspace, scope, isHidden });
  const ask = async (line: string) => {
    const answer = await history.ask(line.split(' '));
    return 'refused' in answer ? `refused: ${answer.refused}` : answer.text;
  };
  return { dir, workspace, ask, elsewhere, head: target.head, under };
}

describe.each(['', 'packages/x'])('git as a developer may ask it, in the scope %j', (scope) => {
  test('shows what was changed, new files too, and nothing hidden or outside', async () => {
    const { ask } = await place(scope);
    const diff = await ask('diff');
    expect(diff).toContain('--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO');
    expect(diff).toContain('+++ b/new.js');
    expect(diff).not.toMatch(/plan|outside/);
    expect(await ask('diff --stat -- new.js')).toMatch(/^ new\.js \| 1 \+/);
    expect(await ask('diff --name-only HEAD~1 HEAD')).toBe('a.js');
    expect(await ask('diff HEAD~1..HEAD --name-status lib')).toBe('There is no difference.');
    expect(await ask('status --short')).toBe('M\ta.js\nA\tnew.js');
  });

  test('tells the history of HEAD and its ancestors', async () => {
    const { ask, head } = await place(scope);
    expect(await ask('log --oneline')).toMatch(/^[0-9a-f]+ second words\n[0-9a-f]+ first$/);
    expect(await ask('log -n 1 --format=%s a.js')).toBe('second words');
    expect(await ask('log -p --format=%s')).not.toMatch(/plan|outside/);
    expect(await ask('log HEAD~1..HEAD --format=%s')).toBe('second words');
    const shown = await ask(`show ${head.slice(0, 10)}`);
    expect(shown).toContain('second words');
    expect(shown).toContain('+two');
    expect(shown).not.toMatch(/plan|outside/);
    expect(await ask('show HEAD~1:a.js')).toBe('one');
    expect(await ask('blame -s -L 2,2 a.js')).toMatch(/^[0-9a-f]+ 2\) two$/);
  });

  test('restores a file, and only what HEAD has', async () => {
    const { ask, workspace, under } = await place(scope);
    const file = join(workspace.dir, under, 'a.js');
    await workspace.snapshot();
    expect(await ask('restore a.js')).toBe('Restored a.js.');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    writeFileSync(file, 'x\n');
    expect(await ask('checkout -- a.js')).toBe('Restored a.js.');
    expect(await ask('restore --source HEAD~1 a.js')).toBe('Restored a.js.');
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    expect(await ask('restore a.js new.js')).toMatch(/^refused: HEAD has no new\.js/);
    expect(existsSync(join(workspace.dir, under, 'new.js'))).toBe(true);
    await ask('restore a.js');
    expect(await ask('diff --name-only')).toBe('new.js');
    expect(existsSync(join(workspace.dir, '.git'))).toBe(false);
  });
});

describe('what git is not asked', () => {
  test.each([
    ['commit -m x', 'git commit is not offered here'],
    ['-c core.pager=touch log', 'git -c is not offered here'],
    ['diff --output=/tmp/x', 'git diff --output=/tmp/x is not offered here'],
    ['diff --ext-diff', 'git diff --ext-diff is not offered here'],
    ['diff --no-index /etc/passwd /dev/null', 'git diff --no-index is not offered here'],
    ['log --exec=x', 'git log --exec=x is not offered here'],
    ['diff -- ../outside.txt', 'is outside the repository'],
    ['show HEAD:../../x', 'is outside the repository'],
    ['diff -- /etc/passwd', 'is absolute'],
    ['diff -- :(attr:x)', 'is no plain path'],
    ['show HEAD:private/plan.js', 'is not shown: .pawlignore'],
    ['blame private/plan.js', 'is not shown: .pawlignore'],
    ['restore private/plan.js', 'is not shown: .pawlignore'],
    ['show HEAD~9', 'HEAD~9 is neither HEAD nor an ancestor of it'],
    ['restore', 'name the files'],
    ['blame', 'blame takes one file'],
  ])('%s', async (line, why) => {
    const { ask } = await place();
    expect(await ask(line)).toMatch(/^refused: /);
    expect(await ask(line)).toContain(why);
  });

  test('of a commit that is no ancestor', async () => {
    const { ask, elsewhere } = await place();
    expect(await ask(`show ${elsewhere}:a.js`)).toContain('is neither HEAD nor an ancestor of it');
    expect(await ask(`diff ${elsewhere}..HEAD`)).toContain('is neither HEAD nor an ancestor of it');
    expect(await ask(`show ${elsewhere}`)).not.toContain('elsewhere');
  });
});
