import { stringify } from 'yaml';
import type { EventOf, Recorded } from '../../../../schema/run/event.ts';
import { scrub } from '../../terminal/text.ts';

type Step = EventOf<'agent.step'>;
type End = EventOf<'agent.finished'>;
type Blob = (digest: string) => Promise<string>;

/** A step of an agent, or how it ended, as a YAML document; null for other events. */
export async function agentDocument(event: Recorded, blob: Blob): Promise<string | null> {
  if (event.type === 'agent.step') return document(event, stepOf(event));
  if (event.type !== 'agent.finished') return null;
  const { state, reason, output } = await endOf(event, blob);
  const verification = event.verification.length > 0 ? { verification: checks(event.verification) } : {};
  return document(event, { ...verification, state, reason, output });
}

/** The same, and whose it is, as one object. */
export async function agentRecord(event: Recorded, blob: Blob): Promise<Record<string, unknown> | null> {
  if (event.type !== 'agent.step' && event.type !== 'agent.finished') return null;
  const { agent, task, attempt } = event;
  const body = event.type === 'agent.step' ? stepOf(event) : await endOf(event, blob);
  return { agent, task, attempt, ...body };
}

function stepOf({ step, thought, action, action_input, observation, reflection, decision, reason }: Step) {
  return { step, thought, action, action_input, observation, reflection, decision, reason };
}

async function endOf({ state, cause, reason, output, output_ref, verification }: End, blob: Blob) {
  // The event leaves out an output that is too large for it.
  return { state, cause, reason, output: output ?? JSON.parse(await blob(output_ref)), verification };
}

function document(about: Step | End, value: Record<string, unknown>): string {
  const owner = [about.agent, about.task, about.attempt === null ? null : `attempt ${about.attempt}`].filter(Boolean);
  return `# ${scrub(owner.join(', ')).replaceAll('\n', ' ')}\n${stringify(rounded(scrub(value)), { lineWidth: 0 })}`;
}

/** What was checked, by its question. */
function checks(lines: string[]): Record<string, string> {
  const marksByQuestion = new Map<string, string[]>();
  for (const line of lines) {
    const [, question = '', text = line] = /^(\w+): ([\s\S]*)$/.exec(line) ?? [];
    const mark = text.replace(/^ok: /, '✓ ').replace(/^failed: /, '✗ ');
    marksByQuestion.set(question, [...(marksByQuestion.get(question) ?? []), mark]);
  }
  return Object.fromEntries([...marksByQuestion].map(([question, marks]) => [question, marks.join('; ')]));
}

/** Without the digits that only binary fractions have. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rounded(entry)]));
}
