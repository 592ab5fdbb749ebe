import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = (version: string) => ({ packages: { '': {}, 'node_modules/tsdown': { version } } });

const page = 'src/faces/ui/client';

/** Installs what the lock file says: a bundler that copies files. The page of `pawl ui` is a part of the build. */
const npm = `#!/bin/sh
echo "npm $*" >> calls
sleep 0.3
mkdir -p node_modules/tsdown
cp package-lock.json node_modules/.package-lock.json
echo '{"type":"module","exports":"./index.js"}' > node_modules/tsdown/package.json
cat > node_modules/tsdown/index.js <<'END'
import { appendFileSync, cpSync } from 'node:fs';
export async function build({ cwd, outDir, entry }) {
  if (!entry) appendFileSync(cwd + '/calls', 'build\\n');
  cpSync(cwd + '/src', outDir, { recursive: true });
}
END
`;

describe('npm run setup', () => {
  let clone: string;
  let bin: string;

  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'pawl-setup-'));
    clone = join(home, 'clone');
    bin = join(home, 'bin');
    cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
    write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
    write('package-lock.json', JSON.stringify(lock('1.0.0')));
    for (const file of [
      'tsconfig.json',
      'tsdown.config.ts',
      'src/cli.cjs',
      'src/index.cjs',
      `${page}/main.ts`,
      `${page}/style/page.css`,
    ])
      write(file, '');
    write('src/shipped.cjs', 'exports.shippedFiles = () => ({});\n');
    write('docs/configuration.md', '');
    mkdirSync(bin);
    program('npm', npm);
    program('bwrap', '#!/bin/sh\n');
    for (const name of ['sh', 'cat', 'cp', 'mkdir', 'sleep', 'touch']) borrow(name);
  });

  afterEach(() => rmSync(dirname(clone), { recursive: true, force: true }));

  it('installs and builds once, then has nothing to say', async () => {
    expect(await setup()).toEqual({ code: 0, said: ['setup: installing npm packages', 'setup: building dist'] });
    expect(existsSync(join(clone, 'dist', 'cli.cjs'))).toBe(true);
    expect(await setup()).toEqual({ code: 0, said: [] });
    expect(calls()).toEqual([expect.stringMatching(/^npm ci --include=dev/), 'build']);
  });

  it('installs again when the lock file changed', async () => {
    await setup();
    write('package-lock.json', JSON.stringify(lock('2.0.0')));
    expect((await setup()).said).toEqual(['setup: installing npm packages']);
  });

  it('builds again when a source file is newer than the build', async () => {
    await setup();
    const later = new Date(Date.now() + 5000);
    utimesSync(join(clone, 'src', 'cli.cjs'), later, later);
    expect((await setup()).said).toEqual(['setup: building dist']);
  });

  it('does everything once when run twice at once, and leaves no lock', async () => {
    const both = await Promise.all([setup(), setup()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(calls()).toHaveLength(2);
    expect(readdirSync(clone).filter((name) => /^\.(setup|dist)/.test(name))).toEqual([]);
  });

  it('takes over the lock of a process that died', async () => {
    write('.setup-lock', '999999999');
    expect((await setup()).code).toBe(0);
    expect(existsSync(join(clone, '.setup-lock'))).toBe(false);
  });

  it('fails where nothing could be built, so that no package without a program is packed', async () => {
    program('npm', '#!/bin/sh\nmkdir -p node_modules\ncp package-lock.json node_modules/.package-lock.json\n');
    expect(await setup()).toEqual({
      code: 1,
      said: [
        'setup: installing npm packages',
        'setup: building dist',
        'setup: nothing was built: the development packages are missing',
      ],
    });
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.prepack).toBe('node scripts/setup.js');
  });

  it('says in one line what npm said when it fails, and leaves no lock', async () => {
    program('npm', '#!/bin/sh\necho "npm error code ENOTFOUND" >&2\nexit 1\n');
    expect(await setup()).toEqual({
      code: 8,
      said: ['setup: installing npm packages', 'setup: npm ci failed: code ENOTFOUND'],
    });
    expect(existsSync(join(clone, '.setup-lock'))).toBe(false);
  });

  it('keeps the old build when a new one fails', async () => {
    await setup();
    write('node_modules/tsdown/index.js', 'export async function build() { throw new Error("no such export"); }');
    write('src/cli.cjs', 'changed');
    const later = new Date(Date.now() + 5000);
    utimesSync(join(clone, 'src', 'cli.cjs'), later, later);
    const { code, said } = await setup();
    expect(code).toBe(1);
    expect(said[1]).toMatch(/^setup: node scripts\/build.js failed: .*no such export/);
    expect(readFileSync(join(clone, 'dist', 'cli.cjs'), 'utf8')).toBe('');
  });

  it('refuses a Node that is too old in one line', async () => {
    write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=99.1' } }));
    const line = `setup: pawl needs Node 99.1 or newer, this is ${process.versions.node}`;
    expect(await setup()).toEqual({ code: 8, said: [line] });
  });

  it('names what to install where bubblewrap is missing, and goes on', async () => {
    rmSync(join(bin, 'bwrap'));
    program('dnf', '#!/bin/sh\n');
    const { code, said } = await setup();
    expect(code).toBe(0);
    expect(said[0]).toBe('setup: pawl runs code in bubblewrap, install it: dnf install bubblewrap (as root)');
  });

  it('installs bubblewrap through apt as root, after an update where that is needed', async () => {
    rmSync(join(bin, 'bwrap'));
    const needsUpdate = 'if [ "$2" = update ]; then touch updated; else [ -e updated ] || exit 100; fi';
    program('apt-get', `#!/bin/sh\necho "apt-get $*" >> calls\n${needsUpdate}\n`);
    const { code, said } = await setup();
    const asRoot = process.getuid?.() === 0;
    expect(code).toBe(0);
    expect(said[0]).toMatch(asRoot ? /^setup: installing bubblewrap$/ : /apt-get install bubblewrap \(as root\)$/);
    expect(calls().filter((call) => call.startsWith('apt-get'))).toHaveLength(asRoot ? 3 : 0);
  });

  it('leaves a checkout without development packages alone', async () => {
    const built = await run(join(clone, 'scripts', 'build.js'));
    expect(built).toEqual({ code: 0, said: [] });
    expect(existsSync(join(clone, 'dist'))).toBe(false);
  });

  const setup = () => run(join(clone, 'scripts', 'setup.js'));

  function run(script: string): Promise<{ code: number; said: string[] }> {
    const env = { PATH: bin, HOME: dirname(clone) };
    return new Promise((resolve) => {
      execFile(process.execPath, [script], { cwd: clone, env }, (error, stdout, stderr) => {
        const said = (stdout + stderr).split('\n').filter((line) => line !== '');
        resolve({ code: error === null ? 0 : Number(error.code), said });
      });
    });
  }

  function calls(): string[] {
    return readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n');
  }

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), content);
  }

  function program(name: string, text: string): void {
    rmSync(join(bin, name), { force: true });
    appendFileSync(join(bin, name), text, { mode: 0o755 });
  }

  function borrow(name: string): void {
    const folder = ['/bin', '/usr/bin'].find((place) => existsSync(join(place, name)));
    if (folder === undefined) throw new Error(`no ${name} on this machine`);
    symlinkSync(join(folder, name), join(bin, name));
  }
});
