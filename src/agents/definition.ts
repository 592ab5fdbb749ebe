import { parseDocument } from 'yaml';
import { type AgentDefinition, agentHeadSchema } from '../schema/agent.ts';

export type ParsedAgent = { ok: true; agent: AgentDefinition } | { ok: false; error: string };

/** Reads an agent file. The front matter is data: nothing in it is ever executed. */
export function parseAgent(text: string, name: string): ParsedAgent {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  if (!match) return refuse(name, 1, 'it must start with front matter between two lines of ---');
  const [, head = '', body = ''] = match;

  const document = parseDocument(head, { schema: 'core', uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) return refuse(name, (fault.linePos?.[0].line ?? 0) + 1, fault.message.split('\n')[0] ?? 'bad YAML');
  const parsed = agentHeadSchema.safeParse(document.toJS({ maxAliasCount: 10 }));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(
      name,
      lineOf(head, issue?.path[0]),
      `${issue?.path.join('.') || 'front matter'}: ${issue?.message ?? 'not valid'}`,
    );
  }
  const instructions = body.trim();
  if (!instructions) return refuse(name, head.split('\n').length + 3, 'it has no instructions below the front matter');
  const { id, description, max_steps, actions, output } = parsed.data;
  return {
    ok: true,
    agent: { id, description, actions, max_steps: max_steps ?? null, output: output ?? null, instructions },
  };
}

const refuse = (name: string, line: number, message: string): ParsedAgent => ({
  ok: false,
  error: `${name}:${line}: ${message}`,
});

/** The line of the file, counting the opening `---`, on which a top-level key stands. */
function lineOf(head: string, key: PropertyKey | undefined): number {
  const index = head.split('\n').findIndex((line) => line.startsWith(`${String(key)}:`));
  return index + 2;
}
