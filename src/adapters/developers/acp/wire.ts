import { type AnyMessage, client, RequestError } from '@agentclientprotocol/sdk';

/** The connection to an agent: its library speaks the protocol, and gets to see only what is a message of it. */
export interface Wire {
  hear(line: string): void;
  /** Rejects with a `RequestError`, also when the wire is closed first. */
  request(method: string, params: Params): Promise<Params>;
  notify(method: string, params: Params): void;
  /** Whoever waits for an answer gets the reason instead. */
  close(reason: string): void;
}

interface Ear {
  /** What the other side asks; a `RequestError` is the answer's error. */
  onRequest(method: string, params: Params): Promise<unknown>;
  onNotification(method: string, params: Params): void;
  /** A line that is no message, or one that answers nothing. */
  nonsense(line: string): void;
}

export type Params = Record<string, unknown>;

export const faultCodes = { no_method: -32601, bad_params: -32602, internal: -32603, busy: -32000 };

/** Questions of the other side that may be open at once. */
const mostOpen = 64;

export function openWire(say: (line: string) => void, { onRequest, onNotification, nonsense }: Ear): Wire {
  const waiting = new Set<unknown>();
  let open = 0;
  /** One after the other, so that many questions keep nobody else waiting. */
  let turn: Promise<unknown> = Promise.resolve();

  const send = (message: AnyMessage): void => say(JSON.stringify(message));
  const messages = new TransformStream<AnyMessage, AnyMessage>();
  const heard = messages.writable.getWriter();
  const pass = (message: AnyMessage): void => void heard.write(message).catch(() => undefined); // It is closed by then.

  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if (!('method' in message)) open -= 1;
      else if ('id' in message) waiting.add(message.id);
      send(message);
    },
  });

  const connection = client()
    .onRequest('*', ({ method, params }) => {
      const answer = turn.then(() => onRequest(method, record(params)));
      turn = answer.catch(() => undefined); // The asker is told.
      return answer;
    })
    .connect({ readable: messages.readable, writable });

  return {
    hear(line) {
      if (line.trim() === '') return;
      const { id, method, params, result, error } = messageIn(line) ?? {};
      if (typeof method === 'string' && id === undefined) onNotification(method, record(params));
      else if (typeof method === 'string' && isId(id)) {
        if (open >= mostOpen)
          return send({ jsonrpc: '2.0', id, error: { code: faultCodes.busy, message: 'too many open requests' } });
        open += 1;
        pass({ jsonrpc: '2.0', id, method, params });
      } else if (isId(id) && waiting.delete(id))
        pass(
          error === undefined ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: faultIn(record(error)) },
        );
      else nonsense(line);
    },
    request: async (method, params) => record(await connection.agent.request(method, params)),
    notify: (method, params) => void connection.agent.notify(method, params).catch(() => undefined), // It has ended.
    close: (reason) => connection.close(new RequestError(faultCodes.internal, reason)),
  };
}

export const record = (value: unknown): Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : {};

const isId = (id: unknown): id is string | number | null =>
  typeof id === 'string' || typeof id === 'number' || id === null;

function messageIn(line: string): Params | null {
  try {
    return record(JSON.parse(line));
  } catch {
    return null; // Agents print other things, too: who listens counts them.
  }
}

function faultIn({ code, message, data }: Params): { code: number; message: string } {
  const details = record(data).details ?? record(data).message;
  const more = typeof details === 'string' && details !== message ? ` (${details})` : '';
  const number = typeof code === 'number' && Number.isInteger(code) ? code : faultCodes.internal;
  return { code: number, message: `${message ?? 'no reason given'}${more}` };
}
