import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGlob, matcherOf, matchesAny } from '../../src/code/globs.ts';

test.each([
  ['src/*.ts', ['src/a.ts'], ['src/a/b.ts', 'a.ts', 'src/a.tsx', 'xsrc/a.ts']],
  ['src/**', ['src/a.ts', 'src/a/b.ts'], ['src', 'srcs/a']],
  ['**/*.ts', ['a.ts', 'x/y/a.ts'], ['a.tsx']],
  ['src/**/a.ts', ['src/a.ts', 'src/x/y/a.ts'], ['src/xa.ts']],
  ['a?.js', ['ab.js', 'x/ab.js'], ['a.js', 'a/.js']],
  ['*.{js,ts}', ['a.js', 'deep/a.ts'], ['a.jsx']],
  ['{a,b/**}/c', ['a/c', 'b/x/c'], ['d/c']],
  ['./src/a.ts', ['src/a.ts'], []],
  ['a+b(c).[x].js', ['a+b(c).[x].js'], ['aab(c).x.js']],
  ['conftest.py', ['conftest.py', 'tests/conftest.py'], ['conftest.pyc', 'tests/conftest.py/x']],
  ['{open', ['{open'], ['open']],
  ['{open*', ['{opened'], ['opened']],
  ['**', ['a', 'a/b'], []],
  ['test/a.test.js > *', ['test/a.test.js > any name'], ['test/b.test.js > any name']],
  ['test/a.test.js > **', ['test/a.test.js > a/b > c'], []],
  ['*flaky*', ['test/a.test.js > group > is flaky'], ['test/flaky/a.test.js > group > is not']],
  ['**/.pawl/**', ['a\nb/.pawl/c', '.pawl/\n'], ['.pawl']],
  ['x/\\\\', ['x/\\\\'], ['x/\\', 'x/']],
  ['**test_x[1-a]', ['tests/test_a.py > test_x[1-a]'], ['tests/test_a.py > test_x1']],
])('%s', (glob, matching, other) => {
  for (const path of matching) expect(matchesAny(path, [glob]), path).toBe(true);
  for (const path of other) expect(matchesAny(path, [glob]), path).toBe(false);
});

test('a matcher of globs says of each path what a single comparison does', () => {
  const [globs, paths] = [
    ['*.ts', './src/**', 'a\\b', '{x,y}/z'],
    ['a.ts', 'b/a.ts', 'src/c', 'a\\b', 'x/z', 'z', ''],
  ];
  const matches = matcherOf(globs);
  expect(paths.filter(matches)).toEqual(paths.filter((path) => globs.some((glob) => matchesAny(path, [glob]))));
  expect(paths.filter(matches)).toEqual(['a.ts', 'b/a.ts', 'src/c', 'a\\b', 'x/z']);
});

test('one match is enough, and no glob matches nothing', () => {
  expect(matchesAny('a.ts', ['b', 'a.*'])).toBe(true);
  expect(matchesAny('a.ts', [])).toBe(false);
  expect(['a*', 'a?', '{a}'].every(isGlob)).toBe(true);
  expect(isGlob('a/b.c[d]')).toBe(false);
});

test('what holds no wildcard matches itself alone, whatever else it holds', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => !/[*?{}/]/.test(text) && !/^\.+$/.test(text));
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(matchesAny(`a/${one}`, [`a/${one}`])).toBe(true);
      expect(matchesAny(`a/${other}`, [`a/${one}`])).toBe(one === other);
    }),
  );
});

test('a glob of absurd length matches nothing', () => {
  expect(matchesAny('a', [`{a,${'b'.repeat(100_000)}}`])).toBe(false);
});
