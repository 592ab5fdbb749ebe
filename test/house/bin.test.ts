import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    mkdirSync(join(home, 'dist'));
    const main = 'export async function main(argv) { console.log(argv.slice(2).join()); process.exitCode = 3; }';
    writeFileSync(join(home, 'dist', 'cli.js'), main);
    expect(pawl('log', '--version')).toEqual({ status: 3, stdout: 'log,--version\n', stderr: '' });
  });

  it('refuses a Node that is too old in one line', () => {
    install('>=99.1');
    const stderr = `pawl needs Node 99.1 or newer, this is ${process.versions.node}\n`;
    expect(pawl('--version')).toEqual({ status: 8, stdout: '', stderr });
  });

  function install(node: string): void {
    writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module', version, engines: { node } }));
  }

  function pawl(...args: string[]) {
    const run = spawnSync(process.execPath, [join(home, 'bin', 'pawl.js'), ...args], { encoding: 'utf8' });
    return { status: run.status, stdout: run.stdout, stderr: run.stderr };
  }
});
