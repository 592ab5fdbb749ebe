import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adapter, put, repository, sh, tempDir, trySh } from './setup.ts';

const hooks = [
  'applypatch-msg',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-auto-gc',
  'pre-commit',
  'pre-push',
  'prepare-commit-msg',
  'reference-transaction',
];

/** A repository that tries to run something at every occasion; each leaves a mark of its own name. */
function hostile() {
  const dir = repository({
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    '.gitattributes': '*.txt filter=one diff=one merge=one\nb.txt filter=two.odd\n',
  });
  const marks = tempDir();
  const mark = (name: string) => `touch ${marks}/${name}`;
  const included = join(dir, '.git/included');
  writeFileSync(included, `[core]\n\tfsmonitor = ${mark('include.path')}; false\n`);
  const config: Record<string, string> = {
    'core.sshCommand': mark('core.sshCommand'),
    'core.gitProxy': mark('core.gitProxy'),
    'core.askPass': mark('core.askPass'),
    'core.editor': mark('core.editor'),
    'core.pager': `${mark('core.pager')}; cat`,
    'core.alternateRefsCommand': mark('core.alternateRefsCommand'),
    'core.attributesFile': join(dir, '.git/attributes-file'),
    'sequence.editor': mark('sequence.editor'),
    'credential.helper': `!${mark('credential.helper')}`,
    'gpg.program': `${marks}/../gpg`,
    'commit.gpgSign': 'true',
    'tag.gpgSign': 'true',
    'log.showSignature': 'true',
    'diff.external': mark('diff.external'),
    'diff.one.textconv': `${mark('diff.textconv')}; cat`,
    'diff.one.command': mark('diff.command'),
    'merge.one.driver': mark('merge.driver'),
    'filter.one.clean': `${mark('filter.clean')}; cat`,
    'filter.one.smudge': `${mark('filter.smudge')}; cat`,
    'filter.one.required': 'true',
    'filter.two.odd.process': mark('filter.process'),
    'uploadpack.packObjectsHook': mark('uploadpack.packObjectsHook'),
    'interactive.diffFilter': mark('interactive.diffFilter'),
    'alias.status': `!${mark('alias.builtin')}`,
    'alias.st': `!${mark('alias.new')}`,
    'remote.origin.url': `ext::${mark('remote.ext')}`,
    'remote.origin.uploadpack': mark('remote.uploadpack'),
    'remote.origin.promisor': 'true',
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
    'fetch.recurseSubmodules': 'true',
    'submodule.recurse': 'true',
    'gc.auto': '1',
    'gc.recentObjectsHook': mark('gc.recentObjectsHook'),
    'trailer.x.command': mark('trailer.command'),
  };
  for (const [key, value] of Object.entries(config)) sh(dir, 'config', key, value);
  put(dir, { '.git/attributes-file': '* filter=one\n' });
  for (const name of hooks) {
    writeFileSync(join(dir, '.git/hooks', name), `#!/bin/sh\n${mark(`hook.${name}`)}\n`, { mode: 0o755 });
  }
  return {
    dir,
    marks: () => readdirSync(marks).sort(),
    clear: () => {
      for (const name of readdirSync(marks)) rmSync(join(marks, name));
    },
    arm: (key: string, value: string) => sh(dir, 'config', key, value),
    mark,
    included,
  };
}

describe('a hostile repository', () => {
  for (const monitor of ['core.fsmonitor', 'include.path', 'core.hooksPath'] as const) {
    it(`runs nothing through us, with ${monitor} planted too, though plain git runs a lot`, async () => {
      const { dir, marks, clear, arm, mark, included } = hostile();
      if (monitor === 'core.fsmonitor') arm(monitor, `${mark(monitor)}; false`);
      if (monitor === 'include.path') arm(monitor, included);
      if (monitor === 'core.hooksPath') arm(monitor, join(dir, '.git/hooks'));
      const copy = join(tempDir(), 'copy');
      cpSync(dir, copy, { recursive: true });
      const stale = (place: string) => utimesSync(join(place, 'a.txt'), 1000, 1000);
      stale(dir);
      clear();

      const { repo } = adapter();
      const target = await repo.inspect(dir);
      put(dir, { 'a.txt': 'eno\n' });
      await repo.inspect(dir);
      const clone = await repo.clone('r1', target);
      const base = await clone.treeOf(target.head);
      const workspace = await clone.workspace('main', base);
      put(workspace.dir, { 'a.txt': 'changed\n', 'c.txt': 'new\n', '.gitattributes': '* filter=one diff=one\n' });
      plant(workspace.dir, mark);
      await workspace.list();
      await workspace.search('changed', null);
      const tree = await workspace.snapshot();
      await clone.diff(base, tree);
      const sha = await clone.commit({ tree, parent: target.head, message: 'x', at: 0 });
      await workspace.reset(base);
      expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
      expect(await repo.branchTip(target, 'pawl/x')).toBe(sha);
      expect(await repo.deleteBranch(target, 'pawl/x', sha)).toBe(true);
      await workspace.dispose();
      expect(marks()).toEqual([]);

      stale(copy);
      put(copy, { 'a.txt': 'eno\n', 'b.txt': 'changed\n' });
      const plain = (...args: string[]) => trySh(copy, '-c', 'filter.two.odd.process=', ...args);
      for (const args of [['status'], ['diff', 'HEAD'], ['checkout', '-b', 'x'], ['st'], ['fetch']]) plain(...args);
      plain('-c', 'diff.one.command=', 'log', '-p', '--no-show-signature');
      plain('reset', '--hard');
      // Written anew: git would take a file as old as its index for unchanged, and run no filter.
      put(copy, { 'a.txt': 'again\n', 'b.txt': 'again\n' });
      trySh(copy, 'add', '-A');
      const control = [
        'alias.new',
        'diff.command',
        'diff.textconv',
        'filter.clean',
        'filter.process',
        'filter.smudge',
        'hook.post-checkout',
        'hook.post-index-change',
        'hook.reference-transaction',
        'remote.ext',
        ...(monitor === 'core.hooksPath' ? [] : [monitor]),
      ];
      expect(marks()).toEqual(expect.arrayContaining(control));
    });
  }

  it('is not asked for a missing object over a transport of its choosing', async () => {
    const { dir, marks, clear, arm } = hostile();
    arm('extensions.partialClone', 'origin');
    arm('core.repositoryFormatVersion', '1');
    const { repo } = adapter();
    const target = await repo.inspect(dir);
    put(dir, { 'staged.txt': 'x' });
    trySh(dir, '-c', 'core.fsmonitor=false', 'add', 'staged.txt');
    const [blob = '', tree = ''] = sh(dir, 'rev-parse', 'HEAD:b.txt', 'HEAD^{tree}').split('\n');
    const lose = (oid: string) => rmSync(join(dir, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    clear();
    lose(blob);
    await expect(repo.clone('r1', target)).rejects.toThrow(/lacks 1 objects/);
    lose(tree);
    await expect(repo.clone('r2', target)).rejects.toMatchObject({ reason: 'git_failed' });
    expect(marks()).toEqual([]);
    trySh(dir, 'cat-file', '-p', blob);
    expect(marks()).toContain('remote.ext');
  });
});

/** A repository inside the work folder, as a model might plant one. */
function plant(work: string, mark: (name: string) => string): void {
  const sub = join(work, 'sub');
  mkdirSync(sub);
  sh(sub, 'init', '-q');
  sh(sub, 'commit', '-q', '--allow-empty', '-m', 'planted');
  sh(sub, 'config', 'core.fsmonitor', mark('planted.fsmonitor'));
  sh(sub, 'config', 'filter.one.clean', mark('planted.filter'));
  put(sub, { 'file.txt': 'x', '.gitattributes': '* filter=one\n' });
}
