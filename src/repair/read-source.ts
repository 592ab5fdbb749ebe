import { isScript, type Source } from './source.ts';

/** Null for a file that no template knows, or that does not parse. */
export async function readSource(path: string, text: string): Promise<Source | null> {
  if (path.endsWith('.py')) return (await import('./python/source.ts')).pythonSource(path, text);
  if (isScript(path)) return (await import('./javascript/source.ts')).javascriptSource(path, text);
  return null;
}
