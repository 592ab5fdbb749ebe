import { languages } from '../registry.ts';
import type { Additions, Shadow } from './shadow.ts';

/**
 * The added files that stand in for a module of the standard library, of a dependency or of the product itself. A new
 * module whose name is free is none, and neither is one that takes the place of a file that the change removes.
 */
export async function findShadows(additions: Additions): Promise<Shadow[]> {
  if (additions.added.length === 0) return [];
  const shadows = await Promise.all(languages().map(({ judging }) => judging?.shadows?.(additions) ?? []));
  const first = new Map<string, Shadow>();
  for (const shadow of shadows.flat()) if (!first.has(shadow.file)) first.set(shadow.file, shadow);
  return [...first.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
}
