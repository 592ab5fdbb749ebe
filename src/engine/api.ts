import type { BacktestOptions } from '../core/learning/backtest.ts';
import type { OpenDoor } from '../ports/state/door.ts';
import type { AgentFault, AgentView } from '../schema/agents/agent.ts';
import type { IssueRequest, RunAbout } from '../schema/forge/issue-request.ts';
import type { Pull } from '../schema/forge/pull.ts';
import type { ReviewedChange } from '../schema/judge/review.ts';
import type { Verdict } from '../schema/judge/verdict.ts';
import type { Recorded } from '../schema/run/event.ts';
import type { Metrics, MetricsOptions } from '../schema/run/metrics.ts';
import type { BacktestResult } from '../schema/run/outcomes.ts';
import type { ReportFormat } from '../schema/run/report.ts';
import type { Change, Check, Forecast, PlanEdit, RunBrief, RunHead, RunView } from '../schema/run/view.ts';
import type { Flags } from '../schema/settings/flags.ts';
import type { ConfigProposal, InitResult, Proposal } from '../schema/settings/init.ts';
import type { Offer, SetupProposal } from '../schema/settings/setup.ts';
import type { Cleaned } from './cleaning.ts';
import type { MemoryCommands } from './history/memory.ts';
import type { Undone } from './history/undo.ts';
import type { RunHandle } from './loop/start.ts';
import type { ReviewOptions } from './project/review.ts';
import type { VerifyOptions } from './project/verify.ts';

export interface AppOptions {
  /** The target folder; the current directory when absent. */
  target?: string;
  /** A configuration file that outranks the project's and the user's. */
  config?: string;
  flags?: Flags;
  env?: Record<string, string | undefined>;
}

/**
 * What a face or the library may ask of Pawl; `src/app.ts` makes one. Every method throws a `PawlError` (one clear line, an exit code) for what a person can act on;
 * `run`, `plan`, `consult` and `resume` throw before anything is written.
 */
export interface App extends MemoryCommands {
  run(request: string, about?: RunAbout): Promise<RunHandle>;
  /** An issue of a forge as a request: its number in the project of the remote, or its address. */
  issue(link: string): Promise<IssueRequest>;
  /** The pull requests that runs opened, the newest first; on this machine where the target has no forge. */
  pulls(): Promise<Pull[]>;
  pull(number: number): Promise<Pull>;
  mergePull(number: number): Promise<Pull>;
  closePull(number: number): Promise<Pull>;
  /** Ends after `plan.proposed`: nothing is developed. */
  plan(request: string): Promise<RunHandle>;
  /** One question to one agent: a run that ends with its output. A text is read as JSON or YAML. */
  consult(agent: string, input: string | Record<string, unknown>): Promise<RunHandle>;
  /** What `run` would do, without doing it or writing anything. */
  dryRun(request: string): Promise<Forecast>;
  /**
   * Without a run: the newest unfinished one. A run that ended at a limit, or unreviewed, continues once the cause is
   * removed.
   */
  resume(run?: string, allowed?: Pick<Flags, 'budget' | 'timeout'>): Promise<RunHandle>;
  /** `asked`: the event with the question that it is an answer to; refused where that was answered meanwhile. */
  answer(run: string, answer: string | PlanEdit, asked?: number | null): Promise<RunHandle>;
  /** A run that another process works on, from the event after `after`, until it ends or waits. */
  watch(run: string, after: number): Promise<RunHandle>;
  /**
   * `requested`: the process that works on it will stop it; `cancelled`: no process worked on it, and it has now ended.
   */
  cancel(run: string): Promise<'requested' | 'cancelled'>;
  runs(): Promise<RunView[]>;
  /** The progress of each run, newest first. Fast: programs that follow runs call it several times a second. */
  heads(): Promise<RunHead[]>;
  brief(run: string): Promise<RunBrief>;
  /**
   * Wherever a run is named, any unique part of its name will do. Without a name: the newest. `follow`: its forge is
   * asked which of its pull requests were merged since.
   */
  view(run?: string, follow?: boolean): Promise<RunView>;
  /** From the one after `after`, by its `seq`. */
  events(run: string, after?: number): AsyncIterable<Recorded>;
  /** The metrics of the runs in a period. */
  metrics(options?: MetricsOptions): Promise<Metrics>;
  /** The text of a blob that an event names. */
  blob(digest: string): Promise<string>;
  /** What was committed; without a commit, what the newest attempt changed that changed anything. */
  change(run: string): Promise<Change>;
  /** Its patch. */
  diff(run: string): Promise<string>;
  /** `handover`: a comment for an issue, where the run needs a person. */
  report(run: string, format: ReportFormat): Promise<string>;
  /** The file of that report. */
  reportFile(run: string, format: ReportFormat): Promise<string>;
  /** Shows a file or an address to the person, by `$BROWSER` or the desktop. */
  show(file: string): Promise<void>;
  /** What opens the page of `pawl ui` here. */
  door: OpenDoor;
  /** Takes back what a run delivered; without one, the newest that delivered something, unless it was undone before. */
  undo(run?: string): Promise<Undone>;
  /** Judges the work tree (or the index) against a base. */
  verify(options: VerifyOptions): Promise<Verdict>;
  /** Judges it the same way, then scores it by what checks find in it and models say. */
  review(options: ReviewOptions): Promise<ReviewedChange>;
  graph(): string;
  /** What single models, a ladder and the learned policy would have solved, from measured outcomes (JSON). */
  backtest(outcomes: string, options: BacktestOptions): BacktestResult;
  /** The agents of the target, and the errors of agent files that are ignored. */
  agents(): Promise<{ agents: AgentView[]; errors: AgentFault[] }>;
  /** How many files of the work tree differ from the commit that a run starts from. */
  uncommitted(): Promise<number>;
  /** All that is wrong with these agent files; without any, with every one that a run would load. */
  checkAgents(files: string[]): Promise<{ checked: number; errors: AgentFault[] }>;
  settings(): Promise<{ values: Record<string, unknown>; origins: Record<string, string>; notes: string[] }>;
  /** The models of every provider with a key and of servers configured on this machine. Costs nothing. */
  models(): Promise<Offer[]>;
  /** A configuration that fits this machine, from keys and local servers; nothing is written. */
  setup(): Promise<SetupProposal>;
  /** Where the user's own configuration is. */
  userConfig(): string;
  /** Its text; null where there is none. */
  configText(): Promise<string | null>;
  /** Sets one value in it, if that is valid; returns its path. */
  configure(key: string, value: string): Promise<string>;
  /** Replaces it whole, if that is valid; returns its path. `backup`: the old text is kept in `<path>.before-setup`. */
  writeConfig(text: string, options?: { backup?: boolean }): Promise<string>;
  /** `online`: asks each model of the ladder too, which costs a little. */
  doctor(repair: boolean, online?: boolean): Promise<Check[]>;
  /**
   * Removes private clones of ended runs; with a period such as `30d`, everything kept of runs that ended before it.
   */
  clean(olderThan?: string): Promise<Cleaned>;
  /**
   * A first commit, unless it would hold secrets (then it throws) or `agree` says no to what it would hold; then a
   * configuration that says how the project is tested, unless there is one.
   */
  init(
    agree?: (proposal: Proposal) => Promise<boolean>,
    agreeConfig?: (proposal: ConfigProposal) => Promise<boolean>,
  ): Promise<InitResult>;
  close(): Promise<void>;
}
