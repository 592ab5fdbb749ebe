import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const rounds = 9;
export const name = 'overhead';

/**
 * What a run with a model that answers at once costs on a repository with one source file: the wall time of
 * `pawl run --json` from start to exit, less one bare `node --test` in that repository for each time that the run has
 * the tests run: the baseline, the judge and, where the verdict says that there was one, the control and the coverage.
 * The two roles of the review are asked as well. The sandbox around the tests, git, the journal and our own start all count.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const config = join(place, 'config.yaml');
    writeFileSync(config, configFor(server.address().port));
    const [whole, bare] = [[], []];
    let testRuns = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const target = makeTarget(join(place, `target-${round}`));
      bare.push(timeTests(target));
      const { took, events } = await timeRun(target, config, place);
      whole.push(took);
      testRuns = countTestRuns(events);
    }
    // The first round warms the disk's cache for both.
    const [total, test] = [median(whole.slice(1)), median(bare.slice(1))];
    const value = (total - testRuns * test) / 1000;
    const detail = `${total.toFixed(0)} ms in all, ${testRuns} test runs of ${test.toFixed(0)} ms, medians of ${rounds}`;
    return { value, bound: 0.6, unit: 's', detail };
  } finally {
    server.close();
    server.closeAllConnections();
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

export function makeTarget(target) {
  mkdirSync(target);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(target, path), text);
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'base'],
  ])
    execFileSync('git', words, { cwd: target });
  return target;
}

function timeTests(target) {
  const started = performance.now();
  spawnSync(process.execPath, ['--test'], { cwd: target, stdio: 'ignore' });
  return performance.now() - started;
}

async function timeRun(target, config, place) {
  const words = ['run', 'make it add', '--target', target, '--config', config, '--yes', '--json', '--plan', 'single'];
  const env = { ...process.env, HOME: place, XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: place };
  const started = performance.now();
  const child = spawn(process.execPath, [pawl, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const took = performance.now() - started;
  if (code !== 0) throw new Error(`pawl run exited ${code}: ${err}${out.slice(-1000)}`);
  return {
    took,
    events: out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

function countTestRuns(events) {
  const judged = events.filter(({ type }) => type === 'verdict.reached');
  const controls = judged.filter(({ verdict }) => verdict.control !== 'none');
  const measured = judged.filter(({ verdict }) => verdict.coverage !== null);
  const baselines = events.filter(({ type }) => type === 'baseline.measured');
  return baselines.length + judged.length + controls.length + measured.length;
}

const configFor = (port) => `providers:
  local: { api: openai, base_url: "http://127.0.0.1:${port}/v1" }
tiers:
  - { name: only, model: local/instant, price: { input: 1, output: 1 } }
`;

/** The whole solution in one answer, at once; the two who review it have nothing to say. */
function answer(request, response) {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.once('end', () => {
    const calls = body.includes('"quality"') ? [approval] : body.includes('"findings"') ? [nothing] : solution;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frames = [{ tool_calls: calls.map(toolCall) }].map((delta) => chunk({ delta, finish_reason: null }));
    frames.push(chunk({ delta: {}, finish_reason: 'tool_calls' }));
    response.end(`${frames.join('')}data: [DONE]\n\n`);
  });
}

const solution = [
  ['write', { thought: 'It must add.', path: 'add.js', content: files['add.js'].replace('a - b', 'a + b') }],
  ['finish', { thought: 'That is all.', summary: 'It adds.' }],
];

const nothing = ['finish', { thought: 'I have read it.', findings: [] }];
const approval = ['finish', { thought: 'I have read it.', findings: [], quality: 30, summary: 'Good.' }];

const toolCall = ([tool, input], index) => ({
  index,
  id: `call_${index}`,
  type: 'function',
  function: { name: tool, arguments: JSON.stringify(input) },
});

function chunk(choice) {
  const body = { id: 'one', object: 'chat.completion.chunk', created: 0, model: 'instant' };
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }] })}\n\n`;
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
