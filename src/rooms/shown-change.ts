import { addedLines } from '../code/patch/added-lines.ts';
import { hasSecret } from '../code/secrets/find.ts';
import { clip } from '../core/clip.ts';
import type { Sight } from '../ports/outside/sight.ts';

/**
 * A change as a role's model may see it: files named from the target's folder, without secrets. Null where the change
 * itself brings a secret: then no model is asked about it.
 */
export function shownChange(patch: string, scope: string, sight: Sight): string | null {
  for (const { text } of addedLines(patch)) if (hasSecret(text)) return null;
  return clip(sight.strict(scope === '' ? patch : fromScope(patch, scope)), 24_000);
}

/** The headers of a patch with the paths that an agent knows. */
function fromScope(patch: string, scope: string): string {
  return patch
    .split('\n')
    .map((row) => (/^(?:diff --git |--- |\+\+\+ )/.test(row) ? row.replaceAll(/(^|[ "])([ab])\/(\S*)/g, inside) : row))
    .join('\n');

  function inside(whole: string, before: string, side: string, path: string): string {
    return path.startsWith(`${scope}/`) ? `${before}${side}/${path.slice(scope.length + 1)}` : whole;
  }
}
