import type { Line } from '../wire.ts';

/** What the server said no with. */
export class Refused extends Error {
  readonly status: number;
  readonly faults: { task: number | null; text: string }[];

  constructor(status: number, message: string, faults: { task: number | null; text: string }[] = []) {
    super(message);
    this.status = status;
    this.faults = faults;
  }
}

const token = new URLSearchParams(location.search).get('token') ?? '';
const authorised = { Authorization: `Bearer ${token}` };

export async function get(path: string, signal?: AbortSignal): Promise<Response> {
  return checked(await fetch(path, { headers: authorised, ...(signal && { signal }) }));
}

export async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { ...authorised, 'Content-Type': 'application/json' };
  const response = await checked(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
  return response.json();
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as {
    error?: { message?: string; faults?: Refused['faults'] };
  } | null;
  throw new Refused(
    response.status,
    body?.error?.message ?? `the server answered ${response.status}`,
    body?.error?.faults,
  );
}

/** After so long without a word the connection is taken for dead: the server speaks every ten seconds. */
const silenceMs = 25_000;

/** Reads lines until the stream ends, however it does. */
export async function lines(path: string, take: (line: Line) => void, stop: AbortSignal): Promise<void> {
  const dead = new AbortController();
  const end = () => dead.abort();
  stop.addEventListener('abort', end, { once: true });
  let timer = setTimeout(end, silenceMs);
  try {
    const response = await get(path, dead.signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
      const parts = (rest + value).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) take(JSON.parse(part) as Line);
    }
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
    dead.abort();
  }
}
