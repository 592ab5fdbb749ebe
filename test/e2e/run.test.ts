import { expect } from 'vitest';
import { attempts, finish, ladder, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, right } from './support/projects.ts';

test('x', async ({ place }) => {
  const target = place.repo(adder);
  const server = await place.models(attempts(turns([write('add.js', right), finish()])));
  const config = place.file('c.yaml', ladder(server.url));
  const ended = await place.pawl([
    'run',
    'make add add',
    '--target',
    target,
    '--config',
    config,
    '--yes',
    '--json',
    '--plan',
    'single',
  ]);
  console.log(ended.stdout, ended.stderr, ended.seconds);
  expect(ended.code).toBe(0);
});
