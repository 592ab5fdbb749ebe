import type { Clock } from '../../ports/clock.ts';
import { ForgeError } from '../../ports/outside/forge.ts';
import type { Point } from '../../ports/point.ts';
import type { Shape } from '../../schema/forge/answers.ts';
import { boundedText } from '../bounded-text.ts';
import type { Answer, Call } from './exchange.ts';
import { faultOf, isPassing, pauseOf, unreached } from './faults.ts';

export interface ClientOptions {
  /** Where every request goes, without a slash at its end. A token is sent nowhere else. */
  api: string;
  /** As people know it, in messages. */
  host: string;
  /** In one of the headers; in no error, whatever the forge repeats. */
  token: string;
  headers: Record<string, string>;
  clock: Clock;
  point?: Point | undefined;
  /** Each request, in milliseconds. */
  timeout_ms?: number;
}

/** A small client for JSON over HTTP. Throws nothing but `ForgeError`, in which there is no header of ours. */
export interface Client {
  /** Sends it, again where nothing can have come of it, and reads the answer. */
  ask<T>(call: Call, shape: Shape<T>): Promise<T>;
  /** The same, where the answer does not matter. */
  send(call: Call): Promise<void>;
  /** Every page of a list, as `Link` headers name them. */
  pages<T>(path: string, item: Shape<T>): AsyncGenerator<T[]>;
}

const tries = 4;
const mostPages = 20;
const mostBytes = 20_000_000;
const mostRedirects = 3;

export function forgeClient({ api, host, token, headers, clock, point, timeout_ms = 30_000 }: ClientOptions): Client {
  const { origin } = new URL(api);

  return {
    async ask(call, shape) {
      const { text } = await settled(call);
      return shaped(call, text, shape);
    },
    async send(call) {
      await settled(call);
    },
    async *pages(path, item) {
      let next: string | null = path;
      for (let page = 0; next !== null && page < mostPages; page += 1) {
        const call: Call = { method: 'GET', path: next };
        const answer = await settled(call);
        const list: unknown = jsonOf(call, answer.text);
        if (!Array.isArray(list)) throw malformed(call, 'is not a list');
        yield list.map((each) => parsed(call, each, item));
        next = nextPage(answer.headers.get('link'));
      }
    },
  };

  /** What has not been done for certain is tried again; a lost answer to something that creates is the caller's. */
  async function settled(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(call);
      } catch (error) {
        if (!(error instanceof ForgeError) || attempt >= tries || !isPassing(error, call.method)) throw error;
        const pause = pauseOf(error, attempt);
        if (pause === null) throw error;
        await clock.sleep(pause);
      }
    }
  }

  async function once(call: Call): Promise<Answer> {
    let address = call.path.startsWith('http') ? call.path : `${call.api ?? api}${call.path}`;
    for (let hop = 0; ; hop += 1) {
      const answer = await exchange(call, address);
      const moved = answer.status >= 301 && answer.status <= 308 ? answer.headers.get('location') : null;
      if (moved === null) {
        if (answer.status >= 200 && answer.status < 300) return answer;
        throw faultOf(call, host, { ...answer, text: answer.text.replaceAll(token, '[redacted]') }, clock.now());
      }
      address = new URL(moved, address).href;
      if (new URL(address).origin !== origin || hop >= mostRedirects)
        throw new ForgeError(
          'malformed',
          `${host} redirects ${call.method} ${call.path} elsewhere, which is not followed`,
        );
    }
  }

  async function exchange({ method, body, path }: Call, address: string): Promise<Answer> {
    const init: RequestInit = {
      method,
      headers: { ...headers, 'user-agent': 'pawl', ...(body !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      if (method !== 'GET') point?.('forge.send');
      const response = await fetch(address, init);
      const answer = { status: response.status, headers: response.headers, text: await textOf(response) };
      if (method !== 'GET') point?.('forge.sent');
      return answer;
    } catch (error) {
      throw unreached(error, host, `${method} ${path}`, timeout_ms);
    }
  }

  /** Only what is below the same address: the next page of a list is asked for with the token, too. */
  function nextPage(link: string | null): string | null {
    const next = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
    if (next === undefined || !URL.canParse(next, api)) return null;
    const url = new URL(next, api);
    return url.origin === origin ? url.href : null;
  }

  function shaped<T>(call: Call, text: string, shape: Shape<T>): T {
    return parsed(call, jsonOf(call, text), shape);
  }

  function parsed<T>(call: Call, value: unknown, shape: Shape<T>): T {
    const result = shape.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw malformed(call, `has no usable ${issue?.path.join('.') || 'value'}`);
  }

  function jsonOf(call: Call, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw malformed(call, 'is not JSON');
    }
  }

  function malformed({ method, path }: Call, how: string): ForgeError {
    const request = `${method} ${path}`;
    return new ForgeError('malformed', `the answer of ${host} to ${request} ${how}`, { request });
  }
}

async function textOf(response: Response): Promise<string> {
  const text = await boundedText(response, mostBytes);
  if (text === null) throw new Error(`the answer is over ${mostBytes / 1_000_000} MB`);
  return text;
}

/** Every page as one list. */
export async function allPages<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

/** The first page. */
export async function firstPage<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  for await (const page of pages) return page;
  return [];
}
