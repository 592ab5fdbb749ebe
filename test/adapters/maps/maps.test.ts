import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileMaps } from '../../../src/adapters/maps/maps.ts';
import type { FileFacts } from '../../../src/schema/code/file-facts.ts';
import { tempDir } from '../../support/temp.ts';

const facts: FileFacts = {
  defs: [{ name: 'add', line: 1, depth: 0, signature: 'export function add(a, b)' }],
  uses: [7],
};

test('what was kept is found again, by content; nothing is found under another key', async () => {
  const maps = fileMaps({ dir: join(tempDir(), 'maps') });
  expect(await maps.load('k')).toEqual(new Map());
  await maps.save('k', new Map([['a1', facts]]));
  expect(await maps.load('k')).toEqual(new Map([['a1', facts]]));
  expect(await maps.load('other')).toEqual(new Map());
});

test('what cannot be read counts as absent, line by line', async () => {
  const dir = join(tempDir(), 'maps');
  const maps = fileMaps({ dir });
  await maps.save('k', new Map([['a1', facts]]));
  const [file = ''] = readdirSync(dir);
  writeFileSync(
    join(dir, file),
    `\0 nonsense\nb2 {"defs":[]\nc3 {"defs":[{}],"uses":[]}\na1 ${JSON.stringify(facts)}\n`,
  );
  expect([...(await maps.load('k')).keys()]).toEqual(['a1']);
});
