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
 * call and the verdict in a process that has loaded the library and judged something once.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const target = makeTarget(join(place, 'target'));
    const { createApp } = await import(index);
    const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, 'state') };
    const took = [];
    for (let round = 0; round <= rounds; round += 1) {
      writeFileSync(join(target, 'src/m7/f3.js'), `export const broken = (${round};\n`);
      const app = await createApp({ target, env });
      const from = performance.now();
      const verdict = await app.verify({});
      took.push(performance.now() - from);
      await app.close();
      const [error] = verdict.syntax_errors;
      if (error?.file !== 'src/m7/f3.js' || error.line !== 1)
        throw new Error(`no syntax error: ${JSON.stringify(verdict)}`);
    }
    const sorted = took.slice(1).sort((a, b) => a - b);
    const value = sorted[Math.floor(sorted.length / 2)];
    return {
      value,
      bound: 150,
      unit: 'ms',
      detail: `median of ${rounds}, ${sorted[0].toFixed(0)} to ${sorted.at(-1).toFixed(0)} ms, 5,000 files`,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function makeTarget(target) {
  for (let module = 0; module < 100; module += 1) {
    const folder = join(target, 'src', `m${module}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < 50; file += 1)
      writeFileSync(join(folder, `f${file}.js`), `export const value = ${module * 50 + file};\n`.repeat(1));
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
