import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const index = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const rounds = 9;
export const name = 'first-signal';

/**
 * How long `verify` takes to name a syntax error in a repository of 5,000 files, after start-up: the time between the
 * first call and the verdict in a new process that has loaded the library.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const target = makeTarget(join(place, 'target'));
    const took = [];
    for (let round = 0; round <= rounds; round += 1) {
      writeFileSync(join(target, 'src/m7/f3.js'), `export const broken = (${round};\n`);
      const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, 'state') };
      const told = JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', child, index, target], { env }),
      );
      const [error] = told.verdict.syntax_errors;
      if (error?.file !== 'src/m7/f3.js' || error.line !== 1)
        throw new Error(`no syntax error: ${JSON.stringify(told)}`);
      took.push(told.took);
    }
    const sorted = took.slice(1).sort((a, b) => a - b);
    const value = sorted[Math.floor(sorted.length / 2)];
    const detail = `5,000 files, median of ${rounds}, ${sorted[0].toFixed(0)} to ${sorted.at(-1).toFixed(0)} ms`;
    return { value, bound: 150, unit: 'ms', detail };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const child = `
const [index, target] = process.argv.slice(1);
const { createApp } = await import(index);
const app = await createApp({ target });
const from = performance.now();
const verdict = await app.verify({});
console.log(JSON.stringify({ verdict, took: performance.now() - from }));
await app.close();
`;

function makeTarget(target) {
  for (let module = 0; module < 100; module += 1) {
    const folder = join(target, 'src', `m${module}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < 50; file += 1)
      writeFileSync(join(folder, `f${file}.js`), `export const value = ${module * 50 + file};\n`);
  }
  writeFileSync(
    join(target, 'package.json'),
    '{ "name": "large", "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'first'],
  ])
    execFileSync('git', args, { cwd: target, stdio: 'ignore' });
  return target;
}
