import { goShadows } from './go/shadows.ts';
import { javaShadows } from './java/shadows.ts';
import { javascriptShadows } from './javascript/shadows.ts';
import { pythonShadows } from './python/shadows.ts';
import { rustShadows } from './rust/shadows.ts';
import type { Additions, FindShadows, Shadow } from './shadow.ts';

/** By language; each looks at the files that are its own. */
const finders: Record<string, FindShadows> = {
  python: pythonShadows,
  javascript: javascriptShadows,
  java: javaShadows,
  go: goShadows,
  rust: rustShadows,
};

/**
 * The added files that stand in for a module of the standard library, of a dependency or of the product itself. A new
 * module whose name is free is none, and neither is one that takes the place of a file that the change removes.
 */
export async function findShadows(additions: Additions): Promise<Shadow[]> {
  if (additions.added.length === 0) return [];
  const found = await Promise.all(Object.values(finders).map((find) => find(additions)));
  const first = new Map<string, Shadow>();
  for (const shadow of found.flat()) if (!first.has(shadow.file)) first.set(shadow.file, shadow);
  return [...first.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
}
