import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject } from 'vitest';
import { finish, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { right } from './support/projects.ts';
import { commitsOn } from './support/repo.ts';
import { setting } from './support/single.ts';

describe.concurrent('examples/library.js', () => {
  test('does a run through the package as a program would import it', async ({ place }) => {
    const scene = await setting(place, turns([write('add.js', right), finish()]));
    const { code, stdout, stderr } = await example(place, scene.target, scene.config, 'make it add');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [sha] = commitsOn(scene.target, 'pawl/make-it-add');
    expect(stdout.split('\n')).toEqual([
      'cheap tries, attempt 1',
      expect.stringMatching(/^the judge says pass: 1 of 1 tests pass, confidence 0\.9\d*$/),
      `committed ${sha} on pawl/make-it-add`,
      expect.stringMatching(/^run \S+ ended with 0 after [\d.]+ s, for \$0\.0\d+$/),
      '',
    ]);
  });

  test('is told what a person can act on as an error with a reason and an exit code', async ({ place }) => {
    const { code, stdout, stderr } = await example(place, join(place.dir, 'home'), 'no.yaml', 'make it add');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^not_a_repository: [^\n]+\n$/);
  });
});

async function example(place: Place, ...args: string[]) {
  const file = join(inject('installed'), 'examples', 'library.js');
  const child = spawn(process.execPath, [file, ...args], { cwd: place.dir, env: place.env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stdout, stderr };
}
