import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const every_ms = 20;
const page = 4096;

/**
 * Runs a program to its end: how long it took, and the most memory that it and all its descendants had at one moment,
 * as the sum of their resident pages (pages that they share count for each).
 */
export async function measure([file, ...args], { cwd, env, limit_ms = 120_000 }) {
  const started = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const family = new Set([child.pid]);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOf(family));
  }, every_ms);
  const limit = setTimeout(() => child.kill('SIGKILL'), limit_ms);
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject)).finally(
    () => {
      clearInterval(sampling);
      clearTimeout(limit);
    },
  );
  return { code, took: performance.now() - started, peak, output: Buffer.concat(output).toString() };
}

/**
 * Whoever was once seen below the first process stays in the family, even when its parent ends before it does. It
 * counts from the second time on: right after a fork it looks as large as its parent.
 */
function residentOf(family) {
  const seen = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(Boolean);
  const known = seen.filter(({ pid }) => family.has(pid));
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of seen) if (family.has(parent)) family.add(pid);
  }
  return known.reduce((sum, { resident }) => sum + resident, 0);
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parent: Number(fields[1]), resident: Number(fields[21]) * page };
  } catch {
    return null; // It ended meanwhile.
  }
}
