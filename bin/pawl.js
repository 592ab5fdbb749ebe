#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { version, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

if (isOld(process.versions.node, engines.node)) {
  refuse(`pawl needs Node ${engines.node.slice(2)} or newer, this is ${process.versions.node}`);
} else if (['--version', '-V'].includes(process.argv[2]) || (process.argv[2] === '-v' && process.argv.length === 3)) {
  process.stdout.write(`${version}\n${process.stdout.isTTY ? build() : ''}`);
} else if (!existsSync(join(dist, 'cli.cjs'))) {
  refuse('pawl is not built: run npm run setup');
} else {
  const { scripts } = await import('./compiled.js');
  await scripts(dist).load('cli.cjs').main(process.argv);
}

function isOld(present, needed) {
  const [major, minor] = present.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.slice(2).split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** For people: scripts that ask for the version get nothing else. */
function build() {
  const file = join(dist, 'build.json');
  if (!existsSync(file)) return '';
  const { commit, date } = JSON.parse(readFileSync(file, 'utf8'));
  return `build ${commit}, ${date}\n`;
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 8;
}
