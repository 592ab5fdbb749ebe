import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StateDamaged } from '../../ports/errors.ts';
import type { Trust } from '../../ports/state/trust.ts';
import { type Trusted, trustedSchema } from '../../schema/settings/trusted.ts';
import { writeDurably } from '../durable-file.ts';
import { stateFault } from '../state-folder.ts';

/** The name of a folder of its own. */
const plain = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** Kept beside a run's private clone, outside any target. */
export function fileTrust({ state_dir }: { state_dir: string }): Trust {
  const place = (run: string) => join(state_dir, 'runs', run);
  return {
    async save(trusted) {
      await writeDurably(join(place(trusted.run), 'trusted.json'), JSON.stringify(trusted));
    },
    async load(run) {
      if (!plain.test(run)) return null;
      const text = await readFile(join(place(run), 'trusted.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw stateFault(place(run), error);
      });
      if (text === null) return null;
      const trusted = trustedFrom(text);
      if (trusted?.run === run) return trusted;
      throw new StateDamaged(`the record of run ${run} in ${place(run)} cannot be read`);
    },
    async runs() {
      return readdir(join(state_dir, 'runs')).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw stateFault(join(state_dir, 'runs'), error);
      });
    },
  };
}

function trustedFrom(text: string): Trusted | null {
  try {
    return trustedSchema.parse(JSON.parse(text));
  } catch {
    return null; // The caller says which record it is.
  }
}
