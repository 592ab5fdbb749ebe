import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { execution, failure, lesson } from '../memory/samples.js';

const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const day = 86_400_000;
/** `PAWL_MEMORY_ROWS=100000` for a machine with less time. */
const rows = Number(process.env.PAWL_MEMORY_ROWS ?? 1_000_000);
const lessons = rows / 20;
/** `PAWL_MEMORY_KEPT=DIR` keeps the filled file there, and measures a copy of it from then on. */
const kept = process.env.PAWL_MEMORY_KEPT;
const [warmup, rounds] = [200, 2000];
export const name = 'memory';

/** What recalling executions and lessons takes of the processor in a large memory; appends, exports and prunes besides. */
export async function* run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const openMemory = await bundled(place);
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    const open = () => openMemory({ state_dir: place, clock, point: () => undefined });
    await fillOnce(open, join(place, 'memory.db'));
    const memory = await open();
    yield recalling((await measured((at) => recall(memory, at * 7919))).slice(warmup));
    const given = Array.from({ length: rounds + warmup }, (_, i) => execution(rows + i, Date.now()));
    const tidies = [];
    const appends = await measured(
      (at) => memory.remember(given[at]),
      // As runs do after each: words are indexed, old ones go, now and then the log is moved into the file.
      async () => tidies.push(await taking(() => memory.tidy())),
    );
    yield appending(appends.slice(warmup), tidies.slice(warmup));
    const exported = await streamed(memory);
    const bytes = statSync(join(place, 'memory.db')).size;
    const pruned = await prunedTenth(memory);
    await memory.close();
    yield {
      ...{ name: 'memory peak', value: Math.max(exported.peak, pruned.peak), bound: 400, unit: 'MB' },
      detail: [
        `export of ${exported.tasks} tasks ${exported.peak} MB, prune of ${pruned.executions} executions ${pruned.peak} MB`,
        `${(bytes / 1e6).toFixed(0)} MB on disk, ${(bytes / rows / 1000).toFixed(2)} KB an execution`,
      ].join('; '),
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const recalling = (times) => ({
  ...{ name: 'memory recall', value: share(times, 0.99), bound: 10, unit: 'ms' },
  detail: `${rows} executions, ${lessons} lessons; processor time; ${spread(times)}`,
});

const appending = (times, tidies) => ({
  ...{ name: 'memory append', value: share(times, 0.99), bound: 1, unit: 'ms' },
  detail: `${spread(times)}; tidying after each: ${spread(tidies)}`,
});

const spread = (times) => `median ${share(times, 0.5).toFixed(2)} ms, p99 ${share(times, 0.99).toFixed(2)} ms`;

async function bundled(outDir) {
  const entry = { memory: source('adapters/memory/memory.ts') };
  await build({ config: false, entry, outDir, format: 'esm', platform: 'node', dts: false, logLevel: 'error' });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(outDir, 'node_modules'));
  return (await import(pathToFileURL(join(outDir, 'memory.mjs')).href)).openMemory;
}

async function fillOnce(open, file) {
  const copy = kept && join(kept, `memory-${rows}.db`);
  if (copy && existsSync(copy)) return copyFileSync(copy, file, constants.COPYFILE_FICLONE);
  const memory = await open();
  await fill(memory);
  await memory.close();
  if (!copy) return;
  mkdirSync(kept, { recursive: true });
  copyFileSync(file, copy, constants.COPYFILE_FICLONE);
}

async function fill(memory) {
  const portion = 2000;
  const from = Date.now() - 29 * day;
  for (let first = 0; first < rows; first += portion) {
    const count = Math.min(portion, rows - first);
    const executions = Array.from({ length: count }, (_, i) =>
      execution(first + i, from + ((first + i) / rows) * 29 * day),
    );
    const learned = Array.from({ length: Math.ceil(count / 20) }, (_, i) => lesson(first / 20 + i, from));
    await memory.take({ executions, lessons: learned });
  }
}

async function recall(memory, seed) {
  const met = [failure(seed), failure(seed + 1), failure(seed + 2)];
  const { change } = execution(seed, 0);
  await memory.recall(
    {
      files: change.files,
      tests: met.map(({ test_name }) => test_name),
      error_types: met.map(({ error_type }) => error_type),
      signatures: met.map(({ signature }) => signature),
    },
    10,
  );
  const errors = met.map(({ test_name: test, error_type, error_message, signature }) => ({
    ...{ test, error_type, error_message, signature },
  }));
  await memory.like({ errors, files: change.files });
}

/** Processor time of each round in milliseconds, the first ones included. What follows each does not count. */
async function measured(work, after = () => undefined) {
  const took = [];
  for (let round = 0; round < rounds + warmup; round++) {
    took.push(await taking(() => work(round)));
    await after();
  }
  return took;
}

async function taking(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function streamed(memory) {
  const seen = peakOf();
  let tasks = 0;
  for await (const _ of memory.tasks()) {
    tasks += 1;
    if (tasks % 1000 === 0) seen.look();
  }
  return { tasks, peak: seen.look() };
}

async function prunedTenth(memory) {
  const seen = peakOf();
  const timer = setInterval(seen.look, 50);
  const { executions } = await memory.prune(Date.now() - 26 * day);
  clearInterval(timer);
  return { executions, peak: seen.look() };
}

function peakOf() {
  let peak = 0;
  return {
    look: () => {
      peak = Math.max(peak, process.memoryUsage.rss());
      return Math.round(peak / 1e6);
    },
  };
}

/** What so large a share of them takes no longer than. */
function share(times, part) {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
