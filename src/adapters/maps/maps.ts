import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Maps } from '../../ports/state/maps.ts';
import { type FileFacts, fileFactsSchema } from '../../schema/code/file-facts.ts';
import { writeDurably } from '../durable-file.ts';

/** One file a repository, one line a source file: its hash, a space and what it says. */
export function fileMaps({ dir }: { dir: string }): Maps {
  const place = (key: string) => join(dir, `${key}.map`);
  return {
    async load(key) {
      const text = await readFile(place(key), 'utf8').catch(() => '');
      return new Map(text.split('\n').flatMap(entryOf));
    },
    save: (key, facts) =>
      writeDurably(place(key), [...facts].map(([oid, fact]) => `${oid} ${JSON.stringify(fact)}\n`).join('')),
  };
}

/** A line that cannot be read counts as absent. */
function entryOf(line: string): [string, FileFacts][] {
  const space = line.indexOf(' ');
  const result = space < 0 ? null : fileFactsSchema.safeParse(parse(line.slice(space + 1)));
  return result?.success ? [[line.slice(0, space), result.data]] : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
