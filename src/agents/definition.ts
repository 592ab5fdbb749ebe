import { parseDocument, visit } from 'yaml';
import { type AgentDefinition, agentHeadSchema } from '../schema/agent.ts';

export type ParsedAgent = { ok: true; agent: AgentDefinition } | { ok: false; error: string };

/** Reads an agent file. The front matter is data: nothing in it is ever executed. */
export function parseAgent(text: string, name: string): ParsedAgent {
  const refuse = (line: number, message: string): ParsedAgent => ({ ok: false, error: `${name}:${line}: ${message}` });
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (!match) return refuse(1, 'it must start with front matter between two lines of ---');
  const [, head = '', body = ''] = match;

  const document = parseDocument(head, { schema: 'core', uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) return refuse(lineAt(head, fault.pos[0]), fault.message.split(' at line ')[0] ?? 'bad YAML');
  // An alias can name nothing, or stand for more than fits into memory.
  let alias: number | undefined;
  visit(document, {
    Alias: (_, node) => {
      alias = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  if (alias !== undefined) return refuse(lineAt(head, alias), 'aliases are not allowed');

  const parsed = agentHeadSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    return refuse(
      lineOf(head, key),
      `${issue?.path.join('.') || 'front matter'}: ${issue?.message ?? 'it is not valid'}`,
    );
  }
  const { id, description, max_steps, actions, output } = parsed.data;
  if (actions.at(-1) !== 'finish') return refuse(lineOf(head, 'actions'), 'actions: the last one must be finish');
  const instructions = body.trim();
  if (!instructions) return refuse(head.split('\n').length + 3, 'it has no instructions below the front matter');
  return {
    ok: true,
    agent: { id, description, actions, max_steps: max_steps ?? null, output: output ?? null, instructions },
  };
}

/** The line of the file, counting the opening `---`, that holds a place in the front matter. */
const lineAt = (head: string, offset: number): number => head.slice(0, offset).split('\n').length + 1;

/** The line of the file on which a top-level key stands; the first one for a key that is not there. */
function lineOf(head: string, key: PropertyKey | undefined): number {
  const index = head.split('\n').findIndex((line) => line.startsWith(`${String(key)}:`));
  return index + 2;
}
