import { type Redact, redactDeep } from '../../code/redact.ts';
import type { Model, ModelRequest, Models } from '../../ports/outside/model.ts';
import type { Message } from '../../schema/agents/message.ts';

/** Whatever a model is sent goes through here: no secret reaches a provider. */
export function redactedModels(models: Models, redact: Redact): Models {
  return {
    open: async (tier) => redactedModel(await models.open(tier), redact),
    async embedder(id) {
      const embedder = await models.embedder(id);
      return { ...embedder, embed: (text, signal) => embedder.embed(redact(text), signal) };
    },
  };
}

function redactedModel(model: Model, redact: Redact): Model {
  // A conversation is sent again with every call; its messages stay the same objects.
  const cache = new WeakMap<Message, Message>();
  const redactMessage = (message: Message): Message => {
    const copy = cache.get(message) ?? whole(message, redact);
    cache.set(message, copy);
    return copy;
  };
  const redactRequest = (request: ModelRequest): ModelRequest => ({
    ...request,
    messages: request.messages.map(redactMessage),
  });
  return {
    ...model,
    requestBytes: (request) => model.requestBytes(redactRequest(request)),
    call: (request, signal) => model.call(redactRequest(request), signal),
  };
}

/** Nothing here is short of room: texts may grow. */
function whole(message: Message, redact: Redact): Message {
  const text = redact(message.text);
  if (message.role !== 'assistant') return { ...message, text };
  return { ...message, text, calls: message.calls.map((call) => ({ ...call, input: redactDeep(call.input, redact) })) };
}
