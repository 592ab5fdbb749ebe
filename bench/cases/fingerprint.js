import { mkdtempSync, rmSync } from 'node:fs';
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
    const { changeFingerprint, detectLoop } = await bundled(place);
    const [one, two] = [patch('result', '>'), patch('total', '<')];
    const making = Array.from({ length: 20 }, () => timed(() => changeFingerprint(one)));
    const small = Array.from({ length: rounds }, () => timed(() => changeFingerprint(edit())));
    // The same words and another hash: as far as a comparison can go.
    const [head, , words, sketch] = changeFingerprint(two).split(':');
    const prints = [changeFingerprint(one), [head, 'other', changeFingerprint(one).split(':')[2], sketch].join(':')];
    if (!words) throw new Error('a fingerprint has no words');
    const history = prints.map((fingerprint, at) => trace(at + 1, fingerprint));
    const comparing = Array.from({ length: rounds }, () => timed(() => detectLoop(history, 3)));
    const detail = `median of ${rounds}; once an attempt, the fingerprint of ten lines changed in such a file takes ${median(small).toFixed(2)} ms, of all 1,000 new ${median(making).toFixed(1)} ms`;
    return { value: median(comparing), bound: 5, unit: 'ms', detail };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function bundled(outDir) {
  const entry = { fingerprint: source('code/fingerprint.ts'), detector: source('core/loop-detector.ts') };
  await build({ config: false, entry, outDir, format: 'esm', platform: 'node', dts: false, logLevel: 'error' });
  const load = async (file) => import(pathToFileURL(join(outDir, file)).href);
  return { ...(await load('fingerprint.mjs')), ...(await load('detector.mjs')) };
}

function patch(name, operator) {
  const lines = Array.from({ length: 100 }, (_, at) => part(at, name, operator)).flat();
  return `diff --git a/a.ts b/a.ts\nnew file mode 100644\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}

/** As git shows a change of one function among many. */
function edit() {
  const [old, now, context] = [part(7, 'result', '>'), part(7, 'sum', '<='), part(8, 'x', '>').slice(0, 3)];
  const lines = [
    ...context.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...now.map((line) => `+${line}`),
  ];
  return `diff --git a/a.ts b/a.ts\n@@ -71,13 +71,13 @@\n${lines.join('\n')}\n`;
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

function timed(work) {
  const from = performance.now();
  work();
  return performance.now() - from;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
