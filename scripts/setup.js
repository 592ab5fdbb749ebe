// Brings a fresh clone to where everything runs. Needs nothing but node, npm and git; says only what it really does.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { locked } from './setup/lock.js';
import { stamp } from './setup/stamp.js';
import { installed, isOld, newest, onPath } from './setup/state.js';

const root = fileURLToPath(new URL('..', import.meta.url));

checkNode();
bubblewrap();
packages();
dist();

function checkNode() {
  const needed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  if (isOld(process.versions.node, needed)) {
    fail(`pawl needs Node ${needed} or newer, this is ${process.versions.node}`, 8);
  }
}

function packages() {
  if (installed(root)) return;
  locked(root, () => {
    if (installed(root)) return;
    say('installing npm packages');
    const { HOME, ...env } = process.env;
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    // npm takes an empty HOME for a folder named ~ in the current one.
    const result = npm(args, { ...env, ...(HOME && { HOME }), PAWL_SETUP: 'yes' });
    if (result.status !== 0) fail(`npm ci failed: ${gist(result)}`, 8);
  });
}

function dist() {
  if (built()) return stamp(root, join(root, 'dist'));
  locked(root, () => {
    if (built()) return;
    say('building dist');
    const result = run(process.execPath, [join(root, 'scripts', 'build.js')]);
    if (result.status !== 0) fail(`node scripts/build.js failed: ${gist(result)}`, 1);
    if (!existsSync(join(root, 'dist', 'cli.cjs'))) fail('nothing was built: the development packages are missing', 1);
  });
}

function built() {
  const made = statSync(join(root, 'dist', 'cli.cjs'), { throwIfNoEntry: false });
  const sources = ['src', 'package.json', 'tsconfig.json', 'tsdown.config.ts'].map((name) => join(root, name));
  return made !== undefined && made.mtimeMs >= newest(sources);
}

function bubblewrap() {
  if (onPath('bwrap')) return;
  const manual = howToInstall();
  if (process.platform !== 'linux' || !onPath('apt-get') || process.getuid?.() !== 0) return say(manual);
  say('installing bubblewrap');
  const install = ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends', 'install', 'bubblewrap'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (run('apt-get', install, env).status === 0) return;
  run('apt-get', ['-qq', 'update'], env);
  const result = run('apt-get', install, env);
  if (result.status !== 0) say(`apt-get could not install bubblewrap (${gist(result)}); ${manual}`);
}

function howToInstall() {
  if (process.platform === 'darwin') return 'pawl runs code in bubblewrap, which macOS lacks: use a Linux container';
  if (process.platform === 'win32') return 'pawl runs code in bubblewrap, which Windows lacks: use WSL';
  const managers = {
    'apt-get': 'apt-get install',
    dnf: 'dnf install',
    zypper: 'zypper install',
    pacman: 'pacman -S',
    apk: 'apk add',
  };
  const manager = Object.keys(managers).find(onPath);
  const command = manager ? `: ${managers[manager]} bubblewrap (as root)` : ' from your distribution';
  return `pawl runs code in bubblewrap, install it${command}`;
}

/** The npm that runs this script, where one does; else the one on the path. */
function npm(args, env) {
  const own = process.env.npm_execpath;
  if (own && /[\\/]npm-cli\.c?js$/.test(own)) return run(process.execPath, [own, ...args], env);
  return run('npm', args, env, process.platform === 'win32');
}

function run(file, args, env = process.env, shell = false) {
  return spawnSync(file, args, { cwd: root, env, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Why a command failed, on one line. */
function gist(result) {
  if (result.error) return result.error.message;
  const lines = `${result.stderr}\n${result.stdout}`
    .split('\n')
    .map((line) =>
      stripVTControlCharacters(line)
        .replace(/^npm error/, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^A complete log|is deprecated|^npm warn/.test(line));
  return lines.slice(0, 4).join(' | ') || `exit ${result.status ?? result.signal}`;
}

function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}

function fail(text, code) {
  say(text);
  process.exit(code);
}
