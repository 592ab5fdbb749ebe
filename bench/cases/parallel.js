import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const names = ['one', 'two', 'three'];
/** What a model takes for an answer: about what a large one does. */
const answer_ms = 6000;
export const name = 'parallel';

/** Three independent tasks by a slow model, with `--parallel 3` and one after the other: the ratio of their times. */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const config = join(place, 'config.yaml');
    writeFileSync(config, configFor(server.address().port));
    const alone = await timeRun(makeTarget(join(place, 'alone')), config, place, 1);
    const together = await timeRun(makeTarget(join(place, 'together')), config, place, 3);
    const detail = `${(together / 1000).toFixed(1)} s side by side, ${(alone / 1000).toFixed(1)} s one after the other, ${answer_ms / 1000} s an answer`;
    return { value: together / alone, bound: 0.5, unit: '', detail };
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(place, { recursive: true, force: true });
  }
}

function makeTarget(target) {
  mkdirSync(target);
  writeFileSync(
    join(target, 'package.json'),
    '{ "name": "three", "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  writeFileSync(join(target, 'first.test.js'), "import { test } from 'node:test';\n\ntest('node runs', () => {});\n");
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'base'],
  ])
    execFileSync('git', words, { cwd: target });
  return target;
}

async function timeRun(target, config, place, parallel) {
  const words = ['run', 'add three numbers', '--target', target, '--config', config, '--yes', '--improve', '0'];
  const env = { ...process.env, HOME: place, XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: place };
  const started = performance.now();
  const child = spawn(process.execPath, [pawl, ...words, '--parallel', String(parallel)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`pawl run exited ${code}: ${out.slice(-2000)}`);
  return performance.now() - started;
}

const configFor = (port) => `providers:
  local: { api: openai, base_url: "http://127.0.0.1:${port}/v1" }
tiers:
  - { name: only, model: local/slow, price: { input: 1, output: 1 } }
`;

function answer(request, response) {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.once('end', () => setTimeout(() => say(response, callsFor(body)), answer_ms));
}

const thought = 'This comes next.';
const tasks = names.map((number) => ({
  ...{ title: `Add the number ${number}`, kind: 'feature', effort_hours: 1 },
  acceptance: [`${number}() gives its number`],
}));

/** What each of the house says: the planner, the reviewer, the auditor, and the developer of a task. */
function callsFor(body) {
  if (body.includes('"depends_on"')) return [['finish', { thought, tasks }]];
  if (body.includes('"quality"')) return [['finish', { thought, findings: [], quality: 30, summary: 'Good.' }]];
  if (body.includes('"findings"')) return [['finish', { thought, findings: [] }]];
  const value = names.findIndex((number) => body.includes(`# Task\\nAdd the number ${number}`)) + 1;
  const own = names[value - 1];
  const code = `/** The number ${value}. */\nexport const ${own} = () => ${value};\n`;
  const test = `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${own} } from './${own}.js';\n\ntest('${own} is ${value}', () => assert.equal(${own}(), ${value}));\n`;
  return [
    ['write', { thought, path: `${own}.js`, content: code }],
    ['write', { thought, path: `${own}.test.js`, content: test }],
    ['finish', { thought, summary: 'It is there.' }],
  ];
}

function say(response, calls) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const tool_calls = calls.map(([tool, input], index) => ({
    ...{ index, id: `call_${index}`, type: 'function' },
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  const frames = [
    { delta: { tool_calls }, finish_reason: null },
    { delta: {}, finish_reason: 'tool_calls' },
  ].map((choice) => chunk(choice));
  response.end(`${frames.join('')}data: [DONE]\n\n`);
}

function chunk(choice) {
  const body = { id: 'one', object: 'chat.completion.chunk', created: 0, model: 'slow' };
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }] })}\n\n`;
}
