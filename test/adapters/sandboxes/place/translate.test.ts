import { expect, test } from 'vitest';
import { translator } from '../../../../src/adapters/sandboxes/place/translate.ts';

const { toHost, fromHost } = translator([
  { inside: '/home/u/app', host: '/tmp/work' },
  { inside: '/pawl/out', host: '/tmp/x/out' },
]);

test('paths are translated wherever they stand in a text, and back', () => {
  const text = 'cd /home/u/app && run --to=/home/u/app/a.json,file:///pawl/out/b "/home/u/app"';
  expect(toHost(text)).toBe('cd /tmp/work && run --to=/tmp/work/a.json,file:///tmp/x/out/b "/tmp/work"');
  expect(fromHost(toHost(text))).toBe(text);
});

test('longer names that begin alike are left alone', () => {
  for (const text of ['/home/u/application', '/home/u/app-2', '/home/u/app.old', '/srv/home/u/app', 'x/pawl/out'])
    expect(toHost(text)).toBe(text);
});
