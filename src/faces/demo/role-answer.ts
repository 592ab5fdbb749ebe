import type { ServedRequest } from './model-server.ts';
import type { Saying } from './saying.ts';

/** An output for each of these roles, and for the second look at one, that finds nothing and changes nothing. */
const neutral: { known_by: string; output: Record<string, unknown> }[] = [
  {
    known_by: 'root_cause',
    output: { root_cause: 'It is not found.', fix_strategy: 'Look again.', confidence: 0 },
  },
  { known_by: 'quality', output: { quality: 30, findings: [], summary: 'There is nothing to say against it.' } },
  { known_by: 'findings', output: { findings: [] } },
  { known_by: 'covers', output: { files: ['(none)'], covers: [{ kind: 'happy', test: '(none)' }] } },
  { known_by: 'broken', output: { broken: [] } },
];

/** What a role agent, known by what it can finish with, answers where nothing is scripted for it; null: it is none. */
export function roleAnswer(request: Pick<ServedRequest, 'tools'>): Saying | null {
  const output = outputOf(request);
  const entry = neutral.find(({ known_by }) => output.includes(known_by));
  if (!entry) return null;
  return { calls: [{ name: 'finish', input: { thought: 'I have seen what there is.', ...entry.output } }] };
}

/** The keys that an agent's `finish` takes, on either wire. */
export function outputOf({ tools }: Pick<ServedRequest, 'tools'>): string[] {
  for (const tool of tools as {
    name?: string;
    input_schema?: Schema;
    function?: { name: string; parameters: Schema };
  }[]) {
    const name = tool.function?.name ?? tool.name;
    if (name === 'finish') return Object.keys((tool.function?.parameters ?? tool.input_schema)?.properties ?? {});
  }
  return [];
}

type Schema = { properties?: Record<string, unknown> };
