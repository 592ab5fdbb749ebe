import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface PageRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** `remoteAddress` of the connection. */
  from: string;
}

export interface Refusal {
  status: number;
  message: string;
}

/**
 * The reason to refuse a request before its token is checked: it comes from another machine, from another page, or
 * under a name that was made to point here (DNS rebinding). Null if there is none.
 */
export function refusalOf({ method, headers, from }: PageRequest, port: number): Refusal | null {
  if (!/^(?:127\.|::1$|::ffff:127\.)/.test(from)) return forbidden('only requests from this machine are answered');
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const host = headers.host?.toLowerCase() ?? '';
  if (!own.includes(host)) return { status: 421, message: 'the Host header does not name this server' };
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return forbidden('another page asked');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden('another page asked');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return { status: 405, message: 'not understood' };
  if (method === 'POST' && headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return { status: 415, message: 'the body must be JSON' };
  return null;
}

/** The token of `Authorization: Bearer TOKEN`; null without one. */
export const bearerOf = (headers: IncomingHttpHeaders): string | null =>
  /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1] ?? null;

/** Takes the same time for every wrong token. */
export function isToken(candidate: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return candidate !== null && timingSafeEqual(digest(candidate), digest(token));
}

const forbidden = (message: string): Refusal => ({ status: 403, message });
