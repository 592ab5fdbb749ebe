import { type AgentDefinition, type AgentFault, agentHeadSchema } from '../../schema/agents/agent.ts';
import { readActions } from './actions.ts';
import { readContract } from './contract.ts';
import { frontMatter } from './front-matter.ts';
import { fitted, isMapping, type Page, type Path } from './page.ts';
import { readCycle } from './sections.ts';

/** An agent that was read from a file, with the lines of its keys. */
export interface AgentFile {
  file: string;
  agent: AgentDefinition;
  lineOf(path: Path): number;
}

export type Parsed = ({ ok: true } & AgentFile) | { ok: false; faults: AgentFault[] };

/**
 * Reads an agent file. The front matter is data: nothing in it is ever executed. All faults are reported, not only the
 * first.
 */
export function parseAgent(text: string, file: string, source = file): Parsed {
  const faults: AgentFault[] = [];
  const tell = (line: number, message: string) => void faults.push({ file, line, message });
  const matter = frontMatter(text, tell);
  if (!matter) return { ok: false, faults };
  const { value, lineOf, body, body_line } = matter;
  const page: Page = { lineOf, fault: (at, message) => tell(typeof at === 'number' ? at : lineOf(at), message) };

  const head = value === null && faults.length > 0 ? null : fitted(agentHeadSchema, value, [], page);
  const mapping = isMapping(value) ? value : {};
  const contract = readContract(mapping.contract, page);
  const listed =
    Array.isArray(mapping.actions) && mapping.actions.length > 0 ? readActions(mapping.actions, page) : null;
  const instructions = body.join('\n').trim();
  if (instructions === '') tell(body_line, 'it has no instructions below the front matter');
  const cycle = instructions === '' ? null : readCycle(body, body_line, listed?.actions ?? null, page);
  if (head && listed) checkTogether(head, listed.actions, page);

  if (!head || !listed || !cycle || faults.length > 0)
    return { ok: false, faults: faults.sort((a, b) => a.line - b.line) };
  const { id, description, role = null, tier = null, max_iterations = null, delegates = [] } = head;
  const agent = {
    id,
    description,
    role,
    tier,
    max_iterations,
    contract,
    ...listed,
    delegates,
    cycle,
    instructions,
    source,
  };
  return { ok: true, file, agent, lineOf };
}

type Head = Pick<AgentDefinition, 'id'> & {
  role?: string | undefined;
  tier?: string | undefined;
  delegates?: string[] | undefined;
};

/** What is right by itself and wrong together. */
function checkTogether({ id, role, tier, delegates = [] }: Head, actions: string[], page: Page): void {
  if (role !== undefined && tier !== undefined)
    page.fault(['tier'], `give a role or a tier: the tier of a role is roles.${role} of the configuration`);
  for (const [index, name] of delegates.entries()) {
    if (name === id) page.fault(['delegates', index], 'an agent cannot delegate to itself');
    if (delegates.indexOf(name) < index) page.fault(['delegates', index], `the delegate '${name}' is given twice`);
  }
  if (delegates.length > 0 && !actions.includes('delegate'))
    page.fault(['delegates'], 'it has delegates, and `delegate` is none of its actions');
  if (delegates.length === 0 && actions.includes('delegate'))
    page.fault(['actions', actions.indexOf('delegate')], 'it has the action `delegate`, and no delegates');
}
