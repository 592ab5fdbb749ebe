import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import type { RunBrief, RunHead } from '../../../schema/run/view.ts';

interface Entry {
  head: RunHead;
  brief: RunBrief;
  /** The version of the list in which it changed last. */
  version: number;
}

/** The list of runs as it changes. It is read only while a page is connected. */
export interface Hub {
  /** What has changed since the list was as `list` says; everything, where that is not a state of this list. */
  since(list: string | null): { list: string; all: boolean; runs: RunBrief[]; gone: string[] };
  head(run: string): RunHead | null;
  /** Looks before anybody asks: many runs take a moment. */
  warm(): void;
  /** Calls back after each look until the signal ends. Resolves after the first look. */
  listen(tick: () => void, signal: AbortSignal): Promise<void>;
}

const everyMs = 250;

export function createHub(app: Pick<App, 'heads' | 'brief'>): Hub {
  const instance = randomBytes(6).toString('hex');
  let entries = new Map<string, Entry>();
  const gone = new Map<string, number>();
  let version = 0;
  const listeners = new Set<() => void>();
  let looking: Promise<void> | null = null;
  let planned = false;

  return {
    since(list) {
      const [of, number] = (list ?? '').split('.');
      const from = of === instance && /^\d+$/.test(number ?? '') ? Number(number) : -1;
      const runs = [...entries.values()].filter((entry) => entry.version > from).map(({ brief }) => brief);
      const goneRuns = from < 0 ? [] : [...gone].filter(([, at]) => at > from).map(([run]) => run);
      return { list: `${instance}.${version}`, all: from < 0, runs, gone: goneRuns };
    },
    head: (run) => entries.get(run)?.head ?? null,
    warm: () => void look().catch(() => undefined), // Whoever opens the page is told.
    async listen(tick, signal) {
      await look();
      if (signal.aborted) return;
      listeners.add(tick);
      signal.addEventListener('abort', () => listeners.delete(tick), { once: true });
      plan();
    },
  };

  function plan(): void {
    if (planned) return;
    planned = true;
    setTimeout(async () => {
      planned = false;
      if (listeners.size === 0) return;
      // What cannot be read now is read the next time; who opens the page meanwhile is told.
      await look().catch(() => undefined); // The next look says it again to whoever asks.
      for (const tick of [...listeners]) tick();
      plan();
    }, everyMs).unref();
  }

  /** One look at a time, shared by all who ask meanwhile. */
  function look(): Promise<void> {
    looking ??= refresh().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function refresh(): Promise<void> {
    const heads = await app.heads();
    const next = new Map<string, Entry>();
    let changed = false;
    for (const head of heads) {
      const before = entries.get(head.run);
      const same = before && before.head.events === head.events && before.head.alive === head.alive;
      next.set(head.run, same ? before : { head, brief: await app.brief(head.run), version: version + 1 });
      changed ||= !same;
    }
    for (const run of entries.keys()) {
      if (next.has(run)) continue;
      gone.set(run, version + 1);
      changed = true;
    }
    entries = next;
    if (changed) version += 1;
  }
}
