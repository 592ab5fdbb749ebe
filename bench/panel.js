// Public projects as their contributors run them, beside `pawl verify` without any configuration: node bench/panel.js
// FOLDER [NAME…]. FOLDER holds a checkout of each, prepared by hand or with --prepare, which clones what is missing and
// runs what bench/panel/*.json say. For each: the tests bare, verify on a planted bug, verify on an innocent change. By
// then base is measured, so what the last one takes over the bare command is what verify costs: the bound is 1 s or 20%,
// since an innocent change has no test to prove. What compiles, or builds before its tests, is reported apart.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const prepares = args.includes('--prepare');
const [folder, ...names] = args.filter((arg) => !arg.startsWith('--'));
if (folder === undefined) {
  console.error('usage: node bench/panel.js [--prepare] FOLDER [NAME…]');
  process.exit(2);
}
const lists = new URL('panel/', import.meta.url);
const listed = readdirSync(lists).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(new URL(file, lists), 'utf8'))).map(([name, project]) => [
    name,
    { builds: /^(?:compiled|native)/.test(file), ...project },
  ]),
);
const unknown = names.filter((name) => !listed.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(`bench/panel/*.json have no ${unknown.join(', ')}`);
  process.exit(2);
}
const chosen = listed.filter(([name]) => names.length === 0 || names.includes(name));
const pawl = fileURLToPath(new URL('../bin/pawl.js', import.meta.url));
const row = (...cells) => cells.map((cell, at) => String(cell).padEnd([18, 14, 7, 9, 9, 8, 9, 8][at] ?? 0)).join(' ');

const clean = (dir) => run('git', ['checkout', '-q', '--', '.'], dir);
const shell = (command, dir) => run('sh', ['-c', command], dir);
const seconds = (ms) => (ms / 1000).toFixed(1);

console.log(row('project', 'bare', 'pawl', 'innocent', 'bug', 'bare s', 'verify s', 'more s', 'within 1 s or 20%'));
const costs = [];
let right = 0;
let deceived = 0;
for (const [name, project] of chosen) {
  const dir = resolve(folder, name);
  if (prepares) await prepare(dir, project);
  if (!existsSync(dir)) {
    console.log(row(name, 'no checkout'));
    continue;
  }
  await clean(dir);
  const edited = (text) => text + project.innocent.text;
  const bare = await changed(dir, project.innocent.file, edited, () => shell(project.bare, dir));
  const count = counted(bare.output, project.counts);
  const bug = await changed(dir, project.bug.file, (text) => {
    if (!text.includes(project.bug.from)) throw new Error(`${name}: ${project.bug.file} has no ${project.bug.from}`);
    return text.replace(project.bug.from, () => project.bug.to);
  });
  const innocent = await changed(dir, project.innocent.file, edited);
  await clean(dir);
  const ran = innocent.verdict?.tests?.total ?? 0;
  const named = bug.verdict?.test_failures?.[0]?.test ?? '';
  const isRight = innocent.code === 0 && ran === count && bug.code === 1 && named !== '' && named !== '(command)';
  if (isRight) right += 1;
  if (bug.code === 0) deceived += 1;
  const more_ms = innocent.took - bare.took;
  const within = more_ms <= Math.max(1000, bare.took / 5);
  if (innocent.code === 0) costs.push({ builds: project.builds, within, more_ms });
  console.log(
    row(
      name,
      `${count}${bare.code === 0 ? '' : ` (exit ${bare.code})`}`,
      ran,
      ending(innocent, 0),
      ending(bug, 1),
      seconds(bare.took),
      seconds(innocent.took),
      seconds(more_ms),
      within ? 'yes' : 'no',
      project.builds ? 'builds' : '',
    ),
  );
  if (!isRight) console.log(`  ${reason(innocent, bug, named)}`);
}
console.log(`${right} of ${chosen.length} right, ${deceived} accept the planted bug`);
for (const builds of [false, true]) {
  const some = costs.filter((cost) => cost.builds === builds);
  if (some.length === 0) continue;
  const sorted = some.map(({ more_ms }) => more_ms).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `${builds ? 'with builds' : 'without builds'}: ${some.filter(({ within }) => within).length} of ${some.length} within 1 s or 20% of the bare command, ${seconds(middle)} s more in the middle`,
  );
}

function ending({ code }, wanted) {
  return code === wanted ? 'right' : `exit ${code}`;
}

function reason(innocent, bug, named) {
  const told = innocent.code !== 0 ? innocent : bug;
  const { warnings = [], test_failures: [failure] = [], runtime_errors: [error] = [] } = told.verdict ?? {};
  const sentence = failure ? `${failure.test}: ${failure.error}` : (error?.message ?? warnings[0] ?? told.output);
  return `${named === '(command)' ? 'names no test; ' : ''}${String(sentence).trim().split('\n').slice(-3).join(' | ').slice(0, 300)}`;
}

/** The numbers that a pattern finds in an output, added up. */
function counted(output, pattern) {
  const plain = output.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
  return [...plain.matchAll(new RegExp(pattern, 'gm'))].reduce((sum, [, number = '1']) => sum + Number(number), 0);
}

async function changed(dir, file, edit, work = () => run(process.execPath, [pawl, 'verify', '--json'], dir)) {
  const path = join(dir, file);
  await writeFile(path, edit(await readFile(path, 'utf8')));
  const result = await work();
  await clean(dir);
  try {
    return { ...result, verdict: JSON.parse(result.stdout) };
  } catch {
    return { ...result, verdict: null };
  }
}

async function prepare(dir, { repository, commit, prepare: commands }) {
  if (!existsSync(dir)) await run('git', ['clone', '-q', `https://github.com/${repository}`, dir], '.');
  await run('git', ['checkout', '-q', commit], dir);
  for (const command of commands ?? []) {
    const { code, output } = await shell(command, dir);
    if (code !== 0) console.error(`  ${command}: exit ${code}: ${output.trim().split('\n').at(-1)}`);
  }
  await appendFile(join(dir, '.git', 'info', 'exclude'), '\n.venv/\n');
}

function run(program, words, cwd) {
  const started = performance.now();
  const options = { cwd, maxBuffer: 1 << 28, timeout: 900_000 };
  return new Promise((ended) =>
    execFile(program, words, options, (error, stdout, stderr) =>
      ended({
        code: error ? (error.code ?? error.signal) : 0,
        stdout,
        output: stdout + stderr,
        took: performance.now() - started,
      }),
    ),
  );
}
