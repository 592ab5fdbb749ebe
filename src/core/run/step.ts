import type { PawlEvent } from '../../schema/run/event.ts';
import type { PullStage } from '../../schema/run/events/forge-events.ts';
import type { RunStatus } from '../../schema/run/lifecycle.ts';

/** Work that may start now. `record` only writes down what was decided; the others are done by a room. */
export type Step =
  | { kind: 'record'; task: string | null; event: PawlEvent }
  | { kind: 'consult'; task: null; agent: string; round: number }
  | { kind: 'intake'; task: null }
  | { kind: 'plan'; task: null }
  | { kind: 'improve'; task: null }
  | { kind: 'accept'; task: null }
  | { kind: 'land'; task: null }
  /** `from_tree` null: the tree that the task builds on. */
  | { kind: 'develop'; task: string; attempt: number; tier: string; from_tree: string | null }
  | { kind: 'verify'; task: string; attempt: number }
  | { kind: 'test'; task: string; attempt: number }
  | { kind: 'review'; task: string; attempt: number }
  | { kind: 'merge'; task: string; attempt: number }
  | { kind: 'learn'; task: string; attempt: number }
  | { kind: 'deliver'; task: string; attempt: number; partial: boolean }
  /** Shows a stage of a task as its pull request. */
  | { kind: 'pr'; task: string; attempt: number; stage: PullStage }
  /** Looks what became of it. */
  | { kind: 'pr'; task: string; stage: 'outcome' }
  | { kind: 'answer'; task: null; status: RunStatus; reason: string }
  | { kind: 'report'; task: null; status: RunStatus; reason: string };

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
