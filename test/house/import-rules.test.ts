import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IConfiguration } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One offending file a rule: [rule, file, what it imports]. */
const breaches: [rule: string, file: string, imported: string][] = [
  ['schema-imports', 'schema/shape.ts', '../core/good.ts'],
  ['core-imports', 'core/rule.ts', '../ports/good.ts'],
  ['code-imports', 'code/parse.ts', '../ports/good.ts'],
  ['ports-imports', 'ports/port.ts', '../core/good.ts'],
  ['agents-imports', 'agents/loop.ts', '../languages/good.ts'],
  ['languages-imports', 'languages/runner.ts', '../core/good.ts'],
  ['repair-imports', 'repair/propose.ts', '../agents/good.ts'],
  ['rooms-imports', 'rooms/plan/to-engine.ts', '../../engine/good.ts'],
  ['room-to-room', 'rooms/plan/to-room.ts', '../verify/good.ts'],
  ['room-to-room', 'rooms/shared.ts', './verify/good.ts'],
  ['engine-imports', 'engine/step.ts', '../agents/good.ts'],
  ['config-imports', 'config/read.ts', '../core/good.ts'],
  ['adapter-imports', 'adapters/repo/to-core.ts', '../../core/good.ts'],
  ['developer-imports', 'adapters/developers/to-room.ts', '../../rooms/verify/good.ts'],
  ['adapter-to-adapter', 'adapters/repo/to-adapter.ts', '../journal/good.ts'],
  ['adapter-to-adapter', 'adapters/shared.ts', './journal/good.ts'],
  ['only-app-imports-adapters', 'rooms/plan/to-adapter.ts', '../../adapters/journal/good.ts'],
  ['face-imports', 'faces/cli/to-core.ts', '../../core/good.ts'],
  ['face-to-port', 'faces/cli/to-port.ts', '../../ports/good.ts'],
  ['page-imports', 'faces/ui/client/to-server.ts', '../server/good.ts'],
  ['page-imports', 'faces/ui/client/to-disk.ts', 'node:fs'],
  ['app-to-face', 'app.ts', './faces/cli/good.ts'],
  ['index-imports', 'index.ts', './ports/good.ts'],
  ['no-unknown-folder', 'attic/old.ts', '../schema/good.ts'],
  ['io-only-at-the-edge', 'rooms/plan/to-disk.ts', 'node:fs/promises'],
  ['io-only-at-the-edge', 'core/to-disk.ts', 'fs'],
  ['zod-only-in-its-place', 'core/to-zod.ts', 'zod'],
  ['yaml-only-in-its-place', 'rooms/plan/to-yaml.ts', 'yaml'],
  ['terminal-only-in-its-place', 'config/to-terminal.ts', '@clack/prompts'],
  ['parser-only-in-its-place', 'core/to-parser.ts', 'oxc-parser'],
  ['parser-only-in-its-place', 'rooms/verify/to-globs.ts', 'picomatch'],
  ['parser-only-in-its-place', 'config/to-toml.ts', 'smol-toml'],
  ['pattern-only-in-its-place', 'rooms/plan/to-pattern.ts', 're2js'],
  ['libraries-only-in-adapters', 'faces/cli/to-library.ts', '@photostructure/sqlite'],
  ['libraries-only-in-adapters', 'agents/to-wire.ts', '@agentclientprotocol/sdk'],
  ['e2b-only-in-its-place', 'adapters/repo/to-optional.ts', 'e2b'],
  ['optional-only-when-used', 'adapters/sandboxes/e2b/at-once.ts', 'e2b'],
  ['no-circular', 'core/one.ts', './two.ts'],
  ['src-to-test', 'core/to-test.ts', '../../test/good.ts'],
  ['no-unresolvable', 'core/to-nowhere.ts', './nowhere.ts'],
  ['no-undeclared-package', 'adapters/repo/to-undeclared.ts', 'undeclared'],
  ['no-undeclared-package', 'adapters/repo/to-development.ts', 'development'],
];

/** What the rules must let through: [file, what it imports]. */
const leave: [file: string, imported: string][] = [
  ['schema/good.ts', 'zod'],
  ['core/good.ts', 'node:crypto'],
  ['code/good.ts', 'oxc-parser'],
  ['ports/good.ts', '../schema/good.ts'],
  ['ports/errors.ts', '../schema/good.ts'],
  ['agents/good.ts', '../core/good.ts'],
  ['agents/front-matter.ts', 'yaml'],
  ['languages/good.ts', 'fast-xml-parser'],
  ['rooms/verify/good.ts', '../../languages/good.ts'],
  ['rooms/verify/same-room.ts', './good.ts'],
  ['rooms/shape.ts', '../schema/good.ts'],
  ['rooms/verify/shared-file.ts', '../shape.ts'],
  ['engine/good.ts', '../rooms/verify/good.ts'],
  ['config/good.ts', 'yaml'],
  ['adapters/sqlite.ts', '@photostructure/sqlite'],
  ['adapters/journal/good.ts', '../sqlite.ts'],
  ['adapters/developers/good.ts', '../../agents/good.ts'],
  ['faces/cli/good.ts', '../../ports/errors.ts'],
  ['faces/ui/server/good.ts', 'node:http'],
  ['faces/ui/client/good.ts', '../../../schema/good.ts'],
  ['core/two.ts', './one.ts'],
];

const declared = [
  'zod',
  'yaml',
  '@clack/prompts',
  'oxc-parser',
  'fast-xml-parser',
  '@photostructure/sqlite',
  'picomatch',
  'smol-toml',
  're2js',
  '@agentclientprotocol/sdk',
];

describe('the import rules', () => {
  let house: string;
  let checked: { code: number; text: string };

  beforeAll(async () => {
    house = mkdtempSync(join(tmpdir(), 'pawl-house-'));
    for (const [file, imported] of leave) write(join('src', file), importing(imported));
    for (const [, file, imported] of breaches) write(join('src', file), importing(imported));
    write('src/faces/cli/types.ts', "export type { value } from '../../ports/good.ts';\n");
    write('src/adapters/sandboxes/e2b/when-used.ts', "export const value = () => import('e2b');\n");
    write('test/good.ts', 'export const value = 1;\n');
    for (const name of [...declared, 'undeclared', 'development', 'e2b']) plantPackage(name);
    write(
      'package.json',
      JSON.stringify({
        type: 'module',
        dependencies: Object.fromEntries(declared.map((name) => [name, '1.0.0'])),
        devDependencies: { development: '1.0.0', e2b: '1.0.0' },
        peerDependencies: { e2b: '1.0.0' },
      }),
    );
    checked = await checkImports(house);
  });

  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it.each(breaches)('%s catches src/%s importing %s', (rule, file) => {
    const lines = checked.text.split('\n').filter((line) => line.startsWith(`${rule}: src/${file} -> `));
    expect(lines, checked.text).toHaveLength(1);
  });

  it('each have a planted breach here', async () => {
    const file = new URL('../../.dependency-cruiser.js', import.meta.url).href;
    const { default: config }: { default: IConfiguration } = await import(file);
    const names = config.forbidden?.map(({ name }) => name);
    expect(names).toContain('room-to-room');
    expect(names?.filter((name) => !breaches.some(([rule]) => rule === name))).toEqual([]);
  });

  it('say how to fix each breach, below it', () => {
    const lines = checked.text.trimEnd().split('\n');
    const breach = /^[\w-]+: src\/\S+ -> /;
    expect(lines.filter((line) => breach.test(line)).length).toBeGreaterThanOrEqual(breaches.length);
    for (const [index, line] of lines.entries()) expect(breach.test(line)).toBe(index % 2 === 0);
  });

  it('fail the check when one is broken', () => expect(checked.code).toBe(1));

  it.each([
    ...leave.filter(([file]) => file !== 'core/two.ts'),
    ['faces/cli/types.ts', 'a type of a port'],
    ['adapters/sandboxes/e2b/when-used.ts', 'e2b when it is used'],
  ])('let src/%s import %s', (file) => expect(checked.text).not.toMatch(new RegExp(`: src/${file} -> `)));

  it('fail the check when no module was read', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'pawl-house-'));
    mkdirSync(join(empty, 'src'));
    const { code, text } = await checkImports(empty);
    rmSync(empty, { recursive: true });
    expect(text).toContain('read 0 of 0 modules');
    expect(code).toBe(1);
  });

  function write(path: string, content: string): void {
    const file = join(house, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  function plantPackage(name: string): void {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', exports: './index.js' }));
    write(`node_modules/${name}/index.js`, 'export const value = 1;\n');
  }
});

const importing = (what: string) => `import * as other from '${what}';\nexport const value = other;\n`;

function checkImports(folder: string): Promise<{ code: number; text: string }> {
  const script = fileURLToPath(new URL('../../scripts/check-imports.js', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}
