import { type Redact, redactDeep, redactor, redactSerialised } from '../../code/redact.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Journal, Lease } from '../../ports/journal.ts';
import type { Memory } from '../../ports/memory.ts';
import type { Model, ModelRequest, Models } from '../../ports/model.ts';
import type { Reports } from '../../ports/reports.ts';
import type { PawlEvent } from '../../schema/event.ts';
import type { Message } from '../../schema/message.ts';

/** What lets no secret through, neither what looks like one nor the values of variables that are named like one. */
export function redacted(env: Record<string, string | undefined>) {
  const kept = new Set<string>();
  let current = redactor(env);
  const redact: Redact = (text) => current(text);
  return {
    /** From now on also without the values of these variables. */
    keep: (given: readonly string[]) => {
      for (const name of given) kept.add(name);
      current = redactor(env, [...kept]);
    },
    requests: <T extends Requests>(of: T, ready: () => Promise<void>): T => redactedRequests(of, redact, ready),
    value: <T>(value: T): T => redactDeep(value, redact),
    models: (models: Models) => redactedModels(models, redact),
    journal: (journal: Journal) => redactedJournal(journal, redact),
    blobs: (blobs: Blobs) => redactedBlobs(blobs, redact),
    reports: (reports: Reports) => redactedReports(reports, redact),
    memory: (memory: Memory): Memory => ({ ...memory, learn: (lesson) => memory.learn(redactDeep(lesson, redact)) }),
  };
}

interface Requests {
  run(request: string): unknown;
  plan(request: string): unknown;
  consult(agent: string, input: string | Record<string, unknown>): unknown;
}

/**
 * A request is named by the digest of its words: they are redacted before anybody sees them, and once it is known what
 * is to be kept.
 */
function redactedRequests<T extends Requests>(of: T, redact: Redact, ready: () => Promise<void>): T {
  return {
    ...of,
    run: async (request: string) => {
      await ready();
      return of.run(redact(request));
    },
    plan: async (request: string) => {
      await ready();
      return of.plan(redact(request));
    },
    consult: async (agent: string, input: string | Record<string, unknown>) => {
      await ready();
      return of.consult(agent, redactDeep(input, redact));
    },
  };
}

/** Whatever a model is sent goes through here: no secret reaches a provider. */
function redactedModels(models: Models, redact: Redact): Models {
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
  const known = new WeakMap<Message, Message>();
  const told = (message: Message): Message => {
    const found = known.get(message) ?? whole(message, redact);
    known.set(message, found);
    return found;
  };
  const shown = (request: ModelRequest): ModelRequest => ({ ...request, messages: request.messages.map(told) });
  return {
    ...model,
    requestBytes: (request) => model.requestBytes(shown(request)),
    call: (request, signal) => model.call(shown(request), signal),
  };
}

/** Nothing here is short of room: texts may grow. */
function whole(message: Message, redact: Redact): Message {
  const text = redact(message.text);
  if (message.role !== 'assistant') return { ...message, text };
  return { ...message, text, calls: message.calls.map((call) => ({ ...call, input: redactDeep(call.input, redact) })) };
}

function redactedBlobs(blobs: Blobs, redact: Redact): Blobs {
  return {
    ...blobs,
    put: (content) => blobs.put(typeof content === 'string' ? redactSerialised(content, redact) : content),
  };
}

function redactedReports(reports: Reports, redact: Redact): Reports {
  return { ...reports, write: (run, name, content) => reports.write(run, name, redact(content)) };
}

/** What the journal takes in, and what people send to a run. */
function redactedJournal(journal: Journal, redact: Redact): Journal {
  return {
    ...journal,
    claim: async (run) => redactedLease(await journal.claim(run), redact),
    send: (run, command) => journal.send(run, redactDeep(command, redact)),
  };
}

function redactedLease(lease: Lease, redact: Redact): Lease {
  return { ...lease, append: (event, inbox) => lease.append(redactedEvent(event, redact), inbox) };
}

/** The policy stays whole: a resumed run must find the very one it was started with. */
function redactedEvent(event: PawlEvent, redact: Redact): PawlEvent {
  const told = redactDeep(event, redact);
  return event.type === 'run.started' && told.type === 'run.started' ? { ...told, policy: event.policy } : told;
}
