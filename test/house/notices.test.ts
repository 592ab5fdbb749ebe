import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the licence of every package in dist comes with it', async () => {
  const { bundledPackages } = await import(new URL('../../scripts/notices.js', import.meta.url).href);
  const packages = bundledPackages(join(root, 'dist'));
  expect(packages).toContain('zod');
  const text = readFileSync(join(root, 'dist/NOTICES.txt'), 'utf8');
  for (const name of packages) {
    const { version, license } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    expect(text).toContain(`${name} ${version}, ${license}\n`);
  }
  expect(text).toContain(readFileSync(join(root, 'node_modules/zod/LICENSE'), 'utf8').trim());
});
