import type { Workspace } from '../../ports/outside/repo.ts';
import { type Action, type ActionResult, text, tool } from '../action.ts';
import { replaceDrifted, withEndsOf } from './drift.ts';
import { guarded } from './observing.ts';
import { type Breach, inventsMarks, protectedBy, refused } from './refusal.ts';

const string = { type: 'string' };
const pairs = {
  type: 'array',
  items: { type: 'object', properties: { old: string, new: string }, required: ['old', 'new'] },
};

interface Replacement {
  old: string;
  new: string;
}

export function editAction(workspace: Workspace, breach: Breach): Action {
  return {
    spec: tool(
      'edit',
      'Replace the one occurrence of old by new in a file; with edits, several: all or none.',
      { path: string, old: string, new: string, edits: pairs },
      ['old', 'new', 'edits'],
    ),
    run: (input) =>
      guarded(async () => {
        const path = text(input, 'path');
        const replacements = replacementsIn(input);
        if (replacements.length === 0) return refused('give old and new, or edits.');
        const bytes = await workspace.read(path);
        if (!bytes) return failed(`No file ${path}: use write to make it.`);
        const content = exactText(bytes);
        if (content === null) return failed(`${path} is not UTF-8 text: it cannot be edited.`);
        const edited = replaced(content, replacements, path);
        if ('why' in edited) return failed(edited.why);
        const rule = await breach(path, edited.content);
        if (rule !== null) return protectedBy(path, rule);
        await workspace.write(path, edited.content);
        const times = replacements.length > 1 ? ` in ${replacements.length} places` : '';
        const how = edited.drifted ? ' White space differed: the file keeps its own.' : '';
        return { observation: `Edited ${path}${times}.${how}`, changed: true };
      }),
  };
}

function replacementsIn(input: Record<string, unknown>): Replacement[] {
  const one =
    typeof input.old === 'string' && typeof input.new === 'string' ? [{ old: input.old, new: input.new }] : [];
  return [...one, ...(Array.isArray(input.edits) ? (input.edits as Replacement[]) : [])];
}

type Edited = { content: string; drifted: boolean } | { why: string };

/** Each in what the ones before it left. The first that does not fit tells why, and nothing is done. */
function replaced(original: string, replacements: Replacement[], path: string): Edited {
  let content = original;
  let drifted = false;
  for (const [at, replacement] of replacements.entries()) {
    const invented = inventsMarks(replacement.old, content) ?? inventsMarks(replacement.new, content);
    const result = invented === null ? replaceOne(content, replacement, path) : { why: invented };
    if ('why' in result) return { why: replacements.length > 1 ? `edits[${at}]: ${result.why}` : result.why };
    content = result.content;
    drifted ||= result.drifted;
  }
  return { content, drifted };
}

function replaceOne(content: string, { old, new: by }: Replacement, path: string): Edited {
  const exact = old === '' ? 0 : content.split(old).length - 1;
  if (exact === 1) return { content: content.replace(old, () => withEndsOf(content, by)), drifted: false };
  const drifted = exact === 0 ? replaceDrifted(content, old, by) : { found: exact };
  if ('content' in drifted) return { content: drifted.content, drifted: true };
  if (drifted.found > 1)
    return { why: `old occurs ${drifted.found} times in ${path}: give more of the text around it. ${unchanged}` };
  return { why: `old does not occur in ${path}: copy the text exactly. ${unchanged}${nearest(content, old)}` };
}

const unchanged = 'Nothing was changed.';
const around = 1;

/** The lines that were probably meant: those about the longest line of the text that stands in the file once. */
function nearest(content: string, old: string): string {
  const lines = content.split('\n');
  const oldLines = old.split('\n');
  const anchor = oldLines
    .map((line, at) => ({ key: line.trim(), at }))
    .filter(({ key }) => key.length > 3 && lines.filter((line) => line.trim() === key).length === 1)
    .sort((a, b) => b.key.length - a.key.length)[0];
  if (!anchor) return '';
  const first = lines.findIndex((line) => line.trim() === anchor.key) - anchor.at;
  const part = lines.slice(Math.max(0, first - around), Math.max(0, first) + oldLines.length + around).join('\n');
  return part.length > 2000 ? '' : `\nThere it reads:\n${part}`;
}

const failed = (observation: string): ActionResult => ({ observation, failed: 'undone' });

/** Text that gives the same bytes again; null for bytes that are not UTF-8. A byte order mark stays. */
function exactText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // Replacement characters would be written back over what was there.
  }
}
