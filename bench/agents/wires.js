/**
 * The wires that the agents of the side by side speak, each with: which paths are its own, what a request of it
 * says (`read`), and how one answer goes out (`events` streamed, `body` whole). An answer is `{ text }` or
 * `{ call: { name, input } }`, where an input that is a string goes to a tool that takes free text.
 */
const chat = {
  path: /\/chat\/completions$/,
  read: ({ messages = [], tools = [] }) => ({
    instructions: messages.filter(({ role }) => role === 'system' || role === 'developer'),
    tools,
    named: tools.map(({ function: tool }) => ({ name: tool.name, keys: keysOf(tool.parameters) })),
    turns: messages.filter(({ role }) => role === 'tool').length,
  }),
  events({ text, call }, id) {
    const delta = text === undefined ? { tool_calls: [{ index: 0, ...chatCall(call, id) }] } : { content: text };
    const chunk = (choices, usage) => ({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model: 'scripted',
      choices,
      usage,
    });
    return [
      data(chunk([{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }])),
      data(chunk([{ index: 0, delta: {}, finish_reason: call ? 'tool_calls' : 'stop' }])),
      data(chunk([], { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 })),
      'data: [DONE]\n\n',
    ];
  },
  body({ text, call }, id) {
    const message = { role: 'assistant', content: text ?? null, ...(call && { tool_calls: [chatCall(call, id)] }) };
    const choices = [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    return { id, object: 'chat.completion', created: 0, model: 'scripted', choices, usage };
  },
};

const responses = {
  path: /\/responses$/,
  read: ({ instructions, input = [], tools = [] }) => ({
    instructions: [instructions, ...input.filter(({ role }) => role === 'developer' || role === 'system')],
    tools,
    named: tools.flatMap(responsesTool),
    turns: input.filter(({ type }) => type?.endsWith('_call_output')).length,
  }),
  events(answer, id) {
    const done = responses.body(answer, id);
    const events = [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      ...done.output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response: done },
    ];
    return events.map((event, sequence_number) => `event: ${event.type}\n${data({ ...event, sequence_number })}`);
  },
  body({ text, call }, id) {
    const free = typeof call?.input === 'string';
    const item = call
      ? { type: free ? 'custom_tool_call' : 'function_call', id: `item_${id}`, call_id: `call_${id}`, name: call.name }
      : { type: 'message', id: `item_${id}`, role: 'assistant', content: [{ type: 'output_text', text }] };
    if (call) Object.assign(item, free ? { input: call.input } : { arguments: JSON.stringify(call.input) });
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return { id, object: 'response', status: 'completed', output: [{ ...item, status: 'completed' }], usage };
  },
};

const google = {
  path: /:(?:streamG|g)enerateContent$/,
  read: ({ systemInstruction, contents = [], tools = [] }) => ({
    instructions: [systemInstruction],
    tools,
    named: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map((tool) => ({ name: tool.name, keys: keysOf(tool.parametersJsonSchema ?? tool.parameters) })),
    turns: contents.filter(({ parts }) => parts?.some(({ functionResponse }) => functionResponse)).length,
  }),
  events: (answer, id) => [data(google.body(answer, id))],
  body({ text, call }, id) {
    const part = call ? { functionCall: { id, name: call.name, args: call.input } } : { text };
    return {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
      responseId: id,
    };
  },
};

export const wires = { chat, responses, google };

function chatCall({ name, input }, id) {
  return { id: `call_${id}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function responsesTool(tool) {
  if (tool.type === 'custom') return [{ name: tool.name, keys: [], free: true }];
  return tool.type === 'function' ? [{ name: tool.name, keys: keysOf(tool.parameters) }] : [];
}

const keysOf = (schema) => Object.keys(schema?.properties ?? {});
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
