import { describe, expect, it } from 'vitest';
import { readersOf } from '../../../src/languages/judging/reach/readers.ts';

const added = ['test/cases/new.in'];

async function found(text: string, test = 'test/a.test.js', paths = added) {
  const { openable: read, walkers } = await readersOf(paths, [test], { paths: [test], read: async () => text });
  return { read: [...read], walkers };
}

describe("tests of base that may open what base's tree lacks", () => {
  it('name it, or a folder above it', async () => {
    expect(await found("readFileSync('test/cases/new.in')")).toEqual({ read: added, walkers: [] });
    expect(await found("join(import.meta.dirname, 'cases', name + '.in')")).toEqual({ read: added, walkers: [] });
    expect(await found("readFileSync('other/one.in')")).toEqual({ read: [], walkers: [] });
  });

  it('find it by listing a folder', async () => {
    for (const text of ["readdirSync('test/cases')", 'filepath.Glob("cases/*.in")', 'for f in "$here"/*; do'])
      expect(await found(text)).toEqual({ read: added, walkers: ['test/a.test.js'] });
    expect(await found("readdirSync('docs')", 'unit/a.test.js')).toEqual({ read: [], walkers: [] });
  });
});
