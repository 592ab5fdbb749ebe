import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Rendering, Saying } from './saying.ts';
import { anthropicBody, anthropicFrames } from './wire-anthropic.ts';
import { googleCode, googleError, googleFrames } from './wire-google.ts';
import { openaiBody, openaiFrames } from './wire-openai.ts';

/** Decides what the model says, from what it was asked. */
export type Script = (request: ServedRequest) => Answer | Promise<Answer>;

export interface ServedRequest {
  wire: 'openai' | 'anthropic' | 'google';
  model: string;
  messages: Record<string, unknown>[];
  tools: Record<string, unknown>[];
  body: Record<string, unknown>;
  bytes: number;
  headers: Record<string, string>;
  /** Which request this is, over all and for its model, counted from 0. */
  index: number;
  perModel: number;
}

export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** The connection is reset before any answer, or in the middle of one. */
  | { kind: 'reset' | 'reset_mid_stream' }
  /** The stream ends cleanly, but too early. */
  | { kind: 'end_mid_stream' }
  /** Silence from the start, or after half an answer, until the client or the server goes away. */
  | { kind: 'hang' | 'hang_mid_stream' }
  /** The token limit is reached inside a tool call. */
  | { kind: 'truncate' }
  /** An event that is not JSON, or a body that is not events. */
  | { kind: 'malformed' | 'garbage' }
  | { kind: 'refuse' }
  /** Status 200, then an error as the first event. */
  | { kind: 'error_event'; type: string; message: string };

export type Answer = Saying | { fault: Fault };

export interface ModelServer {
  /** `http://127.0.0.1:PORT/v1` */
  url: string;
  requests: ServedRequest[];
  close(): Promise<void>;
}

/** Plays scripted answers over the wires of real providers, on loopback. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: ServedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, script, requests).catch((error: unknown) => {
      if (outgoing.headersSent) outgoing.destroy();
      else sendJson(outgoing, 500, { error: { message: `the script failed: ${String(error)}`, type: 'server_error' } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, script: Script, requests: ServedRequest[]) {
  const wire = wireOf(incoming);
  if (wire === null) return sendJson(outgoing, 404, { error: { message: 'no such path', type: 'not_found_error' } });
  const request = await readRequest(incoming, wire, requests);
  requests.push(request);
  const answer = await script(request);
  if (!('fault' in answer)) {
    await new Promise((resolve) => setTimeout(resolve, answer.delay_ms ?? 0));
    return sendAnswer(outgoing, request, render(answer, request, 'normally'));
  }
  return sendFault(outgoing, request, answer.fault);
}

const streaming = /^\/(?:v1\/)?(?:models\/)?(.+):streamGenerateContent\?alt=sse$/;

function wireOf(incoming: IncomingMessage): ServedRequest['wire'] | null {
  const path = (incoming.url ?? '').replace(/\?.*$/, '').replace(/^\/v1\//, '/');
  if (incoming.method !== 'POST') return null;
  if (streaming.test(incoming.url ?? '')) return 'google';
  if (path === '/chat/completions') return 'openai';
  return path === '/messages' ? 'anthropic' : null;
}

async function readRequest(
  incoming: IncomingMessage,
  wire: ServedRequest['wire'],
  earlier: ServedRequest[],
): Promise<ServedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
  const model = streaming.exec(incoming.url ?? '')?.[1] ?? String(body.model);
  return {
    wire,
    model,
    messages: (body.messages ?? body.contents ?? []) as Record<string, unknown>[],
    tools: (body.tools ?? []) as Record<string, unknown>[],
    body,
    bytes: raw.length,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    index: earlier.length,
    perModel: earlier.filter((request) => request.model === model).length,
  };
}

function render(saying: Saying, request: ServedRequest, ends: Rendering['ends']): Rendering {
  const bytes = Buffer.byteLength((saying.text ?? '') + JSON.stringify(saying.calls ?? ''));
  const counted = { input: Math.ceil(request.bytes / 4), output: Math.ceil(bytes / 4) };
  const usage = saying.usage === undefined ? counted : saying.usage;
  return { ...saying, usage, ends, model: request.model, id: String(request.index + 1) };
}

function sendAnswer(outgoing: ServerResponse, request: ServedRequest, rendering: Rendering): void {
  if (request.wire !== 'google' && request.body.stream !== true) {
    sendJson(outgoing, 200, request.wire === 'openai' ? openaiBody(rendering) : anthropicBody(rendering));
    return;
  }
  startEvents(outgoing);
  outgoing.end(frames(request, rendering).join(''));
}

function sendFault(outgoing: ServerResponse, request: ServedRequest, fault: Fault): void {
  switch (fault.kind) {
    case 'hang':
      break;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      break;
    case 'status':
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      outgoing.end(fault.body ?? JSON.stringify(refusal(request, fault.status)));
      break;
    case 'garbage':
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      outgoing.end('<html><body>Welcome to the hotel network</body></html>\n\n');
      break;
    case 'error_event': {
      const { type, message } = fault;
      startEvents(outgoing);
      if (request.wire === 'google')
        outgoing.end(`data: ${JSON.stringify(googleError(googleCode(type), message))}\r\n\r\n`);
      else outgoing.end(`event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message } })}\n\n`);
      break;
    }
    case 'truncate':
      sendAnswer(outgoing, request, render(cutCall, request, 'truncated'));
      break;
    case 'refuse':
      sendAnswer(outgoing, request, render({ text: 'I' }, request, 'refused'));
      break;
    default:
      sendHalf(outgoing, request, fault.kind);
  }
}

function refusal({ wire }: ServedRequest, status: number) {
  return wire === 'google' ? googleError(status, 'no') : { type: 'error', error: { type: 'error', message: 'no' } };
}

type HalfKind = 'end_mid_stream' | 'reset_mid_stream' | 'hang_mid_stream' | 'malformed';

function sendHalf(outgoing: ServerResponse, request: ServedRequest, kind: HalfKind): void {
  const whole = frames(request, render({ text: 'Half of this is all that comes.' }, request, 'normally'));
  const half = whole.slice(0, Math.ceil(whole.length / 2)).join('');
  startEvents(outgoing);
  if (kind === 'end_mid_stream') outgoing.end(half);
  else if (kind === 'malformed') outgoing.end(`${half}data: {"cut":\n\n${whole.at(-1)}`);
  else outgoing.write(half);
  // The pause lets the client read the half before the reset throws it away.
  if (kind === 'reset_mid_stream') setTimeout(() => outgoing.socket?.resetAndDestroy(), 30);
}

const cutCall: Saying = { calls: [{ name: 'write', input: '{"path":"a.js","content":"the beginn' }] };

function frames(request: ServedRequest, rendering: Rendering): string[] {
  const options = request.body.stream_options as { include_usage?: boolean } | undefined;
  if (request.wire === 'anthropic') return anthropicFrames(rendering);
  if (request.wire === 'google') return googleFrames(rendering);
  return openaiFrames(options?.include_usage ? rendering : { ...rendering, usage: null });
}

function startEvents(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}
