import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { App } from '../../../app.ts';
import { PawlError } from '../../../ports/errors.ts';
import type { Recorded } from '../../../schema/run/event.ts';
import type { Line, ShownEvent } from '../wire.ts';
import type { Hub } from './hub.ts';
import { plainHeaders } from './respond.ts';

export interface Following {
  /** The run whose events are wanted, after the one with that `seq`; null: the list alone. */
  run: string | null;
  after: number;
  /** The state of the list that the reader has. */
  list: string | null;
  hello: { target: string; version: string };
}

const [aliveMs, batch] = [10_000, 200];

/** Sends what happens, line by line, until the reader leaves or the signal ends. A slow reader is waited for. */
export async function stream(
  app: Pick<App, 'events'>,
  hub: Hub,
  res: ServerResponse,
  { run, after, list, hello }: Following,
  stop: AbortSignal,
): Promise<void> {
  const disconnect = new AbortController();
  const end = () => disconnect.abort();
  res.on('close', end);
  stop.addEventListener('abort', end, { once: true });
  const { signal } = disconnect;
  let wake: () => void = () => undefined;
  let spoke = Date.now();
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    await hub.listen(() => wake(), signal);
    res.writeHead(200, { ...plainHeaders, 'Content-Type': 'application/x-ndjson; charset=utf-8' });
    await send({ kind: 'hello', ...hello });
    let lastList = list;
    let seq = after;
    while (!signal.aborted) {
      const changes = hub.since(lastList);
      if (changes.list !== lastList) await send({ kind: 'runs', ...changes });
      lastList = changes.list;
      const head = run === null ? null : hub.head(run);
      if (run !== null && head && head.events > seq) seq = await news(run, seq);
      if (Date.now() - spoke > aliveMs) await send({ kind: 'alive' });
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted) resolve();
      });
    }

    async function send(line: Line): Promise<void> {
      spoke = Date.now();
      if (res.write(`${JSON.stringify(line)}\n`) || signal.aborted) return;
      await once(res, 'drain', { signal }).catch(() => undefined); // The reader left: the loop ends.
    }

    /** Sends the events after one; returns the last of them. */
    async function news(of: string, from: number): Promise<number> {
      let last = from;
      let events: ShownEvent[] = [];
      try {
        for await (const event of app.events(of, from)) {
          if (signal.aborted) return last;
          last = event.seq;
          events.push(pageEvent(event));
          if (events.length < batch) continue;
          await send({ kind: 'events', events });
          events = [];
        }
      } catch (error) {
        if (!(error instanceof PawlError)) throw error;
        await send({ kind: 'fault', message: error.message });
        last = Number.MAX_SAFE_INTEGER;
      }
      if (events.length > 0) await send({ kind: 'events', events });
      return last;
    }
  } finally {
    disconnect.abort();
    stop.removeEventListener('abort', end);
    res.end();
  }
}

/** The event without what the page has no use for: a policy holds what the user set for tests and agents. */
function pageEvent(event: Recorded): ShownEvent {
  if (event.type !== 'run.started') return event;
  const { agent = null, review, tiers, limits } = event.policy;
  const { task_usd, run_usd, day_usd } = limits;
  const policy = {
    ...{ agent, review, limits: { task_usd, run_usd, day_usd } },
    tiers: tiers.map(({ name, developer, model, attempts }) => ({ name, developer, model, attempts })),
  };
  return { ...event, policy };
}
