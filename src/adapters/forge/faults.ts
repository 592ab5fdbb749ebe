import { ForgeError, type ForgeFault } from '../../ports/outside/forge.ts';
import type { Answer, Call } from './exchange.ts';

/** A rate limit that ends later than this is not waited for. */
const longestPause = 60_000;

/** When to try again, by errors that say so: milliseconds from when they were made. */
const pauses = new WeakMap<ForgeError, number>();

const kinds: Record<number, ForgeFault> = {
  400: 'invalid',
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_mergeable',
  406: 'not_mergeable',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  422: 'invalid',
  423: 'forbidden',
};

/** An answer that is no success, as a fault. */
export function faultOf({ method, path }: Call, host: string, answer: Answer, now: number): ForgeError {
  const { status } = answer;
  const request = `${method} ${path}`;
  const says = messageIn(answer.text);
  const limited = rateLimit(answer, now);
  if (limited !== null) {
    const error = new ForgeError('rate_limited', limitText(host, limited), { request, status });
    pauses.set(error, limited);
    return error;
  }
  const reason = kinds[status] ?? (status >= 500 ? 'unavailable' : 'malformed');
  const error = new ForgeError(reason, `${sentence(reason, host, request)} (${status}${says && `: ${says}`})`, {
    request,
    status,
  });
  const seconds = Number(answer.headers.get('retry-after'));
  if (status >= 500 && seconds > 0) pauses.set(error, seconds * 1000);
  return error;
}

function sentence(reason: ForgeFault, host: string, request: string): string {
  switch (reason) {
    case 'unauthorised':
      return `${host} does not accept the token: set a valid one`;
    case 'forbidden':
      return `${host} does not allow ${request}: the token may lack a permission`;
    case 'not_found':
      return `${host} does not know ${request}, or does not show it to this token`;
    default:
      return `${host} refused ${request}`;
  }
}

const limitText = (host: string, pause: number): string =>
  `the rate limit of ${host} is reached: it ends in ${Math.ceil(pause / 1000)} s`;

/** How long to wait, where too much was asked: GitHub says so with 403 or 429, the others with 429. */
function rateLimit({ status, headers, text }: Answer, now: number): number | null {
  const seconds = Number(headers.get('retry-after'));
  const isOut = headers.get('x-ratelimit-remaining') === '0' || headers.get('ratelimit-remaining') === '0';
  const isSecondary = status === 403 && /secondary rate limit|abuse detection/i.test(text);
  if (status !== 429 && !(status === 403 && (isOut || isSecondary || seconds > 0))) return null;
  if (seconds > 0) return seconds * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset')) * 1000;
  if (isOut && reset > 0) return Math.max(1000, reset - now);
  return longestPause;
}

/** What the forge says: GitHub and Gitea have `message` (and `errors`), GitLab `message` or `error`, as text, list or mapping. */
function messageIn(text: string): string {
  try {
    const { message, error, errors } = JSON.parse(text) as Record<string, unknown>;
    const details = Array.isArray(errors)
      ? errors.map((each) => wordsOf((each as { message?: unknown })?.message))
      : [];
    return [wordsOf(message), wordsOf(error), ...details]
      .filter((part) => part !== '')
      .join('; ')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, 300);
  } catch {
    return '';
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, each]) => `${key} ${wordsOf(each)}`)
    .join(', ');
}

/** No answer came, or not all of it. The library's own words may hold the request: only its kind is told. */
export function unreached(error: unknown, host: string, request: string, timeout_ms: number): ForgeError {
  const { name, cause, message } = error as Error & { cause?: { code?: string } };
  const how =
    name === 'TimeoutError'
      ? `did not answer within ${timeout_ms / 1000} s`
      : `cannot be reached (${cause?.code ?? (message.startsWith('the answer') ? message : 'the connection broke')})`;
  return new ForgeError('unreachable', `${host} ${how}: ${request}`, { request });
}

/** Whether the same request may be sent again: always after a rate limit, otherwise only where twice is once. */
export function isPassing({ reason }: ForgeError, method: Call['method']): boolean {
  if (reason === 'rate_limited') return true;
  return method !== 'POST' && (reason === 'unreachable' || reason === 'unavailable');
}

/** How long to wait before the next try; null: longer than anybody should wait here. */
export function pauseOf(error: ForgeError, attempt: number): number | null {
  const pause = pauses.get(error) ?? 0;
  return pause > longestPause ? null : Math.max(pause, 500 * 2 ** (attempt - 1));
}
