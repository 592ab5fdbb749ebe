import type { AgentFault, AgentView } from '../../../schema/agents/agent.ts';
import { count } from '../../words.ts';
import { wrappedTable } from '../terminal/layout.ts';
import { oneLine, scrub } from '../terminal/text.ts';

export function agentLines(
  raw: { agents: AgentView[]; errors: AgentFault[] },
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const { agents, errors } = scrub(raw);
  const rows = agents.map(({ id, role, tier, source, description }) => [
    role === null || role === id ? id : `${id} (${role})`,
    tier ?? '-',
    source,
    oneLine(description, 200),
  ]);
  return [
    ...wrappedTable([['AGENT', 'TIER', 'SOURCE', 'DESCRIPTION'], ...rows], columns),
    ...errors.map((each) => `ignored  ${lineOf(each)}`),
  ];
}

export function faultLines(checked: number, errors: AgentFault[]): string[] {
  if (errors.length === 0) return [`${count(checked, 'agent file')} checked: no errors`];
  return scrub(errors).map(lineOf);
}

const lineOf = ({ file, line, message }: AgentFault): string => `${file}:${line}: ${oneLine(message, 400)}`;
