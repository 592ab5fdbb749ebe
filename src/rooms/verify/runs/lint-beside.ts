import type { Clone } from '../../../ports/repo.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { Place } from '../candidate.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { lintFindings } from './lint.ts';

/** Linters that run while the tests do, on whatever time those leave. */
export interface Linting {
  findings(): Promise<Finding[]>;
  /** Ends what nobody waits for any more. */
  stop(): Promise<void>;
}

export function lintBeside(clone: Clone, base: string, judged: JudgeTree, place: Place): Linting {
  const stopped = new AbortController();
  const signal = AbortSignal.any([place.signal, stopped.signal]);
  const linted = lintFindings(clone, base, judged, { ...place, signal });
  const ended = linted.then(
    () => undefined,
    () => undefined, // Whoever asks for the findings gets the fault.
  );
  return {
    findings: () => linted,
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}
