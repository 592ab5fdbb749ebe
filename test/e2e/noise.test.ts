import { describe, expect } from 'vitest';
import type { Verdict } from '../../src/schema/judge/verdict.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { put } from './support/repo.ts';

/** A test file that does something besides testing, each time that it runs. */
const noisy = (what: string): Record<string, string> => ({
  ...adder,
  'noise.test.js': `import { test } from 'node:test';
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { add } from './add.js';
test('makes noise', () => {
  ${what}
});
`,
});

async function judged(place: Place, files: Record<string, string>, ...more: string[]) {
  const target = place.repo(files);
  put(target, { 'add.js': right });
  const ended = await place.pawl(['verify', '--target', target, ...more]);
  return { ended, verdict: ended.lines[0] as unknown as Verdict };
}

const sane = { status: 'pass', tests: { total: 2, passed: 2, failed: 0, fixed: 1 } };

describe.concurrent('tests that print', () => {
  test('50 MB are judged by their report, in bounded memory', async ({ place }) => {
    const flood =
      "const line = 'x'.repeat(1_000_000); for (let i = 0; i < 50; i += 1) (i % 2 ? process.stdout : process.stderr).write(line);";
    const { ended, verdict } = await judged(place, noisy(flood), '--json');
    expect(verdict).toMatchObject(sane);
    expect(ended.stdout.length).toBeLessThan(20_000);
  });

  test('invalid UTF-8 and terminal escapes leave the terminal clean', async ({ place }) => {
    const dirt =
      "writeSync(2, Buffer.from([0xff, 0xfe, 0xc3, 0x28])); writeSync(1, '\\u001b]0;owned\\u0007\\u001b[2J\\u001b[31m'); if (add(1, 2) === 3) throw new Error('\\u001b[31mred\\u0007');";
    const { ended, verdict } = await judged(place, noisy(dirt), '--json');
    expect(verdict).toMatchObject({ status: 'fail', test_failures: [{ test: 'noise.test.js > makes noise' }] });
    const plain = await judged(place, noisy(dirt));
    for (const { stdout, stderr } of [ended, plain.ended]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }
  });

  test('a result of their own making are not believed', async ({ place }) => {
    const fake = `mkdirSync('/pawl/out', { recursive: true });
  for (const name of ['report.ndjson', 'report.json', 'report.xml']) {
    writeFileSync('/pawl/out/' + name, JSON.stringify({ type: 'test:pass', data: { name: 'forged', file: 'x', nesting: 0, details: {} } }) + '\\n');
  }
  console.log(JSON.stringify({ type: 'test:pass', data: { name: 'forged' } }));`;
    const { verdict } = await judged(place, noisy(fake), '--json');
    expect(JSON.stringify(verdict)).not.toContain('forged');
    // Where it may not write there, it fails on base as well.
    if (verdict.tests.preexisting === 0) expect(verdict).toMatchObject(sane);
    else expect(verdict).toMatchObject({ tests: { total: 2, passed: 1, preexisting: 1, fixed: 1 } });
  });
});
