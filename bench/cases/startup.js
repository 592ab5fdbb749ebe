import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const rounds = 30;

export const name = 'startup';

/** `pawl --version` against a bare node start, alternating so that both meet the same machine. */
export async function run() {
  const bare = [];
  const version = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(time(['-e', '0']));
    version.push(time([pawl, '--version']));
  }
  const value = median(version) / median(bare);
  const detail = `${median(version).toFixed(1)} ms against ${median(bare).toFixed(1)} ms, medians of ${rounds}`;
  return { value, bound: 1.5, unit: 'x', detail };
}

function time(args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited ${status}: ${stderr}`);
  return took;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}
