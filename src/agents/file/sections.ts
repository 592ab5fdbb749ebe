import type { AgentDefinition } from '../../schema/agents/agent.ts';
import type { Page } from './page.ts';

type Cycle = AgentDefinition['cycle'];
type Part = keyof Cycle;

const section = 'REACT_CYCLE';
/** The headings of the section, in English and in French. Of the last only what is its own: the loop tells every agent the rest. */
const parts: Record<Part, readonly [shown: string, ...others: string[]]> = {
  thoughts: ['Typical thoughts', 'Thoughts typiques'],
  actions: ['Specific actions', 'Actions spécifiques'],
  done: ['Done criteria', 'Critères de done'],
  escalate: ['Escalation triggers', "Triggers d'escalation"],
};

interface Heading {
  level: number;
  title: string;
  line: number;
  /** The lines up to the next heading. */
  text: string[];
}

/** The section REACT_CYCLE of a body whose first line has the number `first`. `actions`: null where none could be read. */
export function readCycle(body: string[], first: number, actions: string[] | null, page: Page): Cycle {
  const cycle: Cycle = { thoughts: [], actions: [], done: [], escalate: [] };
  const headings = headingsOf(body, first);
  const [start, again] = headings.filter(({ level, title }) => level === 2 && title === section);
  if (!start) {
    page.fault(first, `it has no section '## ${section}'`);
    return cycle;
  }
  if (again) page.fault(again.line, `a second section '## ${section}' begins here`);
  const rest = headings.slice(headings.indexOf(start) + 1);
  const end = rest.findIndex(({ level }) => level <= 2);

  const headed = new Set<Part>();
  for (const heading of end < 0 ? rest : rest.slice(0, end)) {
    const part = partOf(heading.title);
    if (!part || heading.level !== 3) {
      page.fault(heading.line, `'${heading.title}' is no part of ${section} (known: ${titles('### ')})`);
    } else if (headed.has(part)) page.fault(heading.line, `the part '${heading.title}' is given twice`);
    else {
      headed.add(part);
      cycle[part] = itemsOf(heading.text);
      if (cycle[part].length === 0 && part !== 'actions') page.fault(heading.line, `'${heading.title}' has no list`);
      if (part === 'actions' && actions) checkActions(heading, actions, page);
    }
  }
  for (const part of partNames)
    if (!headed.has(part) && part !== 'escalate')
      page.fault(start.line, `${section} has no part '### ${parts[part][0]}'`);
  return cycle;
}

const partNames = Object.keys(parts) as Part[];
const titles = (prefix: string): string => partNames.map((part) => `${prefix}${parts[part][0]}`).join(', ');

function partOf(title: string): Part | null {
  const key = plain(title);
  return partNames.find((part) => parts[part].some((title) => plain(title) === key)) ?? null;
}

/** Without case and accents, and with one kind of apostrophe. */
const plain = (title: string): string =>
  title.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** An action that is described must be one that the agent has. */
function checkActions({ line, text }: Heading, actions: string[], page: Page): void {
  for (const [index, row] of text.entries()) {
    const name = /^[-*] +`([^`]+)`/.exec(row)?.[1];
    if (name !== undefined && !actions.includes(name))
      page.fault(line + 1 + index, `'${name}' is none of its actions (${actions.join(', ')})`);
  }
}

function headingsOf(body: string[], first: number): Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  for (const [index, row] of body.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(row)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const match = fence === null ? /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(row) : null;
    if (match) headings.push({ level: match[1]?.length ?? 0, title: match[2] ?? '', line: first + index, text: [] });
    else headings.at(-1)?.text.push(row);
  }
  return headings;
}

/** The items of its lists, each as one line. */
function itemsOf(rows: string[]): string[] {
  const items: string[] = [];
  for (const row of rows) {
    const item = /^[-*][ \t]+(\S.*)$/.exec(row)?.[1];
    if (item !== undefined) items.push(item.trim());
    else if (/^[ \t]+\S/.test(row) && items.length > 0) items.push(`${items.pop()} ${row.trim()}`);
  }
  return items;
}
