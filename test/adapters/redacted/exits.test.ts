import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Who may redact, and why. */
const places: Record<string, string> = {
  'adapters/redacted/': 'the ways out',
  'code/': 'the engine itself',
  'repair/trials/bench.ts':
    'the tests of a candidate are compared with those of base by the names that are kept of these',
  'languages/': 'what a runner says is cut while it is read, and a test is found again by the name that is kept of it',
};

test('nobody redacts but at the ways out', () => {
  const src = fileURLToPath(new URL('../../../src', import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const redacting = files.filter((file) =>
    /from '[^']*\/(?:redact|redact-run)\.ts'/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(redacting.length).toBeGreaterThan(3);
  expect(redacting.filter((file) => !Object.keys(places).some((place) => file.startsWith(place)))).toEqual([]);
});
