import type { Proposal } from './candidate.ts';
import type { Evidence } from './evidence.ts';

/** A named function or method, by its lines. */
export interface Span {
  name: string;
  from: number;
  to: number;
}

/** A file that may hold the fault. */
export interface Source {
  path: string;
  text: string;
  spans: Span[];
  propose(evidence: Evidence): Proposal[];
}

/** Null for a file that no template knows, or that does not parse. */
export async function readSource(path: string, text: string): Promise<Source | null> {
  if (path.endsWith('.py')) return (await import('./python/source.ts')).pythonSource(path, text);
  if (isScript(path)) return (await import('./javascript/source.ts')).javascriptSource(path, text);
  return null;
}

export const isScript = (path: string): boolean => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path);
