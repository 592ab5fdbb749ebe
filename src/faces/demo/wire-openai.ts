import { pieces, type Rendering } from './saying.ts';

/** An answer as server-sent events of the chat completions wire. */
export function openaiFrames(answer: Rendering): string[] {
  const deltas: Record<string, unknown>[] = [{ role: 'assistant', content: '' }];
  for (const content of pieces(answer.text ?? '')) deltas.push({ content });
  toolCalls(answer).forEach((call, index) => {
    const { name, arguments: input } = call.function;
    deltas.push({ tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }] });
    for (const part of pieces(input)) deltas.push({ tool_calls: [{ index, function: { arguments: part } }] });
  });
  const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null as string | null }] }));
  chunks.push({ choices: [{ index: 0, delta: {}, finish_reason: finishReason(answer) }] });
  const frames = chunks.map((chunk) => frame({ ...head(answer, 'chat.completion.chunk'), ...chunk }));
  if (answer.usage) frames.push(frame({ ...head(answer, 'chat.completion.chunk'), choices: [], usage: usage(answer) }));
  return [...frames, 'data: [DONE]\n\n'];
}

/** The same answer in one piece. */
export function openaiBody(answer: Rendering): Record<string, unknown> {
  const calls = toolCalls(answer);
  const message = { role: 'assistant', content: answer.text ?? null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    ...head(answer, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    ...(answer.usage && { usage: usage(answer) }),
  };
}

function head(answer: Rendering, object: string) {
  return { id: `chatcmpl-${answer.id}`, object, created: 0, model: answer.model };
}

function toolCalls(answer: Rendering) {
  return (answer.calls ?? []).map(({ name, input }, index) => ({
    id: `call_${answer.id}_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
}

function finishReason(answer: Rendering): string {
  if (answer.ends === 'truncated') return 'length';
  if (answer.ends === 'refused') return 'content_filter';
  return answer.calls?.length ? 'tool_calls' : 'stop';
}

function usage({ usage: used }: Rendering) {
  if (!used) return undefined;
  return {
    prompt_tokens: used.input,
    completion_tokens: used.output,
    total_tokens: used.input + used.output,
    prompt_tokens_details: { cached_tokens: used.cached ?? 0 },
  };
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
