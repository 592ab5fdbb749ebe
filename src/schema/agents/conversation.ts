import type { StepMark } from './step-mark.ts';

/** A conversation as the journal holds it: blobs, in order. A resumed agent goes on from here. */
export interface Conversation {
  /** The opening messages. */
  prompt_ref: string;
  /** The model's answers and the results of its actions. */
  entries: ({ kind: 'message'; ref: string } | { kind: 'result'; ref: string; mark?: StepMark | null })[];
  steps: number;
  /** What the step loop detector compares. */
  keys: string[];
  /** The newest tree that a step left, where steps change files. */
  tree: string | null;
  /** Its last step was an ending; only the closing record is missing. */
  over: boolean;
}
