import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('bin/pawl.js', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'pawl-bin-'));
    cpSync(join(root, 'bin'), join(home, 'bin'), { recursive: true });
    install(engines.node);
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it.each(['--version', '-V'])('answers %s without anything built', (flag) => {
    expect(pawl(flag)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('says in one line that it is not built', () => {
    expect(pawl('status')).toEqual({ status: 8, stdout: '', stderr: 'pawl is not built: run npm run setup\n' });
  });

  it('hands its arguments to the built main, which sets the exit code', () => {
    build('exports.main = async (argv) => { console.log(argv.slice(2).join()); process.exitCode = 3; };');
    expect(pawl('log', '--version')).toEqual({ status: 3, stdout: 'log,--version\n', stderr: '' });
  });

  it('takes what was compiled ahead, whatever other V8 made it or however it is damaged', async () => {
    build("exports.main = async () => console.log(require('./other.cjs').word + require('node:path').sep);");
    writeFileSync(join(home, 'dist', 'other.cjs'), "exports.word = 'one';");
    const { compile, codeOf } = await import(join(home, 'bin', 'compiled.js'));
    const ahead = join(home, 'dist', 'compiled.bin');
    const code = codeOf(compile(join(home, 'dist'), 'other.cjs'));
    for (const other of [code, code.subarray(0, 40), Buffer.from('x')]) {
      writeFileSync(ahead, serialize(new Map([['other.cjs', other]])));
      expect(pawl('status')).toEqual({ status: 0, stdout: 'one/\n', stderr: '' });
    }
    writeFileSync(ahead, 'no map');
    expect(pawl('status')).toEqual({ status: 0, stdout: 'one/\n', stderr: '' });
  });

  it('loads scripts that were compiled ahead without compiling them again', async () => {
    const { scripts, compile } = await import(join(root, 'bin', 'compiled.js'));
    const { load } = scripts(join(root, 'dist'));
    expect(load('cli.cjs').main).toBeTypeOf('function');
    const kept = readFileSync(join(root, 'dist', 'compiled.bin'));
    expect(kept.includes(root)).toBe(false);
    const codes = deserialize(kept);
    const rejected = [...codes].filter(([name, code]) => compile(join(root, 'dist'), name, code).cachedDataRejected);
    expect([codes.size > 100, rejected]).toEqual([true, []]);
  });

  it('refuses a Node that is too old in one line', () => {
    install('>=99.1');
    const stderr = `pawl needs Node 99.1 or newer, this is ${process.versions.node}\n`;
    expect(pawl('--version')).toEqual({ status: 8, stdout: '', stderr });
  });

  function build(main: string): void {
    mkdirSync(join(home, 'dist'));
    writeFileSync(join(home, 'dist', 'cli.cjs'), main);
  }

  function install(node: string): void {
    writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module', version, engines: { node } }));
  }

  function pawl(...args: string[]) {
    const run = spawnSync(process.execPath, [join(home, 'bin', 'pawl.js'), ...args], { encoding: 'utf8' });
    return { status: run.status, stdout: run.stdout, stderr: run.stderr };
  }
});
