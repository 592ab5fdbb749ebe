import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTarget, median } from './overhead.js';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const rounds = 15;
export const name = 'first-output';

/** How long a person waits for the first line of a run that is piped. A terminal shows a sign before that. */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const target = makeTarget(join(place, 'target'));
    const took = [];
    // The first round warms the disk's cache.
    for (let round = 0; round <= rounds; round += 1) took.push(await timeFirst(target, place));
    const sorted = took.slice(1).sort((a, b) => a - b);
    const detail = `median of ${rounds}, ${sorted[0].toFixed(0)} to ${sorted.at(-1).toFixed(0)} ms`;
    return { value: median(sorted), bound: 300, unit: 'ms', detail };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function timeFirst(target, place) {
  // Node reads the certificates of a workplace whenever it starts, whatever it then runs.
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  const env = { ...own, HOME: place, XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: place };
  const words = ['run', 'Make the failing tests pass.', '--target', target, '--tiers', 'repair', '--yes'];
  const started = performance.now();
  const child = spawn(process.execPath, [pawl, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [took, all] = [null, ''];
  child.stdout.on('data', (chunk) => {
    took ??= performance.now() - started;
    all += chunk;
  });
  child.stderr.on('data', (chunk) => {
    all += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 || took === null) throw new Error(`pawl run exited ${code}: ${all.slice(-1000)}`);
  return took;
}
