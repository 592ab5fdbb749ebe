import type { AiModelsOptions } from '../../src/adapters/models/ai-models.ts';
import type { Answer, Fault } from '../../src/faces/demo/model-server.ts';
import type { FaultKind, ModelFault } from '../../src/ports/outside/model.ts';

export type Wire = 'openai' | 'anthropic' | 'google';

/** What a provider does, and what a call must then come to. */
export interface Case {
  name: string;
  answer: Answer;
  limits?: AiModelsOptions['limits'];
  outcome: Outcome;
  /** Where a wire cannot carry the same and its provider does something else. */
  on?: Partial<Record<Wire, Outcome>>;
}

type Outcome = Record<string, unknown>;

export const outcomeOn = (wire: Wire, { outcome, on }: Case): Outcome => on?.[wire] ?? outcome;

const fails = (kind: FaultKind, charged: ModelFault['charged'] = 'unknown', more: Partial<ModelFault> = {}) => ({
  ok: false,
  fault: { kind, charged, ...more },
});
const status = (code: number, more: { headers?: Record<string, string>; body?: string } = {}): Answer => ({
  fault: { kind: 'status', status: code, ...more },
});
const says = (message: string, code = 400) =>
  JSON.stringify({
    type: 'error',
    error: { type: 'invalid_request_error', code, status: 'INVALID_ARGUMENT', message },
  });
const faulty = (fault: Fault): Answer => ({ fault });
const unreadable = { google: fails('malformed') };
const asSent = (input: string): Case => ({
  name: `takes the arguments ${input} as they were sent, for the loop to answer`,
  answer: { calls: [{ name: 'read', input }] },
  outcome: { ok: true, message: { calls: [{ name: 'read', input }] } },
  on: unreadable,
});
const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`;
const files = [
  { name: 'read', input: { path: 'a.js' } },
  { name: 'write', input: { path: 'b.js', content: 'let é = "🦀";\n'.repeat(20) } },
];

const answers: Case[] = [
  {
    name: 'answers with text and with what the provider counted, the cache included',
    answer: { text: 'Grüße 🦀, all is well.', usage: { input: 120, output: 9, cached: 100 } },
    outcome: {
      ok: true,
      message: { role: 'assistant', text: 'Grüße 🦀, all is well.', calls: [] },
      usage: { input_tokens: 120, cached_tokens: 100, output_tokens: 9 },
      stop: 'end',
    },
  },
  {
    name: 'answers with several calls beside text',
    answer: { text: 'Two things.', calls: files },
    outcome: { ok: true, stop: 'tool_calls', message: { text: 'Two things.', calls: files } },
  },
  {
    name: 'passes on a call of a tool that nobody offered, for the loop to answer',
    answer: { calls: [{ name: 'launch', input: { missiles: 3 } }] },
    outcome: { ok: true, message: { calls: [{ name: 'launch', input: { missiles: 3 } }] } },
  },
  {
    name: 'takes absent arguments as none',
    answer: { calls: [{ name: 'read', input: '' }] },
    outcome: { ok: true, message: { calls: [{ name: 'read', input: {} }] } },
  },
  asSent('{"path": broken'),
  asSent('["a"]'),
  asSent('"text"'),
  asSent('null'),
  asSent('7'),
  {
    name: 'takes arguments that nest without an end as they were sent',
    answer: { calls: [{ name: 'read', input: deep }] },
    outcome: { ok: true, message: { calls: [{ name: 'read', input: deep }] } },
  },
  {
    name: 'knows no usage where the provider counts nothing',
    answer: { text: 'x'.repeat(401), usage: null },
    outcome: { ok: true, usage: null },
  },
  ...(
    [
      ['that nothing was used', { input: 0, output: 0 }],
      ['only what was sent', { input: 90, output: 0 }],
      ['only what came back', { input: 0, output: 90 }],
      ['less than nothing', { input: -90, output: -90 }],
      ['less than nothing of the answer', { input: 90, output: -9 }],
      ['less than nothing of the cache', { input: 90, output: 9, cached: -50 }],
      ['more of the cache than was sent', { input: 90, output: 9, cached: 5000 }],
    ] as const
  ).map(
    ([what, usage]): Case => ({
      name: `knows no usage where the provider counts ${what}`,
      answer: { text: 'Hi.', usage },
      outcome: { ok: true, usage: null },
    }),
  ),
  {
    name: 'passes on more usage than there can be, and up to a billion tokens of it',
    answer: { text: 'Hi.', usage: { input: 5_000_000, output: 9_000_000_000_000 } },
    outcome: { ok: true, usage: { input_tokens: 5_000_000, output_tokens: 1e9 } },
  },
  {
    name: 'waits for a slow answer within the limits',
    answer: { text: 'Late.', delay_ms: 120 },
    limits: { first_byte_ms: 5000, idle_ms: 50 },
    outcome: { ok: true, message: { text: 'Late.' } },
  },
  {
    name: 'takes an answer of 1 MB',
    answer: { text: 'x'.repeat(1024 * 1024) },
    outcome: { ok: true },
  },
];

const statuses: [number, FaultKind, ModelFault['charged']][] = [
  [400, 'bad_request', 'none'],
  [401, 'unauthorized', 'none'],
  [403, 'unauthorized', 'none'],
  [404, 'bad_request', 'none'],
  [408, 'timeout', 'unknown'],
  [413, 'context_overflow', 'none'],
  [422, 'bad_request', 'none'],
  [429, 'rate_limited', 'none'],
  [500, 'server_error', 'none'],
  [502, 'server_error', 'unknown'],
  [503, 'overloaded', 'none'],
  [504, 'server_error', 'unknown'],
  [529, 'overloaded', 'none'],
];

const overflows = [
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
  'prompt is too long: 210000 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000',
  'the request exceeds the available context size, try increasing it',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
];

const waits: [string, Record<string, string>, number | null][] = [
  ['in seconds', { 'retry-after': '90' }, 90_000],
  ['in milliseconds', { 'retry-after': '1', 'retry-after-ms': '250.5' }, 251],
  ['in words', { 'retry-after': 'soon' }, null],
  ['that is missing', {}, null],
];

const refusals: Case[] = [
  ...statuses.map(([code, kind, charged]) => ({
    name: `takes status ${code} as ${kind}`,
    answer: status(code),
    outcome: fails(kind, charged),
  })),
  ...overflows.map((message) => ({
    name: `takes a complaint about the length as an overflow: ${message}`,
    answer: status(400, { body: says(message) }),
    outcome: fails('context_overflow', 'none'),
  })),
  ...waits.map(([form, headers, retry_after_ms]) => ({
    name: `reads a Retry-After ${form}`,
    answer: status(429, { headers }),
    outcome: fails('rate_limited', 'none', { retry_after_ms }),
  })),
  {
    name: 'takes a complaint about the content as a refusal',
    answer: status(400, { body: says('blocked by content_filter') }),
    outcome: fails('refused', 'none'),
  },
  {
    name: 'takes a complaint about the key as one, whatever its status',
    answer: status(400, { body: says('API key not valid. Please pass a valid API key.') }),
    outcome: fails('unauthorized', 'none'),
  },
];

const breaks: Case[] = [
  {
    name: 'takes a reset before any answer as unreachable, and perhaps charged',
    answer: faulty({ kind: 'reset' }),
    outcome: fails('unreachable'),
  },
  {
    name: 'takes a reset in mid stream as a broken stream',
    answer: faulty({ kind: 'reset_mid_stream' }),
    outcome: fails('broken_stream'),
  },
  {
    name: 'takes a stream that ends too early as a broken stream',
    answer: faulty({ kind: 'end_mid_stream' }),
    outcome: fails('broken_stream'),
  },
  {
    name: 'takes an event that is no JSON as malformed',
    answer: faulty({ kind: 'malformed' }),
    outcome: fails('malformed'),
  },
  {
    name: 'takes a page of something else as malformed',
    answer: faulty({ kind: 'garbage' }),
    outcome: fails('malformed'),
  },
  {
    name: 'never gives out a call that the token limit cut off',
    answer: faulty({ kind: 'truncate' }),
    outcome: fails('malformed', 'unknown', { message: 'the answer was cut off inside a call to write' }),
    on: { google: fails('malformed', 'unknown', { message: 'the token limit was reached before any answer' }) },
  },
  { name: 'takes an answer without words as malformed', answer: { text: '' }, outcome: fails('malformed') },
  { name: 'takes an answer of white space as malformed', answer: { text: ' \n' }, outcome: fails('malformed') },
  { name: 'takes a refusal as one', answer: faulty({ kind: 'refuse' }), outcome: fails('refused') },
  {
    name: 'takes an overload that the stream reports as one',
    answer: faulty({ kind: 'error_event', type: 'overloaded_error', message: 'Overloaded' }),
    outcome: fails('overloaded'),
  },
  {
    name: 'takes a rate limit that the stream reports as one',
    answer: faulty({ kind: 'error_event', type: 'rate_limit_error', message: 'Slow down' }),
    outcome: fails('rate_limited'),
  },
  {
    name: 'takes another error that the stream reports as one of the server',
    answer: faulty({ kind: 'error_event', type: 'api_error', message: 'Internal' }),
    outcome: fails('server_error'),
  },
  {
    name: 'gives up when no answer begins',
    answer: faulty({ kind: 'hang' }),
    limits: { first_byte_ms: 60 },
    outcome: fails('timeout', 'unknown', { message: 'the provider did not answer in time' }),
  },
  {
    name: 'gives up when an answer does not go on',
    answer: faulty({ kind: 'hang_mid_stream' }),
    limits: { first_byte_ms: 5000, idle_ms: 60 },
    outcome: fails('timeout', 'unknown', { message: 'the provider stopped sending in the middle of the answer' }),
  },
  {
    name: 'gives up when the whole takes too long',
    answer: faulty({ kind: 'hang' }),
    limits: { total_ms: 60 },
    outcome: fails('timeout', 'unknown', { message: 'the answer took too long' }),
  },
  {
    name: 'cuts off an answer of 10 MB',
    answer: { text: 'x'.repeat(10 * 1024 * 1024) },
    outcome: fails('malformed', 'unknown', { message: 'the answer was too large and was cut off' }),
  },
  {
    name: 'cuts off a body without end that is no answer',
    answer: status(200, { body: 'x'.repeat(100_000) }),
    limits: { answer_bytes: 1000 },
    outcome: fails('malformed', 'unknown', { message: 'the answer was too large and was cut off' }),
  },
];

export const cases: Case[] = [...answers, ...refusals, ...breaks];
