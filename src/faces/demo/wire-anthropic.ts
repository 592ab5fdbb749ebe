import { pieces, type Rendering } from './saying.ts';

/** An answer as server-sent events of the messages wire. */
export function anthropicFrames(answer: Rendering): string[] {
  const { content, stop_reason, usage, ...rest } = anthropicBody(answer);
  const { output_tokens, ...input } = usage;
  const frames = [
    frame('message_start', {
      message: { ...rest, content: [], stop_reason: null, usage: { ...input, output_tokens: 0 } },
    }),
    frame('ping', {}),
  ];
  content.forEach((block, index) => {
    const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
    frames.push(frame('content_block_start', { index, content_block: empty }));
    for (const delta of deltas(block)) frames.push(frame('content_block_delta', { index, delta }));
    frames.push(frame('content_block_stop', { index }));
  });
  const delta = { stop_reason, stop_sequence: null };
  return [...frames, frame('message_delta', { delta, usage: { output_tokens } }), frame('message_stop', {})];
}

/** The same answer in one piece. */
export function anthropicBody(answer: Rendering) {
  const { input = 0, output = 0, cached = 0, written = 0 } = answer.usage ?? {};
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: blocks(answer),
    stop_reason: stopReason(answer),
    usage: {
      // On this wire the cached tokens are not part of the input tokens.
      input_tokens: input - cached - written,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: written,
      output_tokens: output,
    },
  };
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> | string };

function blocks(answer: Rendering): Block[] {
  const text: Block[] = answer.text ? [{ type: 'text', text: answer.text }] : [];
  const calls = (answer.calls ?? []).map(
    ({ name, input }, index): Block => ({ type: 'tool_use', id: `toolu_${answer.id}_${index}`, name, input }),
  );
  return [...text, ...calls];
}

function deltas(block: Block): Record<string, string>[] {
  if (block.type === 'text') return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
  const json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input);
  return pieces(json).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
}

function stopReason(answer: Rendering): string {
  if (answer.ends === 'truncated') return 'max_tokens';
  if (answer.ends === 'refused') return 'refusal';
  return answer.calls?.length ? 'tool_use' : 'end_turn';
}

function frame(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
