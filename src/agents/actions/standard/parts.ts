import type { Reading } from '../../../ports/outside/reading.ts';
import type { Workspace } from '../../../ports/outside/repo.ts';
import type { JsonSchema } from '../../../schema/agents/agent.ts';

/** Something at a line of a text. */
export interface Note {
  line: number;
  message: string;
}

export interface Scanned {
  notes: (Note & { secret?: boolean })[];
  /** Not all of it can be parsed: the rest was looked at line by line. */
  unparsed: boolean;
}

/** What the standard actions work on. */
export interface Parts {
  workspace: Pick<Workspace, 'read' | 'list' | 'search'>;
  /** The data that the agent was given. */
  input: Record<string, unknown>;
  /** Texts that the agent wrote, by name. */
  drafts: Map<string, string>;
  /** The contract's output, where there is one. */
  output?: JsonSchema | null | undefined;
  /** Finds dangerous code; a line with a secret is never shown. */
  scan?: ((sources: { path: string; text: string }[]) => Promise<Scanned[]>) | undefined;
  /** How a text is read line by line; null for what is no program. */
  reading?: ((name: string, text: string) => Reading | null) | undefined;
  /** By the name of a language: syntax errors of a program. */
  parsers?: ReadonlyMap<string, (text: string) => Note[] | Promise<Note[]>> | undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text as it is, anything else as indented JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

/** The value at `input`, or at `input.KEY.KEY`; undefined where there is none. */
export function inputAt(word: string, input: Record<string, unknown>): unknown {
  if (word === 'input') return Object.keys(input).length > 0 ? input : undefined;
  if (!word.startsWith('input.')) return undefined;
  return word
    .slice('input.'.length)
    .split('.')
    .reduce<unknown>((value, key) => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined), input);
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** One line of at most `most` characters, for a list. */
export const brief = (text: string, most = 160): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

export const deepest = 100;

/**
 * Whether data is nested too deeply for the code here. It does not recurse, because running out of stack cannot always
 * be caught.
 */
export function tooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => (isContainer(each) ? Object.values(each).filter(isContainer) : []));
  }
  return false;
}
