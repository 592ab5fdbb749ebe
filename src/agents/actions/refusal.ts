import { marksIn } from '../../schema/code/redaction.ts';
import type { ActionResult } from '../action.ts';

/** Why the judge would undo that a file becomes this text; null: it would not. */
export type Breach = (path: string, content: string) => Promise<string | null>;

export const refused = (why: string): ActionResult => ({ observation: `Refused: ${why}`, failed: 'undone' });

export const protectedBy = (path: string, rule: string): ActionResult => ({
  observation: `Refused: ${path} is protected (${rule}): the judge has it as it was. Do without, and put tests into new files. Nothing was changed.`,
  failed: 'undone',
});

const unseen =
  'Refused: [redacted:…] stands where a secret is, which is not shown. Edit around it. Nothing was changed.';

/** A mark that the file itself does not hold would be written over a secret, or in place of one. */
export const inventsMarks = (newText: string, oldText: string): string | null =>
  marksIn(newText).some((mark) => !oldText.includes(mark)) ? unseen : null;
