import { type Redact, redactDeep, redactor } from '../../code/redact.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Journal, Lease } from '../../ports/journal.ts';
import type { Model, ModelRequest, Models } from '../../ports/model.ts';
import type { Reports } from '../../ports/reports.ts';
import type { PawlEvent } from '../../schema/event.ts';
import type { Message } from '../../schema/message.ts';

/** What lets no secret through, neither what looks like one nor the values of variables that are named like one. */
export function redacted(env: Record<string, string | undefined>) {
  const redact = redactor(env);
  return {
    requests: <T extends Requests>(of: T): T => redactedRequests(of, redact),
    value: <T>(value: T): T => redactDeep(value, redact),
    models: (models: Models) => redactedModels(models, redact),
    journal: (journal: Journal) => redactedJournal(journal, redact),
    blobs: (blobs: Blobs) => redactedBlobs(blobs, redact),
    reports: (reports: Reports) => redactedReports(reports, redact),
  };
}

interface Requests {
  run(request: string): unknown;
  plan(request: string): unknown;
  consult(agent: string, input: string | Record<string, unknown>): unknown;
}

/** A request is named by the digest of its words: they are redacted before anybody sees them. */
function redactedRequests<T extends Requests>(of: T, redact: Redact): T {
  return {
    ...of,
    run: (request: string) => of.run(redact(request)),
    plan: (request: string) => of.plan(redact(request)),
    consult: (agent: string, input: string | Record<string, unknown>) => of.consult(agent, redactDeep(input, redact)),
  };
}

/** Whatever a model is sent goes through here: no secret reaches a provider. */
function redactedModels(models: Models, redact: Redact): Models {
  return { open: async (tier) => redactedModel(await models.open(tier), redact) };
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
    put: (content) => blobs.put(typeof content === 'string' ? redact(content) : content),
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
