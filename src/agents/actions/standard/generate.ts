import { type Action, text, tool } from '../../action.ts';
import type { Drafted } from '../../loop/marks.ts';
import { misfits } from '../../output/check-input.ts';
import { cut, guarded } from '../observing.ts';
import { isRecord, type Note, type Parts, textOf } from './parts.ts';
import { parseJson } from './text/json-text.ts';
import { skeleton } from './text/skeleton.ts';
import { unchecked } from './text/unchecked.ts';
import { parseYaml } from './text/yaml-text.ts';

const longest = 200_000;
const mostDrafts = 50;

/** Keeps what the model wrote as a draft that other actions can name, and says what is wrong with it. */
export function generateAction(parts: Parts): Action {
  const types = ['json', 'yaml', 'markdown', 'text', ...(parts.parsers?.keys() ?? []), 'skeleton'];
  return {
    spec: tool('generate', 'Keep spec as a checked draft-N. skeleton: smallest value of a JSON Schema, or of output.', {
      type: { type: 'string', enum: types },
      spec: {},
    }),
    run: (input) =>
      guarded(async () => {
        const type = text(input, 'type');
        if (parts.drafts.size >= mostDrafts) return { observation: `Refused: there are ${mostDrafts} drafts already.` };
        const draft = type === 'skeleton' ? skeletonOf(input.spec, parts) : { content: textOf(input.spec) };
        if ('refused' in draft) return { observation: `Refused: ${draft.refused}` };
        if (draft.content.length > longest)
          return { observation: `Refused: a draft has at most ${longest} characters.` };
        const name = `draft-${parts.drafts.size + 1}`;
        parts.drafts.set(name, draft.content);
        const problems = 'problems' in draft ? draft.problems : await problemsOf(type, draft.content, parts);
        const preview = type === 'skeleton' ? `\n${draft.content}` : '';
        const observation = cut(`${sizeOf(name, draft.content)} ${problemList(problems)}${preview}`);
        return { observation, mark: { kind: 'draft', name } };
      }),
  };
}

/** The drafts that a conversation has made, for an agent that resumes in another process. */
export function redraft(drafts: readonly Drafted[], parts: Parts): void {
  for (const { name, input } of drafts) {
    if (!isRecord(input)) continue;
    const draft = input.type === 'skeleton' ? skeletonOf(input.spec, parts) : { content: textOf(input.spec) };
    if ('content' in draft) parts.drafts.set(name, draft.content);
  }
}

function skeletonOf(spec: unknown, { output }: Parts): { content: string; problems: string[] } | { refused: string } {
  const schema = spec === 'output' ? (output ?? null) : spec;
  if (schema === null) return { refused: 'there is no contract with an output.' };
  const parsed = typeof schema === 'string' ? parseJson(schema) : { value: schema };
  if ('fault' in parsed || !isRecord(parsed.value))
    return { refused: 'spec is no JSON Schema: give an object, or output.' };
  const value = skeleton(parsed.value);
  const open = unchecked(parsed.value).map((keyword) => `${keyword} was not looked at`);
  return { content: textOf(value), problems: [...misfits(value, parsed.value), ...open] };
}

async function problemsOf(type: string, content: string, { parsers }: Parts): Promise<string[]> {
  const notes = await notesOn(type, content, parsers);
  return notes === null ? [`no parser for ${type} is here: it was not checked`] : notes.map(at);
}

async function notesOn(type: string, content: string, parsers: Parts['parsers']): Promise<Note[] | null> {
  switch (type) {
    case 'json': {
      const parsed = parseJson(content);
      return 'fault' in parsed ? [parsed.fault] : parsed.notes.map((message) => ({ line: 1, message }));
    }
    case 'yaml':
      return parseYaml(content).faults;
    case 'markdown':
      return openFence(content);
    case 'text':
      return [];
    default:
      return (await parsers?.get(type)?.(content)) ?? null;
  }
}

function openFence(content: string): Note[] {
  let open: { line: number; fence: string } | null = null;
  for (const [index, line] of content.split('\n').entries()) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!fence) continue;
    if (!open) open = { line: index + 1, fence };
    else if (fence.startsWith(open.fence) && line.trim() === fence) open = null;
  }
  return open ? [{ line: open.line, message: 'this code block is never closed' }] : [];
}

const at = ({ line, message }: Note): string => `line ${line}: ${message}`;
const sizeOf = (name: string, content: string): string =>
  `${name}: ${content.split('\n').length} lines, ${content.length} characters.`;
const problemList = (problems: string[]): string =>
  problems.length > 0 ? `Problems:\n${problems.slice(0, 50).join('\n')}` : 'No problems found.';
