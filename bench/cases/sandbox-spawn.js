import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const batches = 6;
const rounds = 15;

export const name = 'sandbox-spawn';

/** What the sandbox adds to a command that does nothing, in a work folder of 300 files, against a bare spawn of it. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const sandbox = await openSandbox(folder);
    const work_dir = makeWork(folder);
    const results = [];
    for (let batch = 0; batch < batches; batch += 1) results.push(await measure(sandbox, work_dir));
    // Others use the machine too: the quietest batch tells the most.
    const [{ bare, inside }] = results.toSorted((a, b) => a.inside - b.inside);
    const detail = `${inside.toFixed(1)} ms against ${bare.toFixed(1)} ms, medians of ${rounds}, the best of ${batches} batches`;
    return { value: inside - bare, bound: 15, unit: 'ms', detail };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(sandbox, work_dir) {
  const [bare, inside] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await time(() => spawned(work_dir)));
    inside.push(await time(() => sandboxed(sandbox, work_dir)));
  }
  return { bare: median(bare), inside: median(inside) };
}

async function openSandbox(folder) {
  const entry = {
    bubblewrap: join(root, 'src/adapters/sandboxes/bubblewrap/bubblewrap.ts'),
    registry: join(root, 'src/languages/registry.ts'),
  };
  const outDir = join(folder, 'bundle');
  const options = { config: false, cwd: root, entry, outDir, dts: false, logLevel: 'silent' };
  // In a process of its own: a large process takes longer to start others.
  const script = `import { build } from 'tsdown'; await build(${JSON.stringify(options)});`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the sandbox could not be bundled: ${built.stderr}`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const bundled = (name) => import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
  const [{ bubblewrap }, { places }] = await Promise.all([bundled('bubblewrap'), bundled('registry')]);
  const limits = { memory_mb: 2048, pids: 512, network: 'none' };
  const sandbox = bubblewrap({ ...limits, env: process.env, equipment: places() });
  const reason = await sandbox.unfit();
  if (reason !== null) throw new Error(reason);
  return sandbox;
}

function makeWork(folder) {
  const work = join(folder, 'work');
  for (let each = 0; each < 300; each += 1) {
    const place = join(work, `folder-${each % 30}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file-${each}`), '');
  }
  return work;
}

function spawned(cwd) {
  return new Promise((resolve, reject) => {
    spawn('true', { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
      .on('error', reject)
      .on('close', resolve);
  });
}

async function sandboxed(sandbox, work_dir) {
  const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [], cwd: '', mount_at: '/work' };
  const limits = { timeout_ms: 60_000, output_limit: 1000, file_limit: 0 };
  const { exit_code, stderr } = await sandbox.run(
    { ...nothing, ...limits, argv: ['true'], work_dir },
    new AbortController().signal,
  );
  if (exit_code !== 0) throw new Error(`true exited ${exit_code}: ${stderr}`);
}

async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}
