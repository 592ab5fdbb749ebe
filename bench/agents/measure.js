import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const every_ms = 20;
const page = 4096;

/**
 * Runs a program to its end: how long it took, and the most memory that it and all its descendants had at one moment,
 * as the sum of their resident pages (pages that they share count for each). `own` is the same without what runs in a
 * sandbox: the target's tests.
 */
export async function measure([file, ...args], { cwd, env, limit_ms = 120_000 }) {
  const started = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const family = new Set([child.pid]);
  let [peak, own] = [0, 0];
  const sampling = setInterval(() => {
    const known = membersOf(family);
    const sum = (members) => members.reduce((total, { resident }) => total + resident, 0);
    peak = Math.max(peak, sum(known));
    own = Math.max(own, sum(outside(known)));
  }, every_ms);
  const limit = setTimeout(() => child.kill('SIGKILL'), limit_ms);
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject)).finally(
    () => {
      clearInterval(sampling);
      clearTimeout(limit);
    },
  );
  return { code, took: performance.now() - started, peak, own, output: Buffer.concat(output).toString() };
}

/**
 * Whoever was once seen below the first process stays in the family, even when its parent ends before it does. It
 * counts from the second time on: right after a fork it looks as large as its parent.
 */
function membersOf(family) {
  const seen = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(Boolean);
  const known = seen.filter(({ pid }) => family.has(pid));
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of seen) if (family.has(parent)) family.add(pid);
  }
  return known;
}

function outside(members) {
  const byPid = new Map(members.map((member) => [member.pid, member]));
  const isInside = (member) => member !== undefined && (member.name === 'bwrap' || isInside(byPid.get(member.parent)));
  return members.filter((member) => !isInside(member));
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return { pid: Number(pid), name, parent: Number(fields[1]), resident: Number(fields[21]) * page };
  } catch {
    return null; // It ended meanwhile.
  }
}
