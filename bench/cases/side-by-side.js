import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentsFolder, install } from '../agents/install.js';
import { measure } from '../agents/measure.js';
import { serve, tally } from '../agents/server.js';
import { agents } from '../agents/table.js';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const rounds = 5;
const fewest = 2;
const howTo = '`npm run bench -- side-by-side` installs them with npm, 1.2 GB.';
export const name = 'side-by-side';

/**
 * Pawl beside real agents from npm: the same repository with one source file and one failing test, the same request,
 * the same scripted model, which edits once and says that it is done. The value is what Pawl's first request carries
 * before the task: the system prompt and the tools. The agents edit and are done, and nobody but this case runs the
 * test; Pawl also clones, runs the test in a sandbox before and after the edit, and commits.
 */
export async function run({ named }) {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  const server = await serve(solution);
  try {
    const { ready, missing } = installed(named);
    if (ready.length < fewest) return { skipped: `fewer than ${fewest} agents: ${missing.join('; ')}. ${howTo}` };
    const contenders = [
      ...pawls(place, server.url),
      ...ready.map((agent) => contenderOf(agent, place, server.url)),
    ].map((contender) => ({ ...contender, measured: [] }));
    // Turn by turn, so that whatever else this machine does meets all of them alike.
    for (let round = 0; round <= rounds; round += 1)
      for (const contender of contenders) contender.measured.push(await measured(contender, place, server.requests));
    const rows = contenders.map(rowOf);
    const value = rows[0].frame;
    const load = loadavg()[0].toFixed(1);
    const detail = [...table(rows), ...missing, `medians of ${rounds} after one to warm up; load ${load} at the end`];
    return { value, bound: 4096, unit: 'B', detail: detail.join('\n  ') };
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

const files = {
  'package.json': '{ "name": "one", "type": "module", "scripts": { "test": "node --test" } }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from './add.js';

test('adds', () => assert.equal(add(2, 3), 5));
`,
};
const prompt = 'add in add.js must add: its test fails';
const solution = { path: 'add.js', old: files['add.js'], content: files['add.js'].replace('a - b', 'a + b') };

function installed(may) {
  const folder = agentsFolder();
  const all = agents.map((agent) => ({ ...agent, ...install(agent, folder, may, (line) => console.log(`  ${line}`)) }));
  return {
    ready: all.filter(({ program }) => program),
    missing: all.filter(({ reason }) => reason).map((agent) => `${agent.package} (${agent.reason})`),
  };
}

function pawls(place, url) {
  const home = join(place, 'pawl');
  put(home, {
    'config.yaml': `providers:
  local: { api: openai, base_url: "${url}/v1" }
tiers:
  - { name: only, model: local/scripted, price: { input: 1, output: 1 } }
`,
  });
  const words = ['run', prompt, '--config', join(home, 'config.yaml'), '--yes', '--plan', 'single'];
  const argv = [process.execPath, pawl, ...words];
  return [
    { label: 'pawl', argv: [...argv, '--review', 'off'], env: environment(home), check: checkBranch },
    { label: 'pawl, reviewed', argv, env: environment(home), check: checkBranch },
  ];
}

function contenderOf(agent, place, url) {
  const home = join(place, agent.name);
  put(home, agent.files(url));
  const env = { ...environment(home), ...agent.env(url) };
  return {
    label: `${agent.name} ${agent.version}`,
    argv: [agent.program, ...agent.words(prompt)],
    env,
    check: testsPass,
  };
}

function environment(home) {
  const folders = { STATE: '.local/state', CONFIG: '.config', DATA: '.local/share', CACHE: '.cache' };
  const env = Object.entries(folders).map(([kind, folder]) => [`XDG_${kind}_HOME`, join(home, folder)]);
  return { PATH: process.env.PATH, HOME: home, ...Object.fromEntries(env) };
}

async function measured({ label, argv, env, check }, place, requests) {
  const target = makeTarget(mkdtempSync(join(place, 'target-')));
  requests.length = 0;
  const { code, took, peak, own, output } = await measure(argv, { cwd: target, env });
  if (code !== 0) throw new Error(`${label} exited ${code}: ${output.slice(-1000)}`);
  return { took, peak, own, passes: check(target), ...tally(requests) };
}

function rowOf({ label, measured }) {
  const kept = measured.slice(1);
  const median = (key) => kept.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(kept.length / 2)];
  const keys = ['frame', 'first', 'all', 'requests', 'took', 'peak', 'own'];
  const medians = Object.fromEntries(keys.map((key) => [key, median(key)]));
  return { label, ...medians, passes: kept.every(({ passes }) => passes) };
}

function makeTarget(target) {
  put(target, files);
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'base'],
  ])
    execFileSync('git', words, { cwd: target });
  return target;
}

/** Pawl leaves the work tree alone: what it made is on the other branch. */
function checkBranch(target) {
  const refs = execFileSync('git', ['for-each-ref', '--format=%(refname:short)', 'refs/heads'], { cwd: target });
  const branch = refs
    .toString()
    .split('\n')
    .find((ref) => ref !== '' && ref !== 'main');
  if (!branch) return false;
  execFileSync('git', ['checkout', '-q', branch], { cwd: target });
  return testsPass(target);
}

function testsPass(target) {
  return spawnSync(process.execPath, ['--test'], { cwd: target, stdio: 'ignore' }).status === 0;
}

function put(folder, contents) {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const heads = ['', 'prompt+tools', 'first', 'all', 'requests', 'time', 'memory', 'without tests', 'test'];

function table(rows) {
  const kilo = (bytes) => bytes.toLocaleString('en-US');
  const lines = rows.map((row) => [
    row.label,
    `${kilo(row.frame)} B`,
    `${kilo(row.first)} B`,
    `${kilo(row.all)} B`,
    `${row.requests}`,
    `${(row.took / 1000).toFixed(2)} s`,
    `${(row.peak / 2 ** 20).toFixed(0)} MB`,
    `${(row.own / 2 ** 20).toFixed(0)} MB`,
    row.passes ? 'passes' : 'fails',
  ]);
  const widths = heads.map((_, column) => Math.max(...[heads, ...lines].map((line) => line[column].length)));
  return [heads, ...lines].map((line) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
  );
}
