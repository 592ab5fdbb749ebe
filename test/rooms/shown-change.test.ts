import { expect, test } from 'vitest';
import { redacted } from '../../src/adapters/redacted/redacted.ts';
import { shownChange } from '../../src/rooms/shown-change.ts';
import { opened, put, repository } from '../adapters/repo/setup.ts';

const { sight } = redacted({});
const token = ['ghp_', 'a1B2'.repeat(9)].join('');

async function patchOf(before: Record<string, string>, after: Record<string, string>): Promise<string> {
  const { clone, base, workspace } = await opened(repository(before));
  put(workspace.dir, after);
  return (await clone.diff(base, await workspace.snapshot())).patch;
}

test('a change that brings a secret is shown to nobody', async () => {
  expect(shownChange(await patchOf({ 'a.js': '1\n' }, { 'a.js': `1\nconst t = '${token}';\n` }), '', sight)).toBeNull();
});

test('a secret that it takes away or stands beside is not shown', async () => {
  const shown = shownChange(await patchOf({ 'a.js': `'${token}'\n1\n` }, { 'a.js': "''\n2\n" }), '', sight);
  expect(shown).toContain("-'[redacted:GitHub token]'");
  expect(shown).not.toContain(token);
});

test('its files are named from the target', async () => {
  const patch = await patchOf({ 'pkg/a b.js': '1\n' }, { 'pkg/a b.js': '2\n', 'pkg/new.js': 'a/pkg/x\n' });
  const shown = shownChange(patch, 'pkg', sight);
  expect(shown).toMatch(/^--- a\/a b\.js/m);
  expect(shown).toMatch(/^\+\+\+ b\/new\.js/m);
  expect(shown).toContain('+a/pkg/x');
  expect(shownChange(patch, '', sight)).toBe(patch);
});
