import type { Recorded } from '../../schema/run/event.ts';

/** Events as they come, for one reader who may start late and read slowly. */
export class EventQueue implements AsyncIterable<Recorded> {
  readonly #events: Recorded[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  /** Everything so far. */
  get seen(): readonly Recorded[] {
    return this.#events;
  }

  push(event: Recorded): void {
    this.#events.push(event);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Recorded> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#events.length) {
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const event = this.#events[index];
      if (event) yield event;
    }
  }
}
