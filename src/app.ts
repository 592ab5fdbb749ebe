import { join, resolve } from 'node:path';
import { activities } from './adapters/activity/activity.ts';
import { allDone } from './adapters/all-done.ts';
import { fileBaselines } from './adapters/baselines/baselines.ts';
import { fileBlobs } from './adapters/blobs/blobs.ts';
import { systemClock } from './adapters/clock/clock.ts';
import { crashPoint } from './adapters/crash-point.ts';
import { checkExternal, secretVariables } from './adapters/developers/external/check.ts';
import { fileDoor } from './adapters/door/door.ts';
import { writeDurably } from './adapters/durable-file.ts';
import { localForge } from './adapters/forge/local.ts';
import { forgesOf } from './adapters/forge/open.ts';
import { openJournal } from './adapters/journal/journal.ts';
import { isRunningHere } from './adapters/journal/owner.ts';
import { openLedger } from './adapters/ledger/ledger.ts';
import { fileMaps } from './adapters/maps/maps.ts';
import { openMemory } from './adapters/memory/memory.ts';
import { offeredModels } from './adapters/models/catalog.ts';
import { knownPrice } from './adapters/models/prices.ts';
import { commandNotify } from './adapters/notify/command.ts';
import { once } from './adapters/once.ts';
import { astGrep } from './adapters/parsers/parsers.ts';
import { redacted } from './adapters/redacted/redacted.ts';
import { writeNewFile } from './adapters/repo/config-file.ts';
import { elsewhere } from './adapters/repo/elsewhere.ts';
import { initialCommit } from './adapters/repo/first/init.ts';
import { removeClone } from './adapters/repo/remove.ts';
import { gitRepo } from './adapters/repo/repo.ts';
import { folderExists } from './adapters/repo/target/inspect.ts';
import { fileReports } from './adapters/reports/reports.ts';
import { besideFirst } from './adapters/sandboxes/beside-first.ts';
import { fitting } from './adapters/sandboxes/fitting.ts';
import { sandboxesOf } from './adapters/sandboxes/open.ts';
import { leavingLink } from './adapters/sandboxes/place/leaving.ts';
import { unwritable } from './adapters/state-folder.ts';
import { fileTrust } from './adapters/trust/trust.ts';
import { showFile } from './adapters/viewer/viewer.ts';
import { parsingOnce } from './config/agents/agent-folders.ts';
import { agentFiles, faultLine, loadAgents } from './config/agents/agents.ts';
import { reachable } from './config/keys.ts';
import { loadSettings, ownConfig, repositoryConfig } from './config/load.ts';
import { oldStates } from './config/old-state.ts';
import { ownFile } from './config/own-file.ts';
import { originState, repositoryState, statePaths } from './config/paths.ts';
import { toPolicy } from './config/policy/policy.ts';
import { providerAccess } from './config/policy/providers.ts';
import { isUnchanged, localAccess, proposedConfig } from './config/setup.ts';
import { sharedOrigin } from './core/learning/shared-origin.ts';
import { mermaid } from './core/run/graph.ts';
import type { App, AppOptions } from './engine/api.ts';
import { clean, forget } from './engine/cleaning.ts';
import { forging } from './engine/forge/forges.ts';
import { localMerge } from './engine/forge/local-merge.ts';
import { replay } from './engine/history/backtest.ts';
import { history } from './engine/history/history.ts';
import { launcher } from './engine/launch/launcher.ts';
import { loadRooms } from './engine/loop/perform.ts';
import type { Endpoint } from './engine/project/endpoints.ts';
import { offersOf } from './engine/project/offers.ts';
import { orOutside } from './engine/project/outside.ts';
import type { Configured, Mode, Wiring } from './engine/wiring.ts';
import { missingIgnores } from './languages/ignore-lines.ts';
import { places } from './languages/registry.ts';
import { shownIn } from './languages/runs/command.ts';
import { ConfigError } from './ports/errors.ts';
import type { Target } from './ports/outside/repo.ts';
import type { Pages } from './ports/pages.ts';
import { tokenVariables } from './schema/settings/forges.ts';
import type { Probe } from './schema/settings/probe.ts';

export type { App, AppOptions } from './engine/api.ts';
export type { RunHandle } from './engine/loop/start.ts';
export type { Forecast } from './schema/run/view.ts';

/** Where nothing listens that is known at once; a server on a busy machine takes a moment. */
const probe_ms = 3000;

/** The composition root. */
export async function createApp(options: AppOptions & { pages: Pages }): Promise<App> {
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
    without.keep([...secretVariables(loaded.values), ...tokenVariables(loaded.values.forges)]);
    return loaded;
  };
  const here = once(() => (options.target === undefined ? orOutside(target) : target()));
  const settings = once(async () => settingsOf(await here()));
  const parse = parsingOnce();
  const agents = agentFiles({ env, target: here, settings, parse });
  const stateDir = once(async () => repositoryState(machine, await commonDir()));
  const memoryOptions = async () => {
    // Only the user says who shares: the repository's own file is not even read.
    const { share_origins, retention_days } = (await settingsOf(null)).values.memory;
    const origin = share_origins.length === 0 ? null : sharedOrigin(await repo.origin(await target()), share_origins);
    return { state_dir: origin === null ? await stateDir() : originState(machine, origin), retention_days };
  };
  const journal = once(async () =>
    keep(without.journal(await openJournal({ state_dir: await stateDir(), clock, point }))),
  );
  const memory = once(async () => keep(without.memory(await openMemory({ ...(await memoryOptions()), clock, point }))));
  const ledger = once(async () => keep(await openLedger({ state_dir: machine, clock, point })));
  const blobs = once(async () => without.blobs(fileBlobs({ dir: join(await stateDir(), 'blobs'), point })));
  const reports = once(async () => without.reports(fileReports({ dir: join(await stateDir(), 'reports') })));
  const ownConfigFile = ownFile(env, writeDurably);
  const sandbox = sandboxesOf({ env, equipment });
  const parsers = astGrep();
  // Only the user says whom a token is sent to: the repository's own file is not even read.
  const forgeHosts = once(async () => (await settingsOf(null)).values.forges);
  const local = async () =>
    localForge({
      dir: join(await stateDir(), 'pulls'),
      point,
      tip: async (branch) => repo.branchTip(await target(), branch),
      merge: (pull) => localMerge(pull, { repo, target, journal }),
    });
  const forges = without.forges(forgesOf({ forges: forgeHosts, local, env, clock, point, keep: without.keepToken }));

  const wiring: Wiring = {
    ...{ clock, trust, repo, journal, blobs, reports, memory, sandbox, forges, forgeHosts },
    charged: async (run) => (await ledger()).spent(run),
    target: (folder) => (folder === undefined ? target() : ownFolder(folder)),
    configured: async (mode) => configuredBy(await settings(), (await target()).top, mode),
    agents: async ({ limits }, place) => (await loadAgents({ env, target: place, limits, tiers: null, parse })).agents,
    remove: (run) => removeClone(machine, run),
    unsafe: (policy, place) => leavingLink(shownIn(place, policy), equipment),
    notify: (policy) => commandNotify(policy.notify, env),
    pages,
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
      const busy = activities(clock);
      const [{ aiModels }, { openDevelopers }] = await Promise.all([
        import('./adapters/models/ai-models.ts'),
        import('./adapters/developers/open.ts'),
      ]);
      const models = busy.models(without.models(aiModels({ providers: keys })));
      const first = policy.tiers.find(({ model }) => model !== null);
      // They load while the baseline is measured; who uses them sees what goes wrong.
      const meanwhile = () => void Promise.allSettled([first && models.open(first), loadRooms()]);
      const parts = {
        sandbox: besideFirst(busy.sandbox(sandbox(policy.sandbox)), meanwhile),
        sight: without.sight,
        ...{ ledger: await ledger(), blobs: await blobs(), memory: await memory() },
        maps: without.maps(fileMaps({ dir: join(machine, 'maps') })),
        ...{ parsers, clock, random: Math.random },
      };
      const developers = openDevelopers({ ...parts, env, equipment, models, agent: agents.developer });
      const faces = { reports: await reports(), pages, activity: busy.now };
      return { ...parts, ...faces, repo, forges, models, agents, developers };
    },
  };

  const fit: Wiring = { ...wiring, sandbox: (kind) => fitting(sandbox(kind)) };
  const policyWithout = async (files: string[] = []) =>
    toPolicy(files.length === 0 ? await settings() : await settingsOf(await target(), files), 'run');
  const court = { wiring: fit, policyWithout, baselines, parsers };
  const survey = async () => {
    const { surveyed } = await import('./engine/project/survey.ts');
    return surveyed(fit, await policyWithout(), { ...baselines, load: async () => null });
  };
  const { followRun, ...past } = history(wiring);
  return without.errors<App>({
    ...without.requests(launcher(wiring), async () => void (await settings())),
    ...agents,
    ...past,
    ...forging(wiring, followRun),
    graph: mermaid,
    backtest: replay,

    uncommitted: async () => repo.uncommitted(await target()),
    async verify(how) {
      const { verified } = await import('./engine/project/verify.ts');
      return without.value(await verified(court, how));
    },
    async review(how) {
      const { reviewed } = await import('./engine/project/review.ts');
      return without.value(await reviewed(court, how));
    },

    async dryRun(request) {
      const { dryRun } = await import('./engine/project/dry-run.ts');
      const { foretold, surveyed } = await import('./engine/project/survey.ts');
      return dryRun(request, wiring, {
        agentFaults: async () => (await agents.agents()).errors.map(faultLine),
        tests: (policy) =>
          elsewhere({ env, point, waste }, (place) =>
            foretold(() => surveyed({ ...fit, ...place }, policy, { ...baselines, save: async () => undefined })),
          ),
      });
    },

    async settings() {
      const { values, origins, notes } = await settings();
      return { values, origins, notes };
    },

    async models() {
      const { values } = await settingsOf(null);
      return without.value(await offersOf(reachable(values.providers, env), offeredModels, knownPrice));
    },

    async setup() {
      const local = await offersOf(localAccess, offeredModels, async () => null, probe_ms);
      const current = await ownConfigFile.configText();
      const standing = { exists: current !== null, unchanged: current !== null && isUnchanged(current) };
      return { file: ownConfigFile.userConfig(), ...proposedConfig(env, local), ...standing };
    },

    ...ownConfigFile,
    show: (file) => showFile(file, env),
    door: fileDoor({ dir: stateDir }),

    async doctor(repair, online = false) {
      const { examine, leftovers, looksAt } = await import('./engine/project/doctor.ts');
      const { endpointChecks, serverChecks } = await import('./engine/project/endpoints.ts');
      // What needs no repository is looked at outside of one, too.
      const settingsHere = once(async () => settingsOf(await target().catch(() => null)));
      const top = async () => (await target().catch(() => ({ top: dir }))).top;
      const configured: Wiring['configured'] = async (mode) => configuredBy(await settingsHere(), await top(), mode);
      const looks = looksAt({
        ...{ ...wiring, configured, settings: settingsHere, survey },
        agentFiles: agents.agents,
        unwritable: () => unwritable(machine),
        oldState: async () => oldStates(await target()),
        leftovers: () => leftovers({ ...wiring, exists: folderExists, isRunning: isRunningHere, repair }),
      });
      const asking = { configured, probe, offered: offeredModels };
      return [...(await examine(looks)), ...(await (online ? endpointChecks(asking) : serverChecks(asking)))];
    },

    clean: (olderThan) => (olderThan === undefined ? clean(wiring) : forget(wiring, olderThan)),
    async init(agree, agreeConfig = async () => true) {
      const { prepared } = await import('./engine/project/init.ts');
      return prepared({
        check: () => settingsOf({ dir, top: dir }),
        commit: () => initialCommit(dir, env, missingIgnores, agree),
        survey,
        existing: () => repositoryConfig(dir),
        write: (text) => writeNewFile(dir, ...ownConfig, text),
        agree: agreeConfig,
      });
    },

    close: async () => allDone(opened.splice(0).map((store) => store.close())),
  });

  async function configuredBy(loaded: Awaited<ReturnType<typeof settingsOf>>, top: string, mode: Mode) {
    const { access: keys, policy, notes } = await providerAccess(loaded, toPolicy(loaded, mode), env, knownPrice);
    const outside = checkExternal(policy, env, top);
    return { keys, policy, providers: loaded.values.providers, notes: [...loaded.notes, ...notes, ...outside] };
  }

  /** Asks a model what the doctor asks, and pays for it. */
  async function probe({ tier, model, price }: Endpoint, { keys, policy }: Configured): Promise<Probe> {
    const [{ aiModels }, { probeModel }] = await Promise.all([
      import('./adapters/models/ai-models.ts'),
      import('./agents/probe.ts'),
    ]);
    const { fallback: _, ...alone } = { ...tier, model };
    const opened = await without.models(aiModels({ providers: keys })).open(alone);
    const run = `doctor-${clock.now()}`;
    return probeModel(opened, { run, tier: tier.name, price, caps: policy.limits, ledger: await ledger(), clock });
  }

  function keep<T extends { close(): Promise<void> }>(store: T): T {
    opened.push(store);
    return store;
  }

  /** The folder that a run was started in. */
  async function ownFolder(folder: string): Promise<Target> {
    if ((await repo.commonDir(folder)) === (await commonDir())) return repo.inspect(folder);
    throw new ConfigError(`${folder} now belongs to another repository: start the run again`, 'not_ours');
  }
}
