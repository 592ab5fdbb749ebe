import type { Phase } from './lifecycle.ts';
import type { InitialTests } from './report.ts';
import type { Task } from './task.ts';

/** One run as a face shows it. */
export interface RunView {
  run: string;
  request: string;
  /** The agent that was asked, of a run that asks one: its request is the input as JSON. */
  agent: string | null;
  phase: Phase;
  /** `running`, `waiting`, `interrupted`, `damaged`, or the final status. */
  status: string;
  exit_code: number | null;
  question: string | null;
  /** What the question is about, where it is not the next attempt. */
  about: 'review' | 'plan' | 'request' | null;
  base: string;
  branch: string | null;
  commits: string[];
  /**
   * The branch that the commits were also merged into; null: none. `undone`: this was taken back, except for what
   * `left` names.
   */
  merged_into: string | null;
  pushed_to: string | null;
  undone: boolean;
  /** What the last undo could not take back, each in a sentence with the command that does. */
  left: string[];
  /** What to type to take or follow what an ended run delivered, or to have it go on; null: nothing. */
  next: string | null;
  /** The pull request of each task that has one. */
  pulls: { task: string; ref: string; url: string; state: 'merged' | 'pending' }[];
  /** Why their forge could not be asked about them; null: it was, or did not need to be. */
  unasked: string | null;
  /** The tests as the run found them; null: not measured. */
  baseline: InitialTests | null;
  started_at: string;
  seconds: number;
  usd: number;
  usd_by_tier: Record<string, number>;
  /** The most that calls may have cost which were cut off: what `usd` is above the sum of the tiers. */
  usd_cut_off: number;
  usd_by_role: Record<string, number>;
  tasks: TaskView[];
}

/** What a run changed. `attempt`: the attempt, at `task`, that made it, where nothing was committed. */
export interface Change {
  patch: string;
  task: string | null;
  attempt: number | null;
}

/** One run in a list of many: of one that has ended no more is read than its first and its last event. */
export interface RunBrief {
  run: string;
  request: string;
  /** As in `RunView`. */
  status: string;
  exit_code: number | null;
  question: string | null;
  started_at: string;
  last_at: string;
  events: number;
  usd: number;
  seconds: number;
  attempts: number;
  tier: string | null;
  branch: string | null;
  commits: number;
  undone: boolean;
  /** It has a plan, and its work has not begun. */
  planned: boolean;
}

/** A plan that nobody has begun with was not interrupted. */
export const isPlanned = ({ status, phase, tasks }: Pick<RunView, 'status' | 'phase' | 'tasks'>): boolean =>
  status === 'interrupted' && phase === 'decomposing' && tasks.length > 0;

/** How far a run is: enough to see that something has happened. */
export interface RunHead {
  run: string;
  events: number;
  /** A process is working on it. */
  alive: boolean;
}

export interface TaskView {
  task: Task;
  status: 'pending' | 'active' | 'completed' | 'failed';
  tier: string | null;
  usd: number;
  attempts: {
    attempt: number;
    tier: string;
    status: string;
    failing: number | null;
    score: number | null;
    reviewed_by: 'models' | 'checks' | null;
  }[];
}

/** One line of `pawl doctor`. */
/** How a project is tested. */
export interface Survey {
  /** Each folder with tests: its runner, the command that starts it, and what is built before. */
  parts: { dir: string; runner: string; command: string[]; build: string | null }[];
  total: number;
  passed: number;
  /** Failed tests, without those that hang. */
  failed: number;
  /** Tests and files that do not end, by name. */
  hanging: string[];
  skipped: number;
  /** What belongs to the tests and was not run, or does not even begin, each in a sentence. */
  unseen: string[];
  duration_ms: number;
}

export interface Check {
  name: string;
  ok: boolean;
  /** False: pawl works without it. */
  required: boolean;
  /** What was found; where it is not ok, what to do about it. */
  detail: string;
  /** There is no model, but the commands that need none work. */
  works_without_model?: true;
}

/** How a call to work on a run ended. */
export interface RunEnd {
  run: string;
  exit_code: number;
  /** The question that a person must answer, where the run waits for one. */
  waiting: string | null;
  /** True when it was stopped from outside and can be resumed. */
  interrupted: boolean;
  /** An additional problem that does not change the result of the run. */
  note: string | null;
}

/** A forecast of a run (`--dry-run`). */
export interface Forecast {
  request: string;
  base: string;
  branch: string;
  /** Where the work goes, in words. */
  delivery: string;
  runner: string | null;
  /** How the project is tested, proven by running its tests; null where they cannot be run. */
  survey: Survey | null;
  /** The same in words, a line each; where tests cannot be run, why. */
  tests: string[];
  tiers: {
    name: string;
    model: string | null;
    attempts: number;
    price: string;
  }[];
  limits: Record<string, number | null>;
  /** What a plan of one task may come to, from list prices and rules of thumb. */
  forecast_usd: number;
  sandbox: string;
  /** Settings and tiers that were ignored, and why. */
  notes: string[];
}

/** A plan as a person wants it, instead of the one that was proposed. */
export interface PlanEdit {
  tasks: Task[];
}
