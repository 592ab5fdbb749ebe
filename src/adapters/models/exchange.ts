export interface ExchangeLimits {
  /** Until the provider says anything at all. */
  first_byte_ms: number;
  /** Between two pieces of an answer. */
  idle_ms: number;
  total_ms: number;
  /** Of the model's own words; the wire's framing around them is many times as much. */
  answer_bytes: number;
}

/** One request and its answer on the network: what was seen of it, and the limits that end it. */
export interface Exchange {
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** Why we ended it ourselves. */
  readonly cut: Cut | null;
  /** Whether the network was asked to send the request. */
  readonly sent: boolean;
  /** Null until the provider answered. */
  readonly response: { status: number; headers: Headers } | null;
  readonly received_bytes: number;
  /** Counts the model's words; ends the exchange when there are too many. */
  count(bytes: number): void;
  close(): void;
}

export type Cut = 'cancelled' | 'first_byte' | 'idle' | 'total' | 'too_large';

const framing = 64;

export function openExchange(limits: ExchangeLimits, outer: AbortSignal): Exchange {
  const controller = new AbortController();
  const progress = {
    cut: null as Cut | null,
    sent: false,
    response: null as Exchange['response'],
    received: 0,
    words: 0,
  };

  const end = (why: Cut) => {
    progress.cut ??= why;
    controller.abort();
  };
  const onAbort = () => end('cancelled');
  const total = setTimeout(() => end('total'), limits.total_ms);
  let silence = setTimeout(() => end('first_byte'), limits.first_byte_ms);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => end('idle'), limits.idle_ms);
  };
  if (outer.aborted) onAbort();
  else outer.addEventListener('abort', onAbort, { once: true });

  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      heard();
      progress.received += chunk.length;
      if (progress.received > limits.answer_bytes * framing) end('too_large');
      stream.enqueue(chunk);
    },
  });

  return {
    signal: controller.signal,
    async fetch(url, init) {
      controller.signal.throwIfAborted();
      // A library that asks for the rest of an answer by itself would spend what nobody reserved.
      if (progress.sent) throw new Error('a call is one request');
      progress.sent = true;
      const headers = new Headers(init?.headers);
      for (const name of ['x-api-key', 'x-goog-api-key']) if (headers.get(name) === '') headers.delete(name);
      // A redirect would carry the key to another place.
      const options = { ...init, headers, redirect: 'manual' as const, signal: controller.signal };
      const response = await globalThis.fetch(url, options);
      heard();
      progress.response = { status: response.status, headers: response.headers };
      if (!response.body) return response;
      return new Response(response.body.pipeThrough(watch), response);
    },
    count(bytes) {
      progress.words += bytes;
      if (progress.words > limits.answer_bytes) end('too_large');
    },
    close() {
      clearTimeout(total);
      clearTimeout(silence);
      outer.removeEventListener('abort', onAbort);
      controller.abort();
    },
    get cut() {
      return progress.cut;
    },
    get sent() {
      return progress.sent;
    },
    get response() {
      return progress.response;
    },
    get received_bytes() {
      return progress.received;
    },
  };
}
