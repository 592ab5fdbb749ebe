import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError } from '../../../ports/errors.ts';

/** Nothing from elsewhere, nothing inline, no markup made from strings, in nobody's frame. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** What every answer says. */
export const plainHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': pagePolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export function text(res: ServerResponse, status: number, type: string, body: string, more: object = {}): void {
  res.writeHead(status, { ...plainHeaders, 'Content-Type': `${type}; charset=utf-8`, ...more });
  res.end(body);
}

export const json = (res: ServerResponse, value: unknown, status = 200): void =>
  text(res, status, 'application/json', JSON.stringify(value));

/** What a person can act on; the page shows `message` as it is. */
export const fault = (res: ServerResponse, status: number, message: string, more: object = {}): void =>
  json(res, { error: { message, ...more } }, status);

const longestBody = 128 * 1024;

/** The object in a request's body. Throws a `ConfigError` for anything else. */
export async function bodyOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > longestBody) throw new ConfigError('this is too long', 'too_long');
    parts.push(part);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
  } catch {
    throw new ConfigError('this is not JSON', 'not_json');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigError('this is not an object', 'not_json');
}
