import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bubblewrap } from '../../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { toolchainsOf } from '../../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../../src/languages/registry.ts';
import type { Toolchain } from '../../../../src/ports/outside/toolchain.ts';
import { shell, tempDir } from '../support.ts';

async function findCompilers(env: Record<string, string>): Promise<Toolchain[]> {
  return toolchainsOf(env, places(), '/usr/bin/node')(['go', 'rust', 'java']);
}

test('a go in a home folder brings itself and what it has fetched and built', async () => {
  const home = tempDir();
  const root = join(home, 'sdk/go');
  for (const folder of ['pkg/mod', '.cache/go-build']) mkdirSync(join(home, folder), { recursive: true });
  program(join(root, 'bin/go'), `#!/bin/sh\nprintf '%s\\n' ${root} ${home}/pkg/mod ${home}/.cache/go-build\n`);
  const [go] = await findCompilers({ PATH: join(root, 'bin'), HOME: home });
  expect(go).toMatchObject({
    paths: [root, join(home, 'pkg/mod'), join(home, '.cache/go-build')],
    bin: join(root, 'bin'),
    env: { GOMODCACHE: join(home, 'pkg/mod'), PAWL_GOCACHE: join(home, '.cache/go-build'), GOPROXY: 'off' },
  });
});

test('a rust behind a proxy brings its own toolchain and fetched packages, never the credentials beside them', async () => {
  const home = tempDir();
  const root = join(home, '.rustup/toolchains/stable');
  for (const folder of ['.cargo/registry', '.rustup/toolchains/stable/lib'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.cargo/credentials.toml'), 'token');
  program(join(root, 'bin/rustc'), '');
  program(join(home, '.cargo/bin/rustc'), `#!/bin/sh\necho ${root}\n`);
  expect(await findCompilers({ PATH: join(home, '.cargo/bin'), HOME: home })).toEqual([
    {
      paths: [join(root, 'bin'), join(root, 'lib'), join(home, '.cargo/registry')],
      bin: join(root, 'bin'),
      env: { CARGO_NET_OFFLINE: 'true', CARGO_HOME: join(home, '.cargo') },
    },
  ]);
});

test('a java brings its home, and a maven the local repository without the settings beside it', async () => {
  const home = tempDir();
  for (const [file, content] of [
    ['jdk/bin/java', ''],
    ['maven/bin/mvn', ''],
  ] as const)
    program(join(home, file), content);
  mkdirSync(join(home, 'jdk/lib'));
  mkdirSync(join(home, '.m2/repository'), { recursive: true });
  writeFileSync(join(home, '.m2/settings.xml'), 'password');
  const [java, maven] = await findCompilers({ PATH: `${home}/jdk/bin:${home}/maven/bin`, HOME: home });
  expect(java?.paths.filter((path) => path.startsWith(home))).toEqual([join(home, 'jdk/bin'), join(home, 'jdk/lib')]);
  expect(java?.env).toEqual({ JAVA_HOME: join(home, 'jdk') });
  expect(maven).toEqual({
    paths: [join(home, 'maven/bin'), join(home, '.m2/repository')],
    bin: join(home, 'maven/bin'),
    env: { MAVEN_OPTS: `-Dmaven.repo.local=${join(home, '.m2/repository')}` },
  });
});

test('programs that fail or answer nonsense are left out', async () => {
  const folder = tempDir();
  for (const name of ['go', 'rustc']) program(join(folder, name), '#!/bin/sh\necho /nowhere\n');
  expect(await findCompilers({ PATH: folder })).toEqual([]);
  expect(await findCompilers({ PATH: '' })).toEqual([]);
});

const limits = { memory_mb: 1024, pids: 128, network: 'none' } as const;
const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });
const reason = await sandbox.unfit();
if (reason !== null) console.log(`skipped: compilers in the sandbox: ${reason}`);
const versions = { go: 'version', rustc: '--version', java: '-version' };
// A proxy without a toolchain behind it is on the search path and starts nothing.
const have = Object.entries(versions).flatMap(([name, ask]) => (spawnSync(name, [ask]).status === 0 ? [name] : []));
for (const name of Object.keys(versions))
  if (!have.includes(name)) console.log(`skipped: ${name} in the sandbox: none starts here`);

// Needs bubblewrap; says so above where it cannot run.
describe.skipIf(reason !== null)('in the sandbox', () => {
  test.each(have)('%s starts', async (name) => {
    const ask = { go: 'go version', rustc: 'rustc --version && cargo --version', java: 'java -version' }[name] ?? '';
    expect(await shell(sandbox, ask)).toMatchObject({ ended: 'exit', exit_code: 0 });
  });
});

function program(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}
