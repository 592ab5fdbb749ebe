import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { additions, commitsOn, git, listing } from './support/repo.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

const python = {
  'shapes.py': 'def area(width, height):\n    """The area of a rectangle."""\n    return width + height\n',
  'tests/test_shapes.py': 'from shapes import area\n\n\ndef test_area():\n    assert area(3, 4) == 12\n',
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
};
const rightPython = python['shapes.py'].replace('+', '*');

const typed = {
  'package.json': `${JSON.stringify({ name: 'shapes', type: 'module', scripts: { test: 'vitest run' }, devDependencies: { vitest: '^4.0.0' } }, null, 2)}\n`,
  '.gitignore': 'node_modules\n',
  'src/shapes.ts':
    '/** The area of a rectangle. */\nexport const area = (width: number, height: number): number => width + height;\n',
  'src/shapes.test.ts': `import { expect, test } from 'vitest';\nimport { area } from './shapes.ts';\n\ntest('area', () => {\n  expect(area(3, 4)).toBe(12);\n});\n`,
};
const rightTyped = typed['src/shapes.ts'].replace('width + height', 'width * height');

describe.concurrent('pawl run on other runners', () => {
  test('judges a Python project with pytest', async ({ place, skip }) => {
    skip(!hasPytest, 'there is no python3 with pytest here');
    const target = place.repo(python);
    const before = listing(target, additions);
    const ended = await solve(place, target, 'shapes.py', rightPython);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'baseline.measured')).toMatchObject([{ runner: 'pytest', total: 1, failed: 1 }]);
    expect(git(target, 'diff', '--name-only', 'main..pawl/mend-the-area')).toBe('shapes.py\n');
    expect(git(target, 'show', 'pawl/mend-the-area:shapes.py')).toBe(rightPython);
    expect(listing(target, additions)).toEqual(before);
  });

  test('judges a TypeScript project with its own vitest', async ({ place }) => {
    const target = place.repo(typed);
    // As an installation has them: real folders with real files.
    const copied = spawnSync('cp', ['-al', modules, join(target, 'node_modules')], { encoding: 'utf8' });
    expect(copied).toMatchObject({ status: 0 });
    const before = listing(target, [...additions, 'node_modules']);
    const ended = await solve(place, target, 'src/shapes.ts', rightTyped);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'baseline.measured')).toMatchObject([{ runner: 'vitest', total: 1, failed: 1 }]);
    expect(commitsOn(target, 'pawl/mend-the-area')).toHaveLength(1);
    expect(git(target, 'show', 'pawl/mend-the-area:src/shapes.ts')).toBe(rightTyped);
    expect(listing(target, [...additions, 'node_modules'])).toEqual(before);
  });

  test("takes a command's exit code as evidence where there is no report, with less confidence", async ({ place }) => {
    const target = place.repo({ 'answer.txt': '41\n', 'check.sh': 'test "$(cat answer.txt)" = 42\n' });
    const more = 'tests: { command: [sh, check.sh] }\n';
    const ended = await solve(place, target, 'answer.txt', '42\n', more);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [verdict] = ofType(ended.events, 'verdict.reached').map((event) => event.verdict as { confidence: number });
    expect(verdict?.confidence).toBeLessThanOrEqual(0.6);
    expect(git(target, 'diff', '--name-only', 'main..pawl/mend-the-area')).toBe('answer.txt\n');
  });
});

async function solve(place: Place, target: string, path: string, content: string, more = '') {
  const server = await place.models(turns([write(path, content), finish()]));
  const config = place.file('pawl.yaml', ladder(server.url, more));
  const options = ['--target', target, '--config', config, '--yes', '--json', '--plan', 'single'];
  return place.pawl(['run', 'mend the area', ...options]);
}
