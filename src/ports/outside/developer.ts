import type { Conversation } from '../../schema/agents/conversation.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Suspect } from '../../schema/run/suspect.ts';
import type { Proof } from '../../schema/run/task.ts';
import type { TestsPolicy, Tier } from '../../schema/settings/policy.ts';
import type { Caps } from '../state/ledger.ts';
import type { History, Workspace } from './repo.ts';
import type { SandboxCommand } from './sandbox.ts';

/** What a developer is given: the words, the place to work in, and where it may go on from. */
export interface Assignment {
  run: string;
  task: string;
  attempt: number;
  tier: Tier;
  /** The task's own text: implement on the first attempt, fix with the evidence afterwards. */
  prompt: string;
  workspace: Workspace;
  /** A command in the workspace with everything but its argv and timeout set. */
  shell: Omit<SandboxCommand, 'argv' | 'timeout_ms'>;
  /** True for a path whose change the judge would undo. */
  isProtected: (path: string) => boolean;
  /** Why the judge would undo that a file becomes this text; null: it would not. */
  breach: (path: string, content: string) => Promise<string | null>;
  /** What git can tell of the code; absent: nothing. */
  history?: History;
  /** The conversation so far, where an earlier process was interrupted. */
  resume: Conversation | null;
  /** How its agent ended, where only the record of the attempt is missing. */
  outcome: EventOf<'agent.finished'> | null;
  /** Texts that a person sent since the attempt began, each returned once; absent: nobody can send any. */
  hints?: () => string[];
  max_steps: number;
  /** How many acceptance criteria the task has; absent: none. */
  criteria?: number;
  /** The remaining time of the task; absent: no limit is known. */
  time_ms?: number;
  /** What of the work folder no model may see, named from its top; absent: there is nothing. */
  hidden?: () => Promise<HiddenPlace[]>;
  /** For developers that work from test results instead of text; absent: the task does not suit them. */
  suite?: Suite;
  caps: Caps;
  /** Why the run calls the tier no more; null, and absent: it does. */
  stopped?: () => string | null;
  /** How long a model may be waited for that cannot answer now, in milliseconds; absent: hardly. */
  patience?: (model: string) => number;
}

/** How the target is tested. */
export interface Suite {
  tests: TestsPolicy;
  /** The request in the user's words. */
  request: string;
  /** The test results of the tree that the attempt starts from; null: the tests have not run on it. */
  last(): Promise<TestRun | null>;
}

/** A file, or a folder in which every file is hidden. */
export interface HiddenPlace {
  path: string;
  kind: 'file' | 'folder';
}

export interface Work {
  ended: 'finished' | 'step_limit' | 'step_loop' | 'hand_over' | 'unavailable';
  summary: string;
  /** Tests that it says show a criterion; absent: it names none. */
  proofs?: Proof[];
  /** The lines that looked most like the fault, the most suspicious first; absent: it did not look for any. */
  suspects?: Suspect[];
}

/** Edits the workspace. Yields events, and continues only once each event is in the journal. */
export interface Developer {
  work(assignment: Assignment, signal: AbortSignal): AsyncGenerator<PawlEvent, Work>;
}

export interface Developers {
  open(tier: Tier): Promise<Developer>;
}
