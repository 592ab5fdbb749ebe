import type { FaultKind, ModelFault } from '../../ports/outside/model.ts';
import { whyUnreached } from '../../schema/settings/unreached.ts';
import type { Cut, Exchange } from './exchange.ts';

const longestMessage = 300;

/** What went wrong when a call threw. Not the error but what was seen of the exchange decides. */
export function faultOf(thrown: unknown, exchange: Exchange): ModelFault {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { cut, sent, response } = exchange;
  if (cut !== null) return fault(cuts[cut].kind, cuts[cut].message, sent ? 'unknown' : 'none');
  if (!response) return unanswered(error);
  if (response.status < 200 || response.status > 299) return refusedBy(response, error);
  const reported = reportIn(error);
  if (reported !== null) return reportedFault(reported);
  return fault('broken_stream', `the connection was lost in the middle of the answer: ${rootOf(error)}`, 'unknown');
}

/** What went wrong when the stream itself reported it, under status 200. */
export function reportedFault(error: unknown): ModelFault {
  const { type, code, message, statusCode } = (error ?? {}) as Record<string, unknown>;
  const text = typeof message === 'string' ? message : JSON.stringify(error);
  if (isUnreadable(error)) return fault('malformed', `an event could not be read: ${text}`, 'unknown');
  if (typeof statusCode === 'number' && statusCode >= 400)
    return fault(kindOfStatus(statusCode, text), text, 'unknown');
  const kind = kindOfType(`${type ?? ''} ${code ?? ''}`) ?? (overflows(text) ? 'context_overflow' : 'server_error');
  return fault(kind, text, 'unknown');
}

/** A fault as it may be shown: one short line without the key. */
export function withoutKey(fault: ModelFault, secret: string | null): ModelFault {
  const line = fault.message.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const safe = secret === null ? line : line.replaceAll(secret, '[key]');
  return { ...fault, message: safe.slice(0, longestMessage) };
}

/** Names the provider that refused a key, and the variable that holds it. */
export function withKeyName(fault: ModelFault, provider: string, key_name: string | undefined): ModelFault {
  if (fault.kind !== 'unauthorized' || key_name === undefined) return fault;
  const [, status] = /^HTTP (\d{3})/.exec(fault.message) ?? [];
  const message = `${names[provider] ?? provider} rejected ${key_name}${status ? ` (${status})` : ''}`;
  return { ...fault, message, key: key_name };
}

const names: Record<string, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  deepseek: 'DeepSeek',
};

const cuts: Record<Cut, { kind: FaultKind; message: string }> = {
  cancelled: { kind: 'cancelled', message: 'the call was cancelled' },
  first_byte: { kind: 'timeout', message: 'the provider did not answer in time' },
  idle: { kind: 'timeout', message: 'the provider stopped sending in the middle of the answer' },
  total: { kind: 'timeout', message: 'the answer took too long' },
  too_large: { kind: 'malformed', message: 'the answer was too large and was cut off' },
};

/** Failures to connect: the provider has never seen the request. After them it may have, and may have charged for it. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

/** Errors of the network have a code; others were made before anything was sent. */
function unanswered(error: Error): ModelFault {
  const [code] = codes(error);
  if (code === undefined) return fault('bad_request', `the request could not be sent: ${rootOf(error)}`, 'none');
  const charged = codes(error).some((each) => neverSent.test(each)) ? 'none' : 'unknown';
  return fault('unreachable', `the provider cannot be reached: ${rootOf(error)}`, charged);
}

function refusedBy(
  response: { status: number; headers: Headers },
  error: Error & { responseBody?: string; data?: unknown },
): ModelFault {
  const { status, headers } = response;
  const text = `${error.message} ${error.responseBody ?? ''}`;
  const reason = error.data === undefined && error.responseBody ? error.responseBody : error.message;
  return {
    kind: kindOfStatus(status, text),
    message: `HTTP ${status}: ${reason || 'no reason given'}`,
    retry_after_ms: retryAfter(headers, Date.now()) ?? retryDelayIn(text),
    charged: status === 408 || (status > 500 && status !== 503 && status !== 529) ? 'unknown' : 'none',
  };
}

function kindOfStatus(status: number, text: string): FaultKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 408) return 'timeout';
  if (status === 413) return 'context_overflow';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status >= 500) return 'server_error';
  if (overflows(text)) return 'context_overflow';
  if (/API_KEY_INVALID|api key not valid/i.test(text)) return 'unauthorized';
  return /content_filter|content_policy/.test(text) ? 'refused' : 'bad_request';
}

function kindOfType(type: string): FaultKind | null {
  if (/overloaded/.test(type)) return 'overloaded';
  if (/rate_limit/.test(type)) return 'rate_limited';
  if (/authentication|permission|invalid_api_key/.test(type)) return 'unauthorized';
  if (/context_length|request_too_large/.test(type)) return 'context_overflow';
  return null;
}

function overflows(text: string): boolean {
  return /context.?(length|window|size|limit)|prompt is too long|too many (input )?tokens|token count.{0,40}exceeds/i.test(
    text,
  );
}

/** Milliseconds, from `retry-after-ms`, seconds or an HTTP date. */
function retryAfter(headers: Headers, now: number): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return Math.ceil(ms);
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Google's way of saying it: in the body, in seconds. */
function retryDelayIn(text: string): number | null {
  const seconds = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(text)?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

/** What a stream reported, where a library threw it instead of passing it on: an error at its very start. */
function reportIn(error: Error & { responseBody?: unknown }): unknown {
  if (isUnreadable(error)) return error;
  if (typeof error.responseBody !== 'string') return null;
  const unreadable = /"name":"(AI_\w+)"/.exec(error.responseBody)?.[1];
  if (unreadable) return Object.assign(new Error(error.message), { name: unreadable });
  const type = /"type":"(\w+)"/.exec(error.responseBody)?.[1];
  return { type, message: error.message };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /^AI_(JSONParse|TypeValidation|InvalidResponseData)Error$/.test(error.name);
}

/** The innermost cause in words: the outer ones only say that something failed. */
function rootOf(error: Error): string {
  const root = chain(error).at(-1) ?? error;
  const code = codes(error).at(-1);
  const why = whyUnreached(code);
  if (why !== null) return why;
  return code && !root.message.includes(code) ? `${root.message} (${code})`.trim() : root.message;
}

function codes(error: Error): string[] {
  return chain(error)
    .map((each) => (each as NodeJS.ErrnoException).code)
    .filter((code) => typeof code === 'string');
}

function chain(error: Error): Error[] {
  const errors = [error];
  for (let { cause } = error; cause instanceof Error && errors.length < 8; { cause } = cause) errors.push(cause);
  return errors;
}

function fault(kind: FaultKind, message: string, charged: ModelFault['charged']): ModelFault {
  return { kind, message, retry_after_ms: null, charged };
}
