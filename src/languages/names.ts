import type { Verdict } from '../schema/verdict.ts';
import { isDeliberate } from './syntax.ts';

/** Names that are used and nowhere defined. Only Python has a checker that is fast and never wrong about it. */
export async function undefinedNames(files: { path: string; text: string }[]): Promise<Verdict['import_errors']> {
  const python = files.filter(({ path }) => path.endsWith('.py') && !isDeliberate(path));
  if (python.length === 0) return [];
  const { undefinedPythonNames } = await import('./python/names.ts');
  return undefinedPythonNames(python);
}
