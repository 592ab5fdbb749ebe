import { describe, expect } from 'vitest';
import type { Verdict } from '../../src/schema/judge/verdict.ts';
import { type Place, test } from './support/place.ts';
import { put } from './support/repo.ts';

/** A project that stands well, for one fault at a time. */
const shop: Record<string, string> = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'price.js': `/** In cents. */
export function price(count, each) {
  return count * each;
}
`,
  'format.js': 'export const format = (cents) => (cents / 100).toFixed(2);\n',
  'test/price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '../price.js';

test('three of two', () => {
  assert.equal(price(3, 2), 6);
});
`,
  'test/format.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../format.js';

test('in euros', () => {
  assert.equal(format(150), '1.50');
});
`,
};

async function judged(place: Place, change: Record<string, string>, ...more: string[]): Promise<Verdict> {
  const target = place.repo(shop);
  put(target, change);
  const { lines } = await place.pawl(['verify', '--target', target, '--json', ...more]);
  return lines[0] as unknown as Verdict;
}

const body = (lines: string): string => `/** In cents. */\nexport function price(count, each) {\n${lines}\n}\n`;

describe.concurrent('one fault of each kind is named with its file and line', () => {
  test('a syntax error', async ({ place }) => {
    const verdict = await judged(place, { 'price.js': body('  return count *;') });
    expect(verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'syntax',
      syntax_errors: [{ file: 'price.js', line: 3 }],
    });
  });

  test('a missing import', async ({ place }) => {
    const verdict = await judged(place, {
      'price.js': `import { tax } from './tax.js';\n${body('  return tax(count * each);')}`,
    });
    expect(verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'imports',
      import_errors: [{ file: 'price.js', line: 1, name: './tax.js' }],
    });
  });

  test('an undefined name', async ({ place }) => {
    const verdict = await judged(place, { 'tool.py': 'def total(prices):\n    return sum(prises)\n' });
    expect(verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'imports',
      import_errors: [{ file: 'tool.py', line: 2, name: 'prises' }],
    });
  });

  test('a failing test', async ({ place }) => {
    const verdict = await judged(place, { 'price.js': body('  return count + each;') });
    expect(verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'tests',
      test_failures: [{ file: 'test/price.test.js', line: 6 }],
    });
  });

  test('a crash while loading', async ({ place }) => {
    const verdict = await judged(place, {
      'price.js': `${body('  return count * each;')}\nthrow new Error('not here');\n`,
    });
    expect(verdict).toMatchObject({ status: 'fail', runtime_errors: [{ file: 'price.js', line: 6 }] });
  });

  test('a line that no test executes', async ({ place }) => {
    const verdict = await judged(place, {
      'price.js': body(
        '  if (count < 0) {\n    throw new RangeError("a count is not negative");\n  }\n  return count * each;',
      ),
    });
    expect(verdict.warnings).toContainEqual(expect.stringContaining('coverage: price.js:4'));
    expect(verdict.coverage).toMatchObject({ covered: expect.any(Number), met: false, required: 0.8 });
  });

  test('a test that became slower', async ({ place }) => {
    const verdict = await judged(place, {
      'price.js': body('  for (const end = Date.now() + 2000; Date.now() < end; );\n  return count * each;'),
    });
    expect(verdict).toMatchObject({ status: 'pass', slower: [{ test: 'test/price.test.js > three of two' }] });
    expect(verdict.warnings).toContainEqual(
      expect.stringMatching(/^slower: test\/price\.test\.js:5: three of two takes \d+ ms/),
    );
  });

  test('a crash of the process', async ({ place }) => {
    const verdict = await judged(place, {
      'price.js': body('  process.kill(process.pid, "SIGSEGV");\n  return count * each;'),
    });
    expect(verdict).toMatchObject({ status: 'fail', stopped_at: 'tests' });
    expect([...verdict.runtime_errors, ...verdict.test_failures]).toContainEqual(
      expect.objectContaining({ file: 'test/price.test.js', line: 5 }),
    );
    expect(JSON.stringify(verdict)).toContain('SIGSEGV');
  });

  test('a hang', async ({ place }) => {
    const config = place.file('short.yaml', 'limits: { verify_seconds: 10 }');
    const verdict = await judged(place, { 'price.js': body('  for (;;);') }, '--config', config);
    expect(verdict).toMatchObject({ status: 'warning', stopped_at: 'tests', recommendation: 'escalate_tier' });
    expect(verdict.test_failures).toContainEqual(expect.objectContaining({ file: 'test/price.test.js', line: 5 }));
  });

  test('a test that fails once, by no fault of the change', async ({ place }) => {
    // It fails beside the changed file in a whole run, and passes when it runs alone.
    const moody = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('now and then', () => {
  const whole = !readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').includes('moody');
  assert.ok(!whole || !readFileSync('price.js', 'utf8').includes('each * count'));
});
`;
    const target = place.repo({ ...shop, 'test/moody.test.js': moody });
    put(target, { 'price.js': body('  return each * count;') });
    const { lines } = await place.pawl(['verify', '--target', target, '--json']);
    const verdict = lines[0] as unknown as Verdict;
    expect(verdict).toMatchObject({ status: 'pass', tests: { flaky: 1, broken: 0 } });
    expect(verdict.warnings).toContainEqual(expect.stringMatching(/^flaky: test\/moody\.test\.js:7: .*now and then/));
  });
});
