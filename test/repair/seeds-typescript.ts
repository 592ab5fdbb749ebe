import type { Seed } from './seed.ts';

const queue = `export interface Job {
  name: string;
  priority: number;
  done?: boolean;
}

export class Queue<T extends Job> {
  readonly #jobs: T[] = [];

  add(job: T): number {
    this.#jobs.push(job);
    return this.#jobs.length;
  }

  next(): T | undefined {
    const open = this.#jobs.filter((job) => !job.done);
    return open.sort((a, b) => b.priority - a.priority)[0];
  }

  async run(work: (job: T) => Promise<number>): Promise<number> {
    let total = 0;
    for (const job of this.#jobs) {
      if (job.done) continue;
      total += await work(job);
      job.done = true;
    }
    return total;
  }
}

export const filled = (...jobs: Job[]): Queue<Job> => {
  const queue = new Queue<Job>();
  for (const job of jobs) queue.add(job);
  return queue;
};

export function clampPriority(priority: number, low: number = 0, high: number = 9): number {
  return Math.min(Math.max(priority, low), high);
}
`;
const queued: Pick<Seed, 'shown' | 'kept'> = {
  shown: [
    ["filled({ name: 'a', priority: 1 }, { name: 'b', priority: 5 }).next()?.name", 'b'],
    ["filled({ name: 'a', priority: 9, done: true }, { name: 'b', priority: 5 }).next()?.name", 'b'],
    [
      "filled({ name: 'a', priority: 1 }, { name: 'b', priority: 2, done: true }, { name: 'c', priority: 3 }).run(async (job) => job.priority)",
      4,
    ],
    ['clampPriority(12)', 9],
    ['clampPriority(-3)', 0],
  ],
  kept: [],
};
const inQueue = (...bug: [string, string]): Seed => ({ language: 'ts', code: queue, bug, ...queued });

/** Right is only what it was: nobody compiles it here. */
export const typescriptSeeds: Record<string, Seed> = {
  'ts: condition negated': inQueue('(job) => !job.done', '(job) => job.done'),
  'ts: comparator the wrong way round': inQueue('b.priority - a.priority', 'a.priority - b.priority'),
  'ts: missing await': inQueue('total += await work(job)', 'total += work(job)'),
  'ts: break, not continue': inQueue('if (job.done) continue;', 'if (job.done) break;'),
  'ts: minimum as maximum': inQueue('Math.min(Math.max(', 'Math.max(Math.max('),
};
