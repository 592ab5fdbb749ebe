import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const rounds = 200;
export const name = 'fingerprint';

/**
 * What it costs to compare two attempts that each wrote a file of 1,000 lines: the check of `decide`, from the
 * fingerprints in the journal. Beside it, what an attempt pays once for its fingerprint.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const { changeFingerprint, detectLoop, astGrep } = await bundled(place);
    const parsers = astGrep();
    const print = (text, patch, name = 'a.ts') => changeFingerprint(patch, new Map([[name, text]]), parsers);
    const [one, two] = [patch('result', '>'), patch('total', '<')];
    const [making, small, python] = [[], [], []];
    for (let at = 0; at < 20; at += 1) making.push(await timed(() => print(whole('result', '>'), one)));
    for (let at = 0; at < 40; at += 1) small.push(await timed(() => print(edited(), edit())));
    for (let at = 0; at < 10; at += 1)
      python.push(await timed(() => print(inPython(), added(inPython(), 'a.py'), 'a.py')));
    // The same words and another hash: as far as a comparison can go.
    const [head, , words, sketch] = (await print(whole('total', '<'), two)).split(':');
    const first = await print(whole('result', '>'), one);
    const prints = [first, [head, 'other', first.split(':')[2], sketch].join(':')];
    if (!words) throw new Error('a fingerprint has no words');
    const history = prints.map((fingerprint, at) => trace(at + 1, fingerprint));
    const comparing = [];
    for (let at = 0; at < rounds; at += 1) comparing.push(await timed(() => detectLoop(history, 3)));
    const detail = `median of ${rounds}; once an attempt, the fingerprint of ten lines changed in such a file takes ${median(small).toFixed(2)} ms, of all 1,000 new ${median(making).toFixed(1)} ms, of 1,000 new lines of Python ${median(python).toFixed(0)} ms with the process of the parser`;
    return { value: median(comparing), bound: 5, unit: 'ms', detail };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function bundled(outDir) {
  const entry = {
    fingerprint: source('languages/structure/fingerprint/fingerprint.ts'),
    detector: source('core/task/loop-detector.ts'),
    parsers: source('adapters/parsers/parsers.ts'),
  };
  await build({ config: false, entry, outDir, format: 'esm', platform: 'node', dts: false, logLevel: 'error' });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(outDir, 'node_modules'));
  const load = async (file) => import(pathToFileURL(join(outDir, file)).href);
  return { ...(await load('fingerprint.mjs')), ...(await load('detector.mjs')), ...(await load('parsers.mjs')) };
}

const patch = (name, operator) => added(whole(name, operator), 'a.ts');

const whole = (name, operator) =>
  `${Array.from({ length: 100 }, (_, at) => part(at, name, operator))
    .flat()
    .join('\n')}\n`;

function added(text, path) {
  const lines = text.split('\n').slice(0, -1);
  const rows = lines.map((line) => `+${line}\n`).join('');
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${rows}`;
}

/** The file of which `edit` changes one function. */
function edited() {
  const lines = whole('result', '>').split('\n');
  lines.splice(70, 13, ...part(8, 'x', '>').slice(0, 3), ...part(7, 'sum', '<='));
  return lines.join('\n');
}

function inPython() {
  const lines = Array.from({ length: 125 }, (_, at) => [
    `def step${at}(items, limit=${at}):`,
    `    result = ${at}`,
    '    for item in items:',
    '        if item.count > limit and item.open:',
    '            result += item.price * item.count',
    `    log('step ${at}', result)`,
    '    return result',
    '',
  ]);
  return `${lines.flat().join('\n')}\n`;
}

/** As git shows a change of one function among many. */
function edit() {
  const [old, now, context] = [part(7, 'result', '>'), part(7, 'sum', '<='), part(8, 'x', '>').slice(0, 3)];
  const lines = [
    ...context.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...now.map((line) => `+${line}`),
  ];
  return `diff --git a/a.ts b/a.ts\n+++ b/a.ts\n@@ -71,13 +71,13 @@\n${lines.join('\n')}\n`;
}

const part = (at, name, operator) => [
  `export function step${at}(items: Item[], limit = ${at}): number {`,
  `  let ${name} = ${at};`,
  '  for (const item of items) {',
  `    if (item.count ${operator} limit && item.open) {`,
  `      ${name} += item.price * item.count;`,
  `    } else ${name} -= 1;`,
  '  }',
  `  log('step ${at}', ${name});`,
  `  return ${name};`,
  '}',
];

const trace = (attempt, fingerprint) => ({
  attempt,
  tier: 'cheap',
  tree: `tree-${attempt}`,
  unchanged: false,
  signature: 'failure',
  fingerprint,
  failing: 1,
  broken: 0,
});

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
