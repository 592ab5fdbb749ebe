import type { Step } from '../../core/run/step.ts';
import { PawlError } from '../../ports/errors.ts';
import type { PawlEvent } from '../../schema/run/event.ts';

/** An event that a step wants to journal; the step continues once `written` is called. */
export interface Offer {
  event: PawlEvent;
  written: () => void;
}

/** The steps in flight. Each journals that it started and that it ended; one event at a time, in the order they come. */
export class Running {
  readonly #perform: (step: Step) => AsyncGenerator<PawlEvent, void>;
  readonly #offers: Offer[] = [];
  #wake: () => void = () => undefined;
  #active = 0;

  constructor(perform: (step: Step) => AsyncGenerator<PawlEvent, void>) {
    this.#perform = perform;
  }

  get empty(): boolean {
    return this.#active === 0 && this.#offers.length === 0;
  }

  start(step: Step): void {
    this.#active += 1;
    void this.#run(step).finally(() => {
      this.#active -= 1;
      this.#wake();
    });
  }

  /** The events offered by now, waiting for the first; none when the pause ends, the work is stopped or nothing runs. */
  async next(pause: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<Offer[]> {
    if (this.#offers.length === 0 && this.#active > 0) {
      const offered = new AbortController();
      this.#wake = () => offered.abort();
      await pause(stop.aborted ? offered.signal : AbortSignal.any([offered.signal, stop]));
    }
    return this.#offers.splice(0);
  }

  async #run(step: Step): Promise<void> {
    const { kind, task } = step;
    if (kind === 'record') return this.#offer(step.event);
    await this.#offer({ type: 'step.started', step: kind, task });
    let error: Extract<PawlEvent, { type: 'step.finished' }>['error'] = null;
    try {
      for await (const event of this.#perform(step)) await this.#offer(event);
    } catch (thrown) {
      error = faultOf(thrown);
    }
    await this.#offer({ type: 'step.finished', step: kind, task, error });
  }

  #offer(event: PawlEvent): Promise<void> {
    return new Promise((resolve) => {
      this.#offers.push({ event, written: resolve });
      this.#wake();
    });
  }
}

/** A step that was told to stop did not fail: it is done again when the run goes on. */
function faultOf(thrown: unknown): Extract<PawlEvent, { type: 'step.finished' }>['error'] {
  if (thrown instanceof Error && thrown.name === 'AbortError') return null;
  const message = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500);
  if (thrown instanceof PawlError) return { reason: thrown.reason, message, exit_code: thrown.exitCode };
  return { reason: 'internal', message: `internal error: ${message}`, exit_code: 1 };
}
