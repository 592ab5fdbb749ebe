/** JSON-RPC 2.0, a message a line: what the Agent Client Protocol is spoken in. */
export interface Wire {
  hear(line: string): void;
  /** Rejects with `WireFault`, also when the wire is closed first. */
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Whoever waits for an answer gets the reason instead. */
  close(reason: string): void;
}

interface Ear {
  /** What the other side asks; a `WireFault` is the answer's error. */
  asked(method: string, params: Params): Promise<unknown>;
  told(method: string, params: Params): void;
  /** A line that is no message. */
  nonsense(line: string): void;
}

export type Params = Record<string, unknown>;

export class WireFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'WireFault';
    this.code = code;
  }
}

export const faultCodes = { no_method: -32601, bad_params: -32602, internal: -32603, busy: -32000 };

/** Questions of the other side that may be open at once. */
const mostOpen = 64;

export function openWire(say: (line: string) => void, { asked, told, nonsense }: Ear): Wire {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (fault: WireFault) => void }>();
  let closed: string | null = null;
  let last = 0;
  let open = 0;
  /** One after the other, so that many questions keep nobody else waiting. */
  let turn: Promise<unknown> = Promise.resolve();

  const send = (message: Params) => say(JSON.stringify({ jsonrpc: '2.0', ...message }));

  return {
    hear(line) {
      if (line.trim() === '') return;
      const message = messageIn(line);
      if (message === null) return nonsense(line);
      const { id, method, params } = message;
      if (typeof method === 'string') {
        if (id === undefined) told(method, record(params));
        else void answer(id, method, record(params));
        return;
      }
      const asker = typeof id === 'number' ? waiting.get(id) : undefined;
      if (!asker) return nonsense(line);
      waiting.delete(Number(id));
      if (message.error === undefined) asker.resolve(message.result);
      else asker.reject(faultIn(record(message.error)));
    },
    request(method, params) {
      if (closed !== null) return Promise.reject(new WireFault(faultCodes.internal, closed));
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
    close(reason) {
      closed ??= reason;
      for (const { reject } of waiting.values()) reject(new WireFault(faultCodes.internal, closed));
      waiting.clear();
    },
  };

  async function answer(id: unknown, method: string, params: Params): Promise<void> {
    if (open >= mostOpen) return send({ id, error: { code: faultCodes.busy, message: 'too many open requests' } });
    open += 1;
    const answered = turn.then(() => asked(method, params));
    turn = answered.catch(() => undefined); // Told to the asker below.
    try {
      send({ id, result: (await answered) ?? null });
    } catch (error) {
      const { code, message } = error instanceof WireFault ? error : new WireFault(faultCodes.internal, String(error));
      send({ id, error: { code, message } });
    } finally {
      open -= 1;
    }
  }
}

export const record = (value: unknown): Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : {};

function messageIn(line: string): Params | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? (message as Params) : null;
  } catch {
    return null; // Agents print other things, too: who listens counts them.
  }
}

function faultIn({ code, message, data }: Params): WireFault {
  const details = record(data).details ?? record(data).message;
  const more = typeof details === 'string' && details !== message ? ` (${details})` : '';
  return new WireFault(typeof code === 'number' ? code : faultCodes.internal, `${message ?? 'no reason given'}${more}`);
}
