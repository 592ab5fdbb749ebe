import type { MemoryFound } from '../../../schema/run/debug-memory.ts';
import type { Metrics } from '../../../schema/run/metrics.ts';
import type { Fetched, Form, State } from './state.ts';
import { get, post, Refused } from './wire.ts';

/** What views may look at and do. */
export interface Page {
  state: State;
  draw(): void;
  /** A blob's text, fetched when it is first wanted. */
  blob(digest: string): Fetched;
  form(name: string): Form;
  /** Sends something to the open run; true once it was taken. */
  send(form: string, path: string, body: unknown): Promise<boolean>;
  openReport(run: string): Promise<void>;
  download(run: string, format: string): Promise<void>;
  wantMetrics(): void;
  /** Looks for what the reader typed, unless that was done. */
  recall(): void;
}

export function createPage(state: State, draw: () => void, reconnect: () => void): Page {
  const form = (name: string): Form => state.forms.get(name) ?? { busy: false, fault: null };
  const set = (name: string, value: Form): void => {
    state.forms.set(name, value);
    draw();
  };
  const trying = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    set(name, { busy: true, fault: null });
    try {
      await work();
      set(name, { busy: false, fault: null });
      return true;
    } catch (error) {
      set(name, { busy: false, fault: wordsOf(error) });
      if (error instanceof Refused) state.draftFaults = error.faults;
      return false;
    }
  };
  return {
    ...{ state, draw, form },
    blob(digest) {
      const before = state.fetched.get(digest);
      if (before) return before;
      const loading: Fetched = { state: 'loading' };
      state.fetched.set(digest, loading);
      const keep = (fetched: Fetched) => {
        state.fetched.set(digest, fetched);
        draw();
      };
      get(`/api/blobs/${digest}`)
        .then((response) => response.text())
        .then(
          (text) => keep({ state: 'ready', text }),
          (error: unknown) => keep({ state: 'failed', message: wordsOf(error) }),
        );
      return loading;
    },
    send: (name, path, body) => trying(name, async () => void (await post(path, body))),
    async openReport(run) {
      await trying('report', async () => {
        const { ticket } = (await post(`/api/runs/${run}/ticket`, {})) as { ticket: string };
        open(`/reports/${run}?ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener');
      });
    },
    async download(run, format) {
      await trying('report', async () => {
        const text = await (await get(`/api/runs/${run}/report?format=${format}`)).text();
        const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
        const link = document.createElement('a');
        link.href = address;
        link.download = `pawl-${run}.${format === 'json' ? 'json' : 'md'}`;
        link.click();
        URL.revokeObjectURL(address);
      });
    },
    wantMetrics() {
      const { days } = state;
      if (state.metrics?.days === days) return;
      state.metrics = { days, metrics: null, fault: null };
      get(`/api/metrics?since=${days}d`)
        .then((response) => response.json() as Promise<Metrics>)
        .then(
          (metrics) => ({ days, metrics, fault: null }),
          (error: unknown) => ({ days, metrics: null, fault: wordsOf(error) }),
        )
        .then((result) => {
          if (state.days === days) state.metrics = result;
          draw();
        });
    },
    recall() {
      const { recall } = state;
      const words = recall.words.trim();
      if (recall.asked === words) return;
      recall.asked = words;
      const keep = (answer: Pick<State['recall'], 'found' | 'fault'>) => {
        if (recall.asked === words) Object.assign(recall, answer);
        draw();
      };
      get(`/api/memory?${new URLSearchParams({ words })}`)
        .then((response) => response.json() as Promise<MemoryFound>)
        .then(
          (found) => keep({ found, fault: null }),
          (error: unknown) => keep({ found: null, fault: wordsOf(error) }),
        );
    },
  };

  function wordsOf(error: unknown): string {
    if (error instanceof Refused) return error.message;
    reconnect();
    return 'The server does not answer. Is pawl ui still running?';
  }
}
