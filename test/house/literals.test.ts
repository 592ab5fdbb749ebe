import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/check-literals.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pawl-literals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const breaches: [what: string, file: string, code: string][] = [
  ["a language's name", 'src/rooms/a.ts', "export const a = 'python';"],
  ['an ending', 'src/core/a.ts', 'export const a = /\\.py$/;'],
  ['one of several endings', 'src/code/a.ts', 'export const a = /\\.(?:[cm]?[jt]sx?|rb)$/;'],
  ['a runner', 'src/rooms/b.ts', "export const a = ['vitest'];"],
  ['a runner by its command', 'src/adapters/b.ts', "export const a = 'go test ./...';"],
  ['a manifest', 'src/agents/a.ts', "export const a = (folder: string) => [folder, 'package.json'].join('/');"],
  ['a manifest in an expression', 'src/languages/used/a.ts', 'export const a = /^Cargo\\.toml$/;'],
  ["another language's word", 'src/languages/go/a.ts', "export const a = 'pom.xml';"],
];

const free: [what: string, file: string, code: string][] = [
  ["the language's own words", 'src/languages/go/b.ts', "export const a = ['go.mod', '_test.go'];"],
  ['an import', 'src/rooms/c.ts', "import { a } from './c.js';\nexport const b = [a, import('./d.js')];"],
  ['a comment', 'src/rooms/d.ts', '// as pytest does\nexport const a = 1;'],
  ['an English verb', 'src/faces/a.ts', "export const a = 'nothing to go on with';"],
];

async function checked(file: string, code: string): Promise<{ code: number; said: string }> {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  return promisify(execFile)(process.execPath, [script, path]).then(
    () => ({ code: 0, said: '' }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

describe('a literal outside of its language', () => {
  test.each(breaches)('that is %s is named with its line', async (_what, file, code) => {
    const { code: exit, said } = await checked(file, code);
    expect(exit).toBe(1);
    expect(said).toMatch(new RegExp(`${file.replaceAll('.', '\\.')}:1: \``));
  });

  test.each(free)('is not %s', async (_what, file, code) => {
    expect(await checked(file, code)).toEqual({ code: 0, said: '' });
  });

  test('that is allowed has a reason', async () => {
    const list = new URL('../../scripts/literals-allowed.js', import.meta.url).href;
    const { allowed } = (await import(list)) as { allowed: Record<string, string> };
    expect(Object.keys(allowed)).not.toEqual([]);
    for (const [file, reason] of Object.entries(allowed))
      expect([file, reason]).toEqual([file, expect.stringMatching(/\w+ \w+/)]);
  });
});
