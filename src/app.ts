import { join, resolve } from 'node:path';
import { fileBaselines } from './adapters/baselines/baselines.ts';
import { fileBlobs } from './adapters/blobs/blobs.ts';
import { systemClock } from './adapters/clock/clock.ts';
import { crashPoint } from './adapters/crash-point.ts';
import { checkExternal, secretVariables } from './adapters/developers/external/check.ts';
import { openDevelopers } from './adapters/developers/open.ts';
import { openJournal } from './adapters/journal/journal.ts';
import { openLedger } from './adapters/ledger/ledger.ts';
import { fileMaps } from './adapters/maps/maps.ts';
import { openMemory } from './adapters/memory/memory.ts';
import { aiModels } from './adapters/models/ai-models.ts';
import { knownPrice } from './adapters/models/prices.ts';
import { commandNotify } from './adapters/notify/command.ts';
import { once } from './adapters/once.ts';
import { astGrep } from './adapters/parsers/parsers.ts';
import { translateSimply } from './adapters/parsers/wasm.ts';
import { redacted } from './adapters/redacted/redacted.ts';
import { writeNewFile } from './adapters/repo/config-file.ts';
import { elsewhere } from './adapters/repo/elsewhere.ts';
import { initialCommit } from './adapters/repo/first/init.ts';
import { removeClone } from './adapters/repo/remove.ts';
import { gitRepo } from './adapters/repo/repo.ts';
import { folderExists } from './adapters/repo/target/inspect.ts';
import { fileReports } from './adapters/reports/reports.ts';
import { fitting } from './adapters/sandboxes/fitting.ts';
import { sandboxesOf } from './adapters/sandboxes/open.ts';
import { leavingLink } from './adapters/sandboxes/place/leaving.ts';
import { unwritable } from './adapters/state-folder.ts';
import { fileTrust } from './adapters/trust/trust.ts';
import { showFile } from './adapters/viewer/viewer.ts';
import { agentFiles, faultLine, loadAgents } from './config/agents/agents.ts';
import { loadSettings, ownConfig, repositoryConfig } from './config/load.ts';
import { oldStates } from './config/old-state.ts';
import { originState, repositoryState, statePaths } from './config/paths.ts';
import { toPolicy } from './config/policy/policy.ts';
import { providerAccess } from './config/policy/providers.ts';
import type { BacktestOptions } from './core/learning/backtest.ts';
import { sharedOrigin } from './core/learning/shared-origin.ts';
import { mermaid } from './core/run/graph.ts';
import { mustBranch } from './engine/branch.ts';
import { replay } from './engine/history/backtest.ts';
import { history } from './engine/history/history.ts';
import { clean, examine, leftovers } from './engine/housekeeping.ts';
import { launcher } from './engine/launcher.ts';
import { looksAt } from './engine/project/doctor.ts';
import { prepared } from './engine/project/init.ts';
import { type ReviewOptions, reviewed } from './engine/project/review.ts';
import { foretold, surveyed } from './engine/project/survey.ts';
import { type VerifyOptions, verified } from './engine/project/verify.ts';
import type { RunHandle } from './engine/start.ts';
import type { Wiring } from './engine/wiring.ts';
import { missingIgnores } from './languages/ignore-lines.ts';
import { places } from './languages/registry.ts';
import { shownIn } from './languages/runs/run-tests.ts';
import { ConfigError } from './ports/errors.ts';
import type { Target } from './ports/outside/repo.ts';
import type { Pages } from './ports/pages.ts';
import { forecast } from './rooms/intake/forecast.ts';
import type { AgentFault, AgentView } from './schema/agents/agent.ts';
import type { ReviewedChange } from './schema/judge/review.ts';
import type { Verdict } from './schema/judge/verdict.ts';
import type { Recorded } from './schema/run/event.ts';
import type { Metrics, MetricsOptions } from './schema/run/metrics.ts';
import type { BacktestResult } from './schema/run/outcomes.ts';
import type { ReportFormat } from './schema/run/report.ts';
import type { Check, Forecast, PlanEdit, RunView } from './schema/run/view.ts';
import type { Flags } from './schema/settings/flags.ts';
import type { ConfigProposal, InitResult, Proposal } from './schema/settings/init.ts';

export type { VerifyOptions } from './engine/project/verify.ts';
export type { RunHandle } from './engine/start.ts';
export type { Forecast } from './schema/run/view.ts';

export interface AppOptions {
  /** The target folder; the current directory when absent. */
  target?: string;
  /** A configuration file that outranks the project's and the user's. */
  config?: string;
  flags?: Flags;
  env?: Record<string, string | undefined>;
}

/**
 * The composition root. Every method throws a `PawlError` (one clear line, an exit code) for what a person can act on;
 * `run`, `plan`, `consult` and `resume` throw before anything is written.
 */
export interface App {
  run(request: string): Promise<RunHandle>;
  /** Ends after `plan.proposed`: nothing is developed. */
  plan(request: string): Promise<RunHandle>;
  /** One question to one agent: a run that ends with its output. A text is read as JSON or YAML. */
  consult(agent: string, input: string | Record<string, unknown>): Promise<RunHandle>;
  /** What `run` would do, without doing it or writing anything. */
  dryRun(request: string): Promise<Forecast>;
  /** Without a run: the newest unfinished one. */
  resume(run?: string): Promise<RunHandle>;
  answer(run: string, answer: string | PlanEdit): Promise<RunHandle>;
  /** `requested`: its owner will stop it; `cancelled`: nobody owned it and it is now ended. */
  cancel(run: string): Promise<'requested' | 'cancelled'>;
  runs(): Promise<RunView[]>;
  /** Accepts a unique prefix of a run's name. */
  view(run: string): Promise<RunView>;
  events(run: string): AsyncIterable<Recorded>;
  /** What the runs of a period came to. */
  metrics(options?: MetricsOptions): Promise<Metrics>;
  /** The text of a blob that an event names. */
  blob(digest: string): Promise<string>;
  diff(run: string): Promise<string>;
  /** `handover`: a comment for an issue, where the run needs a person. */
  report(run: string, format: ReportFormat): Promise<string>;
  /** The file of that report. */
  reportFile(run: string, format: ReportFormat): Promise<string>;
  /** Shows a file to the person, by `$BROWSER` or the desktop. */
  show(file: string): Promise<void>;
  undo(run: string): Promise<{ branch: string; sha: string }>;
  /** Judges the work tree (or the index) against a base. */
  verify(options: VerifyOptions): Promise<Verdict>;
  /** Judges it the same way, then scores it by what checks find in it. */
  review(options: ReviewOptions): Promise<ReviewedChange>;
  graph(): string;
  /** What measured outcomes (JSON) would have come to, for single models, a ladder and the learned policy. */
  backtest(outcomes: string, options: BacktestOptions): BacktestResult;
  /** Everyone who thinks in a run of the target, and what is wrong with agent files that were left out. */
  agents(): Promise<{ agents: AgentView[]; errors: AgentFault[] }>;
  /** All that is wrong with these agent files; without any, with every one that a run would load. */
  checkAgents(files: string[]): Promise<{ checked: number; errors: AgentFault[] }>;
  settings(): Promise<{ values: Record<string, unknown>; origins: Record<string, string>; notes: string[] }>;
  doctor(repair: boolean): Promise<Check[]>;
  clean(): Promise<{ removed: string[]; kept: string[]; bytes: number }>;
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

export async function createApp(options: AppOptions & { pages: Pages }): Promise<App> {
  translateSimply();
  const env = options.env ?? process.env;
  const dir = resolve(options.target ?? '.');
  const { machine } = statePaths(env);
  const clock = systemClock();
  const point = crashPoint(env);
  const without = redacted(env);
  const equipment = places();
  const waste = equipment.flatMap((place) => place.waste ?? []);
  const repo = without.repo(gitRepo({ state_dir: machine, env, point, waste }));
  const trust = fileTrust({ state_dir: machine });
  const baselines = without.baselines(fileBaselines({ dir: join(machine, 'baselines') }));
  const pages = without.pages(options.pages);
  const opened: { close(): Promise<void> }[] = [];

  const commonDir = once(() => repo.commonDir(dir));
  const target = once(() => repo.inspect(dir));
  const settingsOf = async (place: Pick<Target, 'dir' | 'top'> | null, uncounted: string[] = []) => {
    const file = options.config === undefined ? {} : { config_file: options.config };
    const { dir: scope = null, top = null } = place ?? {};
    const loaded = await loadSettings({ target: scope, top, uncounted, flags: options.flags ?? {}, env, ...file });
    without.keep(secretVariables(loaded.values));
    return loaded;
  };
  const settings = once(async () => settingsOf(await target()));
  const agents = agentFiles({ env, target, settings });
  const stateDir = once(async () => repositoryState(machine, await commonDir()));
  const lessonsDir = async () => {
    // Only the user says who shares: the repository's own file is not even read.
    const { share_origins } = (await settingsOf(null)).values.memory;
    const origin = share_origins.length === 0 ? null : sharedOrigin(await repo.origin(await target()), share_origins);
    return origin === null ? stateDir() : originState(machine, origin);
  };
  const journal = once(async () =>
    keep(without.journal(await openJournal({ state_dir: await stateDir(), clock, point }))),
  );
  const memory = once(async () =>
    keep(without.memory(await openMemory({ state_dir: await lessonsDir(), clock, point }))),
  );
  const ledger = once(async () => keep(await openLedger({ state_dir: machine, clock, point })));
  const blobs = once(async () => without.blobs(fileBlobs({ dir: join(await stateDir(), 'blobs'), point })));
  const reports = once(async () => without.reports(fileReports({ dir: join(await stateDir(), 'reports') })));
  const sandbox = sandboxesOf({ env, equipment });
  const parsers = astGrep();

  const wiring: Wiring = {
    ...{ clock, trust, repo, journal, blobs, reports, memory, sandbox },
    target: (folder) => (folder === undefined ? target() : ownFolder(folder)),
    async configured(mode) {
      const loaded = await settings();
      const { access: keys, policy, notes } = await providerAccess(loaded, toPolicy(loaded, mode), env, knownPrice);
      const outside = checkExternal(policy, env, (await target()).top);
      return { keys, policy, providers: loaded.values.providers, notes: [...loaded.notes, ...notes, ...outside] };
    },
    agents: async ({ limits }, place) => (await loadAgents({ env, target: place, limits, tiers: null })).agents,
    remove: (run) => removeClone(machine, run),
    unsafe: (policy, place) => leavingLink(shownIn(place, policy), equipment),
    notify: (policy) => commandNotify(policy.notify, env),
    async keysFor(policy, recorded, place) {
      const loaded = await settingsOf(place);
      const providers = options.config === undefined ? recorded : { ...recorded, ...loaded.values.providers };
      const now = { ...loaded, values: { ...loaded.values, providers }, origins: { ...loaded.origins, tiers: 'run' } };
      checkExternal(policy, env, place.top);
      return (await providerAccess(now, policy, env, knownPrice)).access;
    },
    async world(policy, keys, place) {
      await settings();
      without.keep(secretVariables(policy));
      const agents = await wiring.agents(policy, place);
      const models = without.models(aiModels({ providers: keys }));
      // Its library loads while the baseline is measured; who uses it sees what goes wrong.
      const first = policy.tiers.find(({ model }) => model !== null);
      if (first) void Promise.allSettled([models.open(first)]);
      const parts = {
        sandbox: sandbox(policy.sandbox),
        sight: without.sight,
        ...{ ledger: await ledger(), blobs: await blobs(), memory: await memory() },
        maps: without.maps(fileMaps({ dir: join(machine, 'maps') })),
        ...{ parsers, clock, random: Math.random },
      };
      const developers = openDevelopers({ ...parts, env, equipment, models, agent: agents.developer });
      return { ...parts, repo, models, agents, reports: await reports(), pages, developers };
    },
  };

  const fit: Wiring = { ...wiring, sandbox: (kind) => fitting(sandbox(kind)) };
  const policyWithout = async (files: string[] = []) =>
    toPolicy(files.length === 0 ? await settings() : await settingsOf(await target(), files), 'run');
  const court = { wiring: fit, policyWithout, baselines, parsers };
  const survey = async () => surveyed(fit, await policyWithout(), baselines);
  return without.errors<App>({
    ...without.requests(launcher(wiring), async () => void (await settings())),
    ...agents,
    ...history(wiring),
    graph: mermaid,
    backtest: replay,

    verify: async (how) => without.value(await verified(court, how)),
    review: async (how) => without.value(await reviewed(court, how)),

    async dryRun(request) {
      const targetRepo = await target();
      const { policy, notes } = await wiring.configured('run');
      await mustBranch(request, policy, repo, targetRepo);
      const { errors } = await agents.agents();
      const warnings = [...notes, ...errors.map(faultLine)];
      const foreseen = await forecast(request, targetRepo, policy, warnings, await repo.headFiles(targetRepo));
      const tests = await elsewhere({ env, point, waste }, (place) =>
        foretold(() => surveyed({ ...fit, ...place }, policy, { ...baselines, save: async () => undefined })),
      );
      return { ...foreseen, ...tests };
    },

    async settings() {
      const { values, origins, notes } = await settings();
      return { values, origins, notes };
    },

    show: (file) => showFile(file, env),

    doctor: (repair) =>
      examine(
        looksAt({
          ...{ ...wiring, settings, survey },
          agentFiles: agents.agents,
          unwritable: () => unwritable(machine),
          oldState: async () => oldStates(await target()),
          leftovers: () => leftovers({ ...wiring, exists: folderExists, repair }),
        }),
      ),

    clean: () => clean(wiring),
    init: (agree, agreeConfig = async () => true) =>
      prepared({
        check: () => settingsOf({ dir, top: dir }),
        commit: () => initialCommit(dir, env, missingIgnores, agree),
        survey,
        existing: () => repositoryConfig(dir),
        write: (text) => writeNewFile(dir, ...ownConfig, text),
        agree: agreeConfig,
      }),

    async close() {
      for (const it of opened.splice(0)) await it.close();
    },
  });

  function keep<T extends { close(): Promise<void> }>(it: T): T {
    opened.push(it);
    return it;
  }

  /** The folder that a run was started in. */
  async function ownFolder(folder: string): Promise<Target> {
    if ((await repo.commonDir(folder)) === (await commonDir())) return repo.inspect(folder);
    throw new ConfigError(`${folder} now belongs to another repository: start the run again`, 'not_ours');
  }
}
