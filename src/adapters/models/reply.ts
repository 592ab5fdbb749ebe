import type { FaultKind, ModelReply } from '../../ports/outside/model.ts';
import type { ToolCall } from '../../schema/agents/message.ts';
import { type Answer, malformedCall } from './answer.ts';
import { reportedFault } from './faults.ts';
import { usageOf } from './usage.ts';

/** Judges an answer that was read to its end. What is not whole is a fault, and none of its calls are given out. */
export function replyOf(answer: Answer, received_bytes: number): ModelReply {
  const reply = judged(answer, received_bytes);
  return reply.ok ? reply : { ok: false, fault: { ...reply.fault, usage: usageOf(answer) } };
}

function judged(answer: Answer, received_bytes: number): ModelReply {
  const { finish } = answer;
  if (answer.error !== null) return { ok: false, fault: reportedFault(answer.error) };
  if (!answer.events && received_bytes > 0) return fault('malformed', 'the answer is not a stream of events');
  if (finish === null) return fault('broken_stream', 'the stream ended before the answer did');
  if (finish.raw === malformedCall) return fault('malformed', 'the model made a malformed tool call');
  if (finish.unified === 'content-filter' || answer.refusal !== '') {
    return fault('refused', answer.refusal || "the provider's content filter stopped the answer");
  }
  const length = finish.unified === 'length';
  const open = answer.calls.find(({ ended, input }) => !ended || (length && objectIn(input) === null));
  if (open) return fault('malformed', `the answer was cut off inside a call to ${open.name}`);
  if (answer.text.trim() === '' && answer.calls.length === 0) {
    return fault('malformed', length ? 'the token limit was reached before any answer' : 'the answer was empty');
  }
  return {
    ok: true,
    message: { role: 'assistant', text: answer.text, calls: answer.calls.map(callOf) },
    usage: usageOf(answer),
    stop: length ? 'length' : answer.calls.length > 0 ? 'tool_calls' : finish.unified === 'stop' ? 'end' : 'other',
  };
}

/** No arguments at all are how some models call a tool that needs none. */
function callOf({ id, name, input, signature }: Answer['calls'][number]): ToolCall {
  const call = { id, name, input: input.trim() === '' ? {} : (objectIn(input) ?? input) };
  return signature === undefined ? call : { ...call, signature };
}

function objectIn(json: string): Record<string, unknown> | null {
  if (isDeep(json)) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Deeper data could be read, and then not be written down again: the stack ends first. */
function isDeep(json: string): boolean {
  let depth = 0;
  const signs = json.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/[^[\]{}]/g, '');
  return [...signs].some((sign) => {
    depth += sign === '[' || sign === '{' ? 1 : -1;
    return depth > 200;
  });
}

function fault(kind: FaultKind, message: string): ModelReply {
  return { ok: false, fault: { kind, message, retry_after_ms: null, charged: 'unknown' } };
}
