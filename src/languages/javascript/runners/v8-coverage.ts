import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import { coverageOf } from '../../reports/coverage.ts';
import type { Coverage, RunnerCommand } from '../../runner.ts';
import { readLcov } from './lcov.ts';

const reportFile = 'lcov.info';
const scriptFile = 'v8-lcov.mjs';

/** What Node itself counts while any program runs its tests, where neither runner nor package measures coverage. */
export const v8Coverage = (command: (only: string[] | null) => RunnerCommand): Coverage =>
  coverageOf(
    reportFile,
    (only) => {
      const { argv, provide, ...rest } = command(only);
      return { ...rest, argv: ['sh', '-c', measuring, 'sh', ...argv], provide: { ...provide, [scriptFile]: v8ToLcov } };
    },
    readLcov,
  );

const measuring = [
  'counts=$(mktemp -d)',
  'NODE_V8_COVERAGE=$counts "$@"; code=$?',
  `node ${inDir}/${scriptFile} "$counts" > ${outDir}/${reportFile}`,
  'exit $code',
].join('\n');

/**
 * A program that turns the counts of every process into one lcov report of the plain JavaScript below the working
 * directory. Ranges come from the outside in, so the last one that holds a whole line says how often it ran.
 */
const v8ToLcov = String.raw`
import { readFileSync, readdirSync, writeSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder] = process.argv.slice(2);
const root = process.cwd() + sep;
const isOwn = (file) => file.startsWith(root) && !file.includes(sep + 'node_modules' + sep) && /\.[cm]?js$/.test(file);
const files = new Map();

for (const name of readdirSync(folder)) {
  let counted;
  try {
    counted = JSON.parse(readFileSync(folder + sep + name, 'utf8')).result;
  } catch {
    continue; // A process that was ended while it wrote.
  }
  for (const { url, functions } of counted) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (!isOwn(file)) continue;
    const lines = linesOf(file);
    if (lines !== null) count(lines, functions);
  }
}
for (const [file, lines] of files) {
  const counts = (lines ?? []).map(({ best }, at) => 'DA:' + (at + 1) + ',' + best);
  writeSync(1, ['SF:' + file, ...counts, 'end_of_record', ''].join('\n'));
}

function linesOf(file) {
  if (!files.has(file)) files.set(file, read(file));
  return files.get(file);
}

function read(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null; // A test made it and took it away.
  }
  let at = 0;
  return text.split('\n').map((line) => {
    const from = at + line.length - line.trimStart().length;
    const to = at + line.trimEnd().length;
    at += line.length + 1;
    return { from, to, best: 0 };
  });
}

function count(lines, functions) {
  const times = lines.map(() => 1);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      for (let at = firstFrom(lines, startOffset); at < lines.length && lines[at].from < endOffset; at += 1)
        if (lines[at].to <= endOffset) times[at] = count;
    }
  }
  lines.forEach((line, at) => {
    line.best = Math.max(line.best, times[at]);
  });
}

function firstFrom(lines, offset) {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].from < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
`;
