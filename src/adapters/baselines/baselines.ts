import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Baselines } from '../../ports/state/baselines.ts';
import { testRunSchema } from '../../schema/judge/test-run.ts';
import { writeDurably } from '../durable-file.ts';

/** One file a baseline, by key. */
export function fileBaselines({ dir }: { dir: string }): Baselines {
  const place = (key: string) => join(dir, `${key}.json`);
  return {
    async load(key) {
      const text = await readFile(place(key), 'utf8').catch(() => null);
      const result = text === null ? null : testRunSchema.safeParse(parse(text));
      return result?.success ? result.data : null;
    },
    save: (key, run) => writeDurably(place(key), JSON.stringify(run)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
