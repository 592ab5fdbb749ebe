import { describe, expect, test } from 'vitest';
import { regionsOf } from '../../src/languages/judging/regions/regions.ts';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { filesOf, tests } from './bare.ts';

const regionsFor = async (content: Record<string, string>, path: string, command: string[] = []) => {
  const files = filesOf(content);
  const runner = await detectRunner(files, tests(command));
  if (!runner) throw new Error('no runner was found');
  return (await regionsOf(runner, files))(path);
};

describe('tests inside of product files count where base runs them', () => {
  const documented = '/// ```\n/// assert!(true);\n/// ```\npub fn f() {}\n';

  test('documentation of Rust for libraries, unless the command or the manifest leaves it out', async () => {
    const manifest = '[package]\nname = "demo"\nversion = "0.1.0"\n';
    const changed = async (toml: string, command: string[] = []) =>
      (await regionsFor({ 'Cargo.toml': toml, 'src/lib.rs': documented }, 'src/lib.rs', command))?.changed(
        documented,
        'pub fn f() {}\n',
      );
    expect(await changed(manifest)).toEqual(['f > (documentation)']);
    expect(await changed(`${manifest}\n[lib]\ndoctest = false\n`)).toEqual([]);
    expect(await changed(manifest, ['cargo', 'test', '--lib'])).toEqual([]);
    expect(await changed(manifest, ['cargo', 'test', '--', '--test-threads', '1'])).toEqual(['f > (documentation)']);
    expect(await regionsFor({ 'Cargo.toml': manifest, 'src/lib.rs': '' }, 'build.py')).toBeNull();
  });

  test("Python's examples where pytest is told to collect them", async () => {
    const content = { 'pytest.ini': '[pytest]\n', 'test_a.py': 'def test_a(): pass\n', 'a.py': '' };
    expect(await regionsFor(content, 'a.py')).toBeNull();
    expect(
      await regionsFor({ ...content, 'pytest.ini': '[pytest]\naddopts = --doctest-modules\n' }, 'a.py'),
    ).not.toBeNull();
    expect(await regionsFor(content, 'a.py', ['pytest', '--doctest-modules'])).not.toBeNull();
  });

  test('blocks of JavaScript where vitest is told to look into sources', async () => {
    const content = {
      'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4"}}',
      'src/a.ts': '',
      'a.test.ts': '',
    };
    expect(await regionsFor(content, 'src/a.ts')).toBeNull();
    const config = { 'vitest.config.ts': 'export default { test: { includeSource: ["src/**"] } }' };
    expect(await regionsFor({ ...content, ...config }, 'src/a.ts')).not.toBeNull();
  });
});
