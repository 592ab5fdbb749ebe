import { PathRefused } from '../../ports/errors.ts';
import type { ActionResult } from '../action.ts';

export const maxCharacters = 16_000;

export const cut = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}\n(cut: ask for less)` : text;

/** A path the workspace refuses is the model's mistake, not ours. */
export async function guarded(work: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PathRefused) return { observation: `Refused: ${error.message}`, failed: 'undone' };
    throw error;
  }
}
