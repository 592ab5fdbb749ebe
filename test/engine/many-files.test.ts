import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mostChangedFiles } from '../../src/ports/outside/repo.ts';
import { maxEventBytes } from '../../src/schema/run/event.ts';
import { finished, houseWith, right } from './house.ts';

const surplus = 500;

function fill(dir: string): void {
  mkdirSync(join(dir, 'junk'));
  for (let number = 0; number < mostChangedFiles + surplus; number += 1) {
    writeFileSync(join(dir, 'junk', `f${number}.js`), `export const x = ${number};\n`);
  }
}

test('an attempt that leaves more files than a change may touch fails, says why, and the next one goes on', async () => {
  const seen: number[] = [];
  const house = await houseWith({
    develop: async ({ attempt, workspace }) => {
      seen.push((await workspace.list()).filter((path) => path.startsWith('junk/')).length);
      if (attempt === 1) fill(workspace.dir);
      return { files: { 'add.js': right } };
    },
  });
  const { events, end } = await finished(await house.launch.run('make add add'));
  const verdicts = events.flatMap((event) => (event.type === 'verdict.reached' ? [event.verdict] : []));
  const why = `too many files: the change touches more than ${mostChangedFiles} files, most of them in junk/; remove those that do not belong to it`;
  expect(verdicts[0]).toMatchObject({ status: 'fail', stopped_at: 'rule', warnings: [why] });
  expect(Math.max(...events.map((event) => Buffer.byteLength(JSON.stringify(event))))).toBeLessThan(maxEventBytes);
  const [first] = events.filter((event) => event.type === 'attempt.finished');
  const clone = await house.repo.clone(end.run, house.target);
  const kept = (await clone.list(first?.tree ?? '')).filter((path) => path.startsWith('junk/'));
  expect(kept).toHaveLength(mostChangedFiles + 1);
  expect(end.exit_code).toBe(0);
  expect(house.git('diff', '--name-only', 'main', 'pawl/make-add-add')).toBe('add.js');
  expect(seen).toEqual([0, 0]);
});

test('a work tree with more untracked files than a change may touch is refused before they are read', async () => {
  const house = await houseWith();
  fill(house.dir);
  await expect(house.repo.capture('r1', house.target, false)).rejects.toMatchObject({
    reason: 'too_many_files',
    exitCode: 2,
    message: expect.stringMatching(/10500 untracked files, such as junk\/f0\.js, .*\.gitignore/),
  });
  await expect(house.repo.capture('r1', house.target, true)).resolves.toMatchObject({
    tree: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

test('an untracked file that is too large to read, and a repository without a commit, are refused with what to do', async () => {
  const house = await houseWith();
  const captured = () => house.repo.capture('r1', house.target, false);
  writeFileSync(join(house.dir, 'data.bin'), '');
  truncateSync(join(house.dir, 'data.bin'), 600 * 1024 * 1024);
  await expect(captured()).rejects.toMatchObject({
    reason: 'too_large',
    exitCode: 2,
    message:
      'the untracked file data.bin has 600 MiB, and a file of a change may have at most 512 MiB: name it in .gitignore',
  });
  house.git('init', '-q', 'lib/other');
  await expect(captured()).rejects.toMatchObject({
    reason: 'unborn',
    exitCode: 2,
    message: expect.stringMatching(
      /^the untracked folder lib\/other\/ is a git repository without a commit, .*\.gitignore$/,
    ),
  });
  writeFileSync(join(house.dir, '.gitignore'), 'data.bin\nlib/\n');
  await expect(captured()).resolves.toMatchObject({ outside: [] });
  writeFileSync(join(house.dir, '.gitignore'), 'data.bin\n');
  house.git(
    '-C',
    'lib/other',
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@example.test',
    'commit',
    '-qm',
    'x',
    '--allow-empty',
  );
  await expect(captured()).resolves.toMatchObject({ outside: [] });
});
