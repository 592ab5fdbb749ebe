import { describe, expect, test } from 'vitest';
import { grownManifests } from '../../../src/languages/judging/protection/manifests.ts';

const tree = (files: Record<string, string>) => ({
  paths: Object.keys(files),
  read: async (path: string) => files[path] ?? null,
});

/** Whether a manifest that goes from one text to another says nothing new about packages that base has. */
async function grows(path: string, base: string, now: string, more: Record<string, string> = {}): Promise<boolean> {
  const before = tree({ [path]: base, 'old/file.txt': '' });
  return (await grownManifests([path], before, tree({ ...more, [path]: now }))).has(path);
}

const cargo = (members: string, more = '') => `[workspace]\nmembers = [${members}]\n${more}`;
const pom = (...names: string[]) =>
  `<project><modules>${names.map((name) => `<module>${name}</module>`).join('')}</modules></project>`;
const npm = (...names: string[]) => JSON.stringify({ workspaces: names });

describe('a manifest', () => {
  test('may name folders that are new to base', async () => {
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"a", "new"'))).toBe(true);
    expect(await grows('pom.xml', pom('a'), pom('a', 'new'))).toBe(true);
    expect(await grows('package.json', npm('a'), npm('a', './packages/new'))).toBe(true);
    expect(await grows('package.json', '{ "version": "1.0.0" }', '{ "version": "1.0.1" }')).toBe(true);
  });

  test('may not leave out or replace what base has, nor say anything else about tests', async () => {
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"new"'))).toBe(false);
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"a", "old"'))).toBe(false);
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"a", "*"'))).toBe(false);
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"a", "../new"'))).toBe(false);
    expect(await grows('Cargo.toml', cargo('"a"'), cargo('"a", "new"', 'exclude = ["a"]\n'))).toBe(false);
    expect(await grows('pom.xml', pom('a'), pom('new'))).toBe(false);
    expect(await grows('package.json', npm('a'), npm('!a', 'a'))).toBe(false);
  });

  test('of Go may replace a module by the folder that it is in, and nothing that base asks for', async () => {
    const top = (more: string) => `module example.com/top\n\ngo 1.21\n${more}`;
    const replaced = top('require example.com/new v0.0.0\nreplace example.com/new => ./new\n');
    expect(await grows('go.mod', top(''), replaced, { 'new/go.mod': 'module example.com/new\n' })).toBe(true);
    expect(await grows('go.mod', top(''), replaced, { 'new/go.mod': 'module example.com/other\n' })).toBe(false);
    const required = top('require example.com/lib v1.0.0\n');
    const lib = { 'lib/go.mod': 'module example.com/lib\n' };
    expect(await grows('go.mod', required, `${required}replace example.com/lib => ./lib\n`, lib)).toBe(false);
    expect(await grows('go.mod', top(''), top('replace example.com/lib => example.org/lib v1.0.0\n'), lib)).toBe(false);
  });
});
