import type { Files, Links } from './runner.ts';

/**
 * The tests among the files that need a changed one, directly or through others. Null where a changed file leads to no
 * test: it may be read, started or configured instead of imported.
 */
export function affectedTests(changed: string[], links: Links, isTest: (path: string) => boolean): string[] | null {
  const needing = reversed(links);
  const related = new Set<string>();
  for (const path of changed.filter((one) => !isText(one))) {
    const tests = [...dependents(path, needing)].filter(isTest);
    if (tests.length === 0) return null;
    for (const test of tests) related.add(test);
  }
  return [...related].filter((test) => links.has(test)).sort();
}

/** Every file that is asked for and can be read. */
export async function readAll(files: Files, paths: string[]): Promise<Map<string, string>> {
  if (files.readMany) return files.readMany(paths);
  const texts = new Map<string, string>();
  const queue = [...paths];
  const worker = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const text = await files.read(path);
      if (text !== null) texts.set(path, text);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return texts;
}

/** The folders above a path, the nearest first, each with a slash at the end; the last is the empty one. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, at) => `${parts.slice(0, parts.length - at).join('/')}/`), ''];
}

/** `a/./b/../c` as `a/c`; null above the top. */
export function normalPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Prose changes no test. */
function isText(path: string): boolean {
  return /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:LICEN[CS]E|AUTHORS|NOTICE)$/i.test(path) && !/requirements/.test(path);
}

function reversed(links: Links): Map<string, string[]> {
  const needing = new Map<string, string[]>();
  for (const [from, needed] of links) {
    for (const to of needed) {
      const dependents = needing.get(to);
      if (dependents) dependents.push(from);
      else needing.set(to, [from]);
    }
  }
  return needing;
}

function dependents(path: string, needing: Map<string, string[]>): Set<string> {
  const reached = new Set([path]);
  for (const one of reached) {
    for (const name of [one, ...foldersAbove(one)]) for (const from of needing.get(name) ?? []) reached.add(from);
  }
  return reached;
}
