import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StateDamaged } from '../../ports/errors.ts';
import { type Forge, ForgeError } from '../../ports/outside/forge.ts';
import type { Point } from '../../ports/point.ts';
import { type Pull, pullCommentsSchema, pullSchema } from '../../schema/forge/pull.ts';
import { writeDurably } from '../durable-file.ts';
import { inState } from '../state-folder.ts';
import { differences, pullOn } from './pulls.ts';

export interface LocalOptions {
  /** Where the records are: the repository's state on this machine. */
  dir: string;
  point: Point;
  /** The commit at the tip of a branch. */
  tip(branch: string): Promise<string | null>;
  /** Brings a commit into a branch of the user's repository. Throws where that cannot be done. */
  merge(pull: Pull): Promise<void>;
}

/** Pull requests without a forge: a record on this machine for each. There are no issues. */
export function localForge({ dir, point, tip, merge }: LocalOptions): Forge {
  const file = (number: number) => join(dir, `${number}.json`);

  const forge: Forge = {
    ...{ kind: 'local', host: '', project: '' },

    issue: async (number) => {
      throw new ForgeError('unsupported', `no forge is known here: pass the full address of issue ${number}`);
    },

    protects: async () => false,

    async comment({ kind, number }, body, marker) {
      if (kind === 'issue') await forge.issue(number);
      const pull = await forge.pull(number);
      const comments = (await readComments(number)).filter((comment) => !comment.includes(marker));
      await write(`${number}.comments.json`, [...comments, body]);
      return pull.url;
    },

    pulls: async () => {
      const numbers = (await names()).flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
      const newest = numbers.sort((a, b) => b - a).slice(0, 100);
      return Promise.all(newest.map((number) => forge.pull(number)));
    },

    async pull(number) {
      const text = await reading(file(number));
      if (text === null) throw new ForgeError('not_found', `there is no pull request ${number} here: pawl pr list`);
      const pull = recordIn(text, file(number), pullSchema);
      return pull.state === 'open' ? { ...pull, head_sha: (await tip(pull.head)) ?? pull.head_sha } : pull;
    },

    find: async (head, marker) => pullOn(await forge.pulls(), head, marker),

    async open({ marker, ...proposal }) {
      const existing = await forge.find(proposal.head, marker);
      if (existing) return existing;
      const head_sha = await tip(proposal.head);
      if (head_sha === null) throw new ForgeError('not_found', `there is no branch ${proposal.head}`);
      const [last] = await forge.pulls();
      for (let number = (last?.number ?? 0) + 1; ; number += 1) {
        const pull: Pull = { ...proposal, number, url: `pawl pr show ${number}`, state: 'open', head_sha };
        if (await claim(number, pull)) return pull;
      }
    },

    async update(number, { draft, ...change }) {
      const now = await forge.pull(number);
      const next = { ...now, ...differences(now, change), draft: now.draft && draft !== false };
      await save(next);
      return next;
    },

    async merge(number, head_sha) {
      const now = await forge.pull(number);
      if (now.state === 'merged') return now;
      if (now.state === 'closed') throw new ForgeError('not_mergeable', `pull request ${number} is closed`);
      if (now.draft) throw new ForgeError('not_mergeable', `pull request ${number} is a draft`);
      if (now.head_sha !== head_sha)
        throw new ForgeError('conflict', `branch ${now.head} has moved since: it is at ${now.head_sha.slice(0, 12)}`);
      await merge(now);
      point('forge.local.merged');
      await save({ ...now, state: 'merged' });
      return { ...now, state: 'merged' };
    },

    async close(number) {
      const now = await forge.pull(number);
      if (now.state !== 'open') return now;
      await save({ ...now, state: 'closed' });
      return { ...now, state: 'closed' };
    },
  };
  return forge;

  function names(): Promise<string[]> {
    return inState(dir, () => readdir(dir).catch(absent<string[]>([])));
  }

  function reading(path: string): Promise<string | null> {
    return inState(dir, () => readFile(path, 'utf8').catch(absent(null)));
  }

  async function readComments(number: number): Promise<string[]> {
    const place = join(dir, `${number}.comments.json`);
    const text = await reading(place);
    return text === null ? [] : recordIn(text, place, pullCommentsSchema);
  }

  async function write(name: string, value: unknown): Promise<void> {
    point('forge.local.write');
    await writeDurably(join(dir, name), `${JSON.stringify(value, null, 2)}\n`);
    point('forge.local.written');
  }

  function save(pull: Pull): Promise<void> {
    return write(`${pull.number}.json`, pull);
  }

  /** Another process, or another task of this one, may take the same number at the same moment: the first one has it. */
  async function claim(number: number, pull: Pull): Promise<boolean> {
    const own = `claim-${randomUUID()}`;
    await write(own, pull);
    try {
      await link(join(dir, own), file(number));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(join(dir, own), { force: true });
    }
  }
}

function recordIn<T>(text: string, file: string, shape: { parse(value: unknown): T }): T {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new StateDamaged(`the record ${file} cannot be read`);
  }
}

function absent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
