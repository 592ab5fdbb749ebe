import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const day = 86_400_000;
/** `PAWL_MEMORY_ROWS=100000` for a machine with less time. */
const rows = Number(process.env.PAWL_MEMORY_ROWS ?? 1_000_000);
const lessons = rows / 20;
const [warmup, rounds] = [200, 2000];
export const name = 'memory';

/** What recalling executions and lessons takes of the processor in a large memory; appends, exports and prunes besides. */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const openMemory = await bundled(place);
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    const memory = await openMemory({ state_dir: place, clock, point: () => undefined });
    await fill(memory);
    const recalls = await measured((at) => recall(memory, at * 7919));
    const given = Array.from({ length: rounds + warmup }, (_, i) => execution(rows + i, Date.now()));
    const tidies = [];
    const appends = await measured(
      (at) => memory.remember(given[at]),
      // As runs do after each: words are indexed, the log is moved into the file, old ones go.
      async () => tidies.push(await taking(() => memory.tidy())),
    );
    const exported = await streamed(memory);
    const bytes = statSync(join(place, 'memory.db')).size;
    const pruned = await prunedTenth(memory);
    await memory.close();
    const [recalled, appended, tidied] = [recalls, appends, tidies].map((times) => times.slice(warmup).sort(up));
    const spread = (sorted) => `median ${at(sorted, 0.5).toFixed(2)} ms, p99 ${at(sorted, 0.99).toFixed(2)} ms`;
    return [
      {
        ...{ name: 'memory recall', value: at(recalled, 0.99), bound: 10, unit: 'ms' },
        detail: `${rows} executions, ${lessons} lessons; processor time; ${spread(recalled)}`,
      },
      {
        ...{ name: 'memory append', value: at(appended, 0.99), bound: 1, unit: 'ms' },
        detail: `${spread(appended)}; tidying after each: ${spread(tidied)}`,
      },
      {
        ...{ name: 'memory peak', value: Math.max(exported.peak, pruned.peak), bound: 400, unit: 'MB' },
        detail: [
          `export of ${exported.tasks} tasks ${exported.peak} MB, prune of ${pruned.executions} executions ${pruned.peak} MB`,
          `${(bytes / 1e6).toFixed(0)} MB on disk, ${(bytes / rows / 1000).toFixed(2)} KB an execution`,
        ].join('; '),
      },
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function bundled(outDir) {
  const entry = { memory: source('adapters/memory/memory.ts') };
  await build({ config: false, entry, outDir, format: 'esm', platform: 'node', dts: false, logLevel: 'error' });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(outDir, 'node_modules'));
  return (await import(pathToFileURL(join(outDir, 'memory.mjs')).href)).openMemory;
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

const types = [
  'TypeError',
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'KeyError',
  'ValueError',
  'Error',
  'Timeout',
];
const hash = (text) => createHash('sha256').update(text).digest('hex');
/** Few are frequent and many are rare, as in life. */
const skewed = (seed, most) => Math.floor(((hash(String(seed)).charCodeAt(0) * 7919 + seed) % most) ** 2 / most);

function failure(seed) {
  const kind = skewed(seed, 5000);
  const error_type = types[kind % types.length];
  const pattern = `${error_type}: cannot read property <text> of undefined in case ${kind}`;
  const test_name = `test/part${skewed(seed, 400)}.test.js > part > does what is expected of it in case ${skewed(seed * 3, 20_000)}`;
  return {
    ...{ test_name, test_file: 'test/part.test.js', error_type, error_message: `${pattern} at ${seed}` },
    stack_trace: `${pattern}\n    at part (src/part.js:${seed % 900}:7)\n    at test (test/part.test.js:3:1)`,
    ...{ signature: hash(pattern).slice(0, 32), pattern, broken: seed % 2 === 0 },
  };
}

function execution(seed, at) {
  const [run, attempt] = [Math.floor(seed / 3), (seed % 3) + 1];
  const failures = attempt === 3 ? [] : [failure(seed), failure(seed + 1)];
  const results = { total: 300, passed: 300 - failures.length, failed: failures.length, errors: 0, skipped: 0 };
  return {
    ...{ run: `20261101-${run}`, task: 't1', attempt, at: new Date(at).toISOString(), code_hash: hash(`c${seed}`) },
    ...{ tree: hash(`t${seed}`).slice(0, 40), tier: 'cheap', passed: failures.length === 0 },
    environment: { node_version: '20.19.0', test_framework: 'node:test' },
    test_results: { ...results, duration_ms: 1500 },
    ...{ failures, left_out: 0 },
    analyses: failures.slice(0, 1).map(({ signature }) => ({
      ...{ signature, root_cause: `src/part${seed % 400}.js reads before it looks`, fix_strategy: 'look first' },
      confidence: 0.8,
    })),
    change: {
      ...{
        files: [`src/part${skewed(seed, 5000)}.js`, `src/part${skewed(seed * 5, 5000)}.js`],
        insertions: 5,
        deletions: 2,
      },
      description: 'The value is looked at before it is read, and the test of the part passes.',
    },
  };
}

function lesson(seed, at) {
  const { test_name: test, error_type, error_message, signature, pattern } = failure(seed * 11);
  return {
    ...{
      run: `20261001-${seed}`,
      task: 't1',
      at: new Date(at).toISOString(),
      told: seed % 7,
      passed: seed % 3 === 0 ? seed % 7 : 0,
    },
    ...{ signature, pattern, test, error_type, error_message, fix: `look before reading, case ${seed}` },
    ...{
      diff: '--- src/part.js\n-  return value.length;\n+  return value?.length ?? 0;',
      files: ['src/part.js'],
      tier: 'cheap',
    },
  };
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

const up = (one, other) => one - other;
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
