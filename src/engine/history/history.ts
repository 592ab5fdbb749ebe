import { isMergeable, mergedByHand } from '../../core/delivery/landing.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { ConfigError, PawlError } from '../../ports/errors.ts';
import { writeReport } from '../../rooms/report/report.ts';
import type { Recorded } from '../../schema/run/event.ts';
import type { Metrics, MetricsOptions } from '../../schema/run/metrics.ts';
import type { ReportFormat } from '../../schema/run/report.ts';
import type { Change, RunBrief, RunHead, RunView } from '../../schema/run/view.ts';
import { followPulls } from '../forge/follow-pulls.ts';
import { findRun, loadState } from '../load.ts';
import type { Wiring } from '../wiring.ts';
import { briefOf, chargedOf, readable } from './brief.ts';
import { remembering } from './memory.ts';
import { measure } from './metrics.ts';
import { newestDelivered, type Undone, undoing } from './undo.ts';
import { changeIn, viewOf } from './view.ts';

const reportFiles: Record<ReportFormat, string> = {
  markdown: 'report.md',
  json: 'report.json',
  html: 'report.html',
  handover: 'handover.md',
};

const missing = (run: string, format: ReportFormat): string =>
  format === 'handover'
    ? `run ${run} has no hand-over: one is written only when a run ends and needs a person`
    : `run ${run} has a report, but not as ${format}: it ended under an earlier version, or the file is gone`;

/** Looking back at runs, and taking one back. */
export function history(wiring: Wiring) {
  const { journal, blobs, reports, repo, target, clock, charged } = wiring;
  const stateOf = async (name?: string) => {
    const store = await journal();
    const summary = await findRun(store, name);
    return { summary, state: await loadState(store, summary.run) };
  };
  const changeOf = async (name?: string): Promise<Change> => {
    const { state } = await stateOf(name);
    const { attempts, ...from } = changeIn(state);
    const store = await blobs();
    const patches = attempts.flatMap(({ finished }) => (finished ? [store.text(finished.diff_ref)] : []));
    return { patch: (await Promise.all(patches)).join(''), ...from };
  };
  /** Nothing is written: neither to the repository nor to the journal. One that cannot be looked at is left as it was. */
  const lookAtMerges = async (state: RunState): Promise<RunState> => {
    if (!isMergeable(state)) return state;
    try {
      return mergedByHand(state, await repo.holders(await target(), state.commits));
    } catch (error) {
      if (error instanceof PawlError) return state;
      throw error;
    }
  };
  return {
    ...remembering(wiring),

    async runs(): Promise<RunView[]> {
      const store = await journal();
      const views: RunView[] = [];
      for (const summary of await store.runs()) {
        if (summary.events > 0) views.push(await readable(store, summary, charged));
      }
      return views;
    },

    async view(name?: string, follow = false): Promise<RunView> {
      const { summary, state } = await stateOf(name);
      const followed = follow ? await followPulls(wiring, state) : { state, unasked: null };
      const looked = follow ? await lookAtMerges(followed.state) : followed.state;
      const alive = summary.owner !== null;
      const { unasked } = followed;
      return viewOf(looked, alive, { unasked, charged: await chargedOf(looked, alive, charged) });
    },

    async heads(): Promise<RunHead[]> {
      return (await journal()).heads();
    },

    async brief(name: string): Promise<RunBrief> {
      const store = await journal();
      return briefOf(store, await findRun(store, name), charged);
    },

    async *events(name?: string, after = 0): AsyncGenerator<Recorded> {
      const store = await journal();
      const { run } = await findRun(store, name);
      yield* store.read(run, after);
    },

    async metrics(options: MetricsOptions = {}): Promise<Metrics> {
      return measure(await journal(), clock.now(), options);
    },

    async blob(digest: string): Promise<string> {
      return (await blobs()).text(digest);
    },

    change: changeOf,

    async diff(name?: string): Promise<string> {
      return (await changeOf(name)).patch;
    },

    async report(name: string, format: ReportFormat): Promise<string> {
      const { summary, state } = await stateOf(name);
      const { run, exit_code } = summary;
      const store = await reports();
      const followed = await followPulls(wiring, state);
      const looked = await lookAtMerges(followed.state);
      if (looked !== followed.state && looked.finished)
        await writeReport(looked, looked.finished, { reports: store, blobs: await blobs(), pages: wiring.pages });
      const text = await store.read(run, reportFiles[format]);
      if (text !== null) return text;
      if ((await store.read(run, 'report.json')) !== null) throw new ConfigError(missing(run, format), 'no_report');
      throw new ConfigError(
        exit_code === null
          ? `run ${run} has not ended and has no report yet: pawl status ${run} shows where it is`
          : `the report of run ${run} is gone: pawl log ${run} shows what happened`,
        'no_report',
      );
    },

    /** Where that report is. */
    async reportFile(name: string, format: ReportFormat): Promise<string> {
      const { run } = await findRun(await journal(), name);
      return (await reports()).path(run, reportFiles[format]);
    },

    /** Writes down which pull requests of a run were merged since it ended. */
    async followRun(run: string): Promise<void> {
      const exists = (await (await journal()).runs()).some((one) => one.run === run);
      if (exists) await followPulls(wiring, await loadState(await journal(), run));
    },

    async undo(name?: string): Promise<Undone> {
      const store = await journal();
      const run = name ?? (await newestDelivered(store));
      if (typeof run !== 'string') return run;
      const { summary, state } = await stateOf(run);
      if (summary.owner !== null)
        throw new ConfigError(`run ${summary.run} is still running: cancel it first`, 'owned');
      const followed = await followPulls(wiring, state);
      const undone = await undoing(followed.state, { repo, target: await target(), journal: store });
      const now = await loadState(store, summary.run);
      if (now.finished)
        await writeReport(now, now.finished, { reports: await reports(), blobs: await blobs(), pages: wiring.pages });
      return undone;
    },
  };
}
