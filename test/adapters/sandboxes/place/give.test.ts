import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { give } from '../../../../src/adapters/sandboxes/place/give.ts';
import { tempDir } from '../../../support/temp.ts';

test.skipIf(process.getuid?.() !== 0)('files whose names are no text are given too (needs root)', async () => {
  const folder = Buffer.from(`${tempDir()}/f`);
  const odd = Buffer.concat([folder, Buffer.from([0x2f, 0xff, 0xfe])]);
  const inner = Buffer.concat([odd, Buffer.from('/a\nb')]);
  mkdirSync(odd, { recursive: true });
  writeFileSync(inner, '');
  await give(folder.toString(), 65534);
  expect([folder, odd, inner].map((path) => lstatSync(path).uid)).toEqual([65534, 65534, 65534]);
});
