import { inDir, outDir } from '../../ports/outside/sandbox.ts';

export const driverFile = 'repair-driver.mjs';
/** The program that runs us is in every sandbox. */
export const driverCommand = ['node', `${inDir}/${driverFile}`];
export const batchFile = 'repair-batch.json';

/** What the driver is told. */
export interface Batch {
  /** Paths are relative to the folder that it is started in. */
  candidates: { path: string; edits: { start: number; end: number; text: string }[] }[];
  /** The build, where there is one, and the tests. */
  commands: string[][];
  /** What the tests leave, by name: kept for each candidate as `N.name`. */
  collect: string[];
  each_ms: number;
  all_ms: number;
}

/** What it says about a candidate, in `N.json`; nothing for one that it did not get to. */
export interface Tried {
  exit_code: number | null;
  signal: string | null;
  timed_out: boolean;
  duration_ms: number;
}

/**
 * Tries candidates one after the other in one start of the sandbox, as a module's text: writes the file, runs the
 * commands, puts the file back. A candidate that hangs is ended with everything that it started.
 */
export const driver = `
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const out = ${JSON.stringify(outDir)};
const { candidates, commands, collect, each_ms, all_ms } = JSON.parse(readFileSync(${JSON.stringify(`${inDir}/${batchFile}`)}, 'utf8'));
const begun = Date.now();

const run = (argv, stdout, stderr, time) => new Promise((resolve) => {
  const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', stdout, stderr], detached: true });
  let timed_out = false;
  const end = () => {
    try { process.kill(-child.pid, 'SIGKILL'); } catch (error) { if (error.code !== 'ESRCH') throw error; }
  };
  const timer = setTimeout(() => { timed_out = true; end(); }, Math.max(1, time));
  child.on('error', () => { clearTimeout(timer); resolve({ exit_code: 127, signal: null, timed_out }); });
  child.on('exit', (exit_code, signal) => { clearTimeout(timer); end(); resolve({ exit_code, signal, timed_out }); });
});

for (const [at, { path, edits }] of candidates.entries()) {
  if (Date.now() - begun >= all_ms) break;
  const before = readFileSync(path, 'utf8');
  const text = [...edits].sort((a, b) => b.start - a.start)
    .reduce((whole, edit) => whole.slice(0, edit.start) + edit.text + whole.slice(edit.end), before);
  for (const name of collect) rmSync(out + '/' + name, { force: true, recursive: true });
  const [stdout, stderr] = ['out', 'err'].map((name) => openSync(out + '/' + at + '.' + name, 'w'));
  const started = Date.now();
  let result = null;
  try {
    writeFileSync(path, text);
    for (const argv of commands) {
      result = await run(argv, stdout, stderr, Math.min(each_ms - (Date.now() - started), all_ms - (Date.now() - begun)));
      if (argv !== commands.at(-1) && result.exit_code !== 0) break;
    }
  } finally {
    writeFileSync(path, before);
    closeSync(stdout);
    closeSync(stderr);
  }
  for (const name of collect) if (existsSync(out + '/' + name)) renameSync(out + '/' + name, out + '/' + at + '.' + name);
  writeFileSync(out + '/' + at + '.json', JSON.stringify({ ...result, duration_ms: Date.now() - started }));
}
`;
