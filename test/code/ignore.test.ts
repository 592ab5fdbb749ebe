import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ignoring } from '../../src/code/ignore.ts';
import { tempDir } from '../support/temp.ts';

const rules = `# a comment
*.pem
/top.txt
secret/
docs/*.md
!docs/open.md
**/deep/x.js
a/**/z
b/**
\\#odd
\\!bang
sp ace.txt
trail.txt   
[ab]c.txt
f?o.txt
logs/
!logs/keep.txt
[[:alpha:]]9.txt
[[:digit:]-]x
r[!0-9]t
[z-a]
[
`;
const paths = [
  ...['a.pem', 'x/b.pem', 'top.txt', 'x/top.txt', 'secret/a', 'x/secret/b', 'secret', 'docs/a.md', 'docs/open.md'],
  ...['docs/x/a.md', 'deep/x.js', 'y/deep/x.js', 'a/z', 'a/b/c/z', 'b/c', 'b', '#odd', '!bang', 'sp ace.txt'],
  ...['trail.txt', 'ac.txt', 'cc.txt', 'foo.txt', 'f/o.txt', 'fo.txt', 'logs/keep.txt', 'logs/a', 'plain.js'],
  ...['q9.txt', '99.txt', '7x', '-x', 'ax', 'rat', 'r1t', 'z', 'a', '['],
];

test('what is hidden is what git would ignore by the same rules', () => {
  const dir = tempDir();
  execFileSync('git', ['init', '-q'], { cwd: dir });
  writeFileSync(join(dir, '.gitignore'), rules);
  const input = paths.join('\n');
  const said = execFileSync('git', ['check-ignore', '--stdin', '--no-index'], { cwd: dir, input }).toString();
  const unquoted = said.split('\n').filter(Boolean);
  expect(paths.filter(ignoring(rules))).toEqual(paths.filter((path) => unquoted.includes(path)));
});

test('nothing is hidden without rules', () => {
  expect(paths.filter(ignoring('\n# only words\n'))).toEqual([]);
});
