import type { Definition, FileFacts } from '../../../schema/code/file-facts.ts';
import { nameHash } from './facts.ts';

export interface Interest {
  /** What the map is for: the request and the like. */
  words: string;
  /** Files that have to do with it: failing tests, places of their stacks. */
  files: readonly string[];
  isTest: (path: string) => boolean;
  /** Files that are shown whole already: they lead to others, and are not on the map. */
  wholeFiles?: readonly string[];
}

export interface RankedFile {
  path: string;
  score: number;
  /** `relevance`: how much of it the request names. */
  defs: { def: Definition; relevance: number; score: number }[];
}

const rounds = 8;
/** The share that is passed on: the nearer counts more. */
const damping = 0.5;
/** A name that more files than this define says nothing about any of them. */
const commonFrom = 8;
/** No map is long enough for more files. */
const mostFiles = 300;

/** The files by their relation to what is asked: begun at what is named, passed on along the names they use. */
export function rank(
  facts: ReadonlyMap<string, FileFacts>,
  { words, files, isTest, wholeFiles = [] }: Interest,
): RankedFile[] {
  const all = [...facts].map(([path, fact]) => ({ path, ...fact }));
  const requestWords = wordsOf(words);
  const interest = interestBy(requestWords, files);
  const links = linksOf(all);
  const start = normalised(all.map(interest));
  let scores = start;
  for (let round = 0; round < rounds; round += 1) scores = spread(scores, start, links);
  const used = usesOf(links, scores);
  return all
    .map(({ path, defs }, at) => ({ path, defs, score: (scores[at] ?? 0) * (isTest(path) ? 0.2 : 1) }))
    .filter(({ path }) => !wholeFiles.includes(path))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, mostFiles)
    .map(({ path, defs, score }) => ({ path, score, defs: defs.map((def) => scored(def, score)) }));

  /** What the request names counts more than what everybody uses, within a file as among files. */
  function scored(def: Definition, score: number) {
    const names = wordsOf(def.name);
    const beside = [...wordsOf(def.signature)].filter((word) => !names.has(word));
    const relevance = 3 * shared(names, requestWords) + 0.5 * Math.min(2, shared(new Set(beside), requestWords));
    const own = score + (used.get(nameHash(def.name)) ?? 0);
    return { def, relevance, score: own * (1 + relevance) * (def.depth === 0 || relevance > 0 ? 1 : 0.5) };
  }
}

/** The words of a text, names taken apart: `parseHttpDate` is parse, http and date. */
function wordsOf(text: string): Set<string> {
  const parts =
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return new Set(parts.map(stem).filter((word) => !empty.has(word)));
}

const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|e)$/, '') : word);
const empty = new Set(
  'the and for that this with from not must should when all are its into add make new use src test lib index file code'.split(
    ' ',
  ),
);

function interestBy(requestWords: Set<string>, files: readonly string[]) {
  const any = requestWords.size === 0 ? /(?!)/ : new RegExp([...requestWords].join('|'), 'i');
  const inside = (names: string) => (any.test(names) ? shared(wordsOf(names), requestWords) : 0);
  return ({ path, defs }: { path: string; defs: Definition[] }): number => {
    const named = files.includes(path) ? 10 : 0;
    return named + 4 * inside(path) + Math.min(6, 2 * inside(defs.map(({ name }) => name).join(' ')));
  };
}

function shared(words: Set<string>, requestWords: Set<string>): number {
  let count = 0;
  for (const word of words) if (requestWords.has(word)) count += 1;
  return count;
}

/** Of each file: the files that define what it uses, by which name, and how much that counts. */
interface Links {
  to: number[];
  names: number[];
  weights: number[];
}

function linksOf(all: { defs: Definition[]; uses: number[] }[]): Links[] {
  const definers = new Map<number, number[]>();
  for (const [at, { defs }] of all.entries()) {
    for (const { name } of defs) {
      const hash = nameHash(name);
      const files = definers.get(hash);
      if (!files) definers.set(hash, [at]);
      else if (files.at(-1) !== at) files.push(at);
    }
  }
  return all.map(({ uses }, from) => {
    const links: Links = { to: [], names: [], weights: [] };
    let sum = 0;
    for (const name of uses) {
      const there = definers.get(name);
      if (!there || there.length > commonFrom || there.includes(from)) continue;
      for (const to of there) {
        links.to.push(to);
        links.names.push(name);
        links.weights.push(1 / there.length);
        sum += 1 / there.length;
      }
    }
    for (const [at, weight] of links.weights.entries()) links.weights[at] = weight / sum;
    return links;
  });
}

/** One round: what a file has goes to those whose names it uses, and some of it back to where it all began. */
function spread(scores: number[], start: number[], links: Links[]): number[] {
  const lost = links.reduce((sum, { to }, from) => sum + (to.length === 0 ? (scores[from] ?? 0) : 0), 0);
  const next = start.map((value) => value * (1 - damping + damping * lost));
  for (const [from, { to, weights }] of links.entries()) {
    const share = damping * (scores[from] ?? 0);
    if (share === 0) continue;
    for (const [at, there] of to.entries()) next[there] = (next[there] ?? 0) + share * (weights[at] ?? 0);
  }
  return next;
}

/** How much each name is used by files that matter. */
function usesOf(links: Links[], scores: number[]): Map<number, number> {
  const used = new Map<number, number>();
  for (const [from, { names, weights }] of links.entries()) {
    const score = scores[from] ?? 0;
    if (score === 0) continue;
    for (const [at, name] of names.entries()) used.set(name, (used.get(name) ?? 0) + (weights[at] ?? 0) * score);
  }
  return used;
}

function normalised(values: number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => (sum > 0 ? value / sum : 1 / values.length));
}
