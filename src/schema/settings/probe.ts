import type { FaultKind } from '../judge/fault.ts';

/** What one model did when it was asked for a tool call. */
export type Probe =
  | { is: 'answer'; tools: boolean; streamed: boolean; seconds: number; usd: number }
  /** It answers only where it is given no tools: why, in its provider's words. */
  | { is: 'toolless'; message: string; usd: number }
  | { is: 'fault'; kind: FaultKind; message: string; usd: number }
  /** It was not asked: the call could exceed a limit. */
  | { is: 'unasked'; reason: string };
