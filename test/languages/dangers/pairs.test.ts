import { expect, test } from 'vitest';
import { placed, scanPatch } from '../../../src/languages/checks/dangers/scan.ts';
import { togetherParsers } from '../../support/parsers.ts';
import { type Pair, pairs } from './pairs.ts';

const parsers = togetherParsers();

/** What a patch that adds this file brings with it. */
async function dangersOf(path: string, text: string): Promise<string[]> {
  const lines = text.split('\n');
  const head = ['--- /dev/null', `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`];
  const patch = [...head, ...lines.map((line) => `+${line}`), ''].join('\n');
  const { dangers, unparsed } = await scanPatch({ patch, texts: new Map([[path, text]]) }, () => false, parsers);
  expect(unparsed).toEqual([]);
  return dangers.map(placed);
}

const marked = ({ path, danger, bad }: Pair): string[] =>
  bad.split('\n').flatMap((line, at) => (line.includes('<-') ? [`${danger} at ${path}:${at + 1}`] : []));

const titled = pairs.map((pair, at) => [`${at + 1}: ${pair.path}: ${pair.danger}`, pair] as const);

test.concurrent.each(titled)('%s is found', async (_, pair) => {
  expect(await dangersOf(pair.path, pair.bad)).toEqual(marked(pair));
  expect(marked(pair)).toHaveLength(1);
});

test.concurrent.each(titled)('%s is not found in its safe twin', async (_, pair) => {
  expect(await dangersOf(pair.path, pair.safe)).toEqual([]);
});

test('there are twelve pairs or more for each of five languages', () => {
  const counts = new Map<string, number>();
  for (const { path } of pairs) {
    const ending = path.replace(/^.*\.([jt])sx?$/, 'js').replace(/^.*\./, '');
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['go', 'java', 'js', 'py', 'rs']);
  expect([...counts.values()].filter((count) => count < 12)).toEqual([]);
});
