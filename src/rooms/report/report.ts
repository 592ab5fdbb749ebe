import { cutOffUsd } from '../../core/money/cut-off.ts';
import { runFinished } from '../../core/run/ending/run-finished.ts';
import type { RunState } from '../../core/run/run-state.ts';
import type { Ledger } from '../../ports/state/ledger.ts';
import type { World } from '../../ports/world.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { RunReport } from '../../schema/run/report.ts';
import type { Room } from '../room.ts';
import { composeReport } from './compose.ts';
import { diffsOf, originalOf } from './sources.ts';
import { statOf } from './stat.ts';

/** Writes the report of a run that ends, or has ended, in every form. */
export async function writeReport(
  state: RunState,
  end: EventOf<'run.finished'>,
  { reports, blobs, pages }: Pick<World, 'reports' | 'blobs' | 'pages'>,
): Promise<{ whole: RunReport; path: string }> {
  const whole = composeReport(state, end, await diffsOf(state, blobs));
  await reports.write(state.run, 'report.json', `${JSON.stringify(whole, null, 2)}\n`);
  await reports.write(state.run, 'report.html', pages.html(whole));
  return { whole, path: await reports.write(state.run, 'report.md', pages.markdown(whole)) };
}

/** What the run cost. The ledger also knows calls that were cut off before they were recorded. */
export async function chargedTo(
  { run, usd: recorded }: RunState,
  ledger: Pick<Ledger, 'spent'>,
): Promise<Pick<EventOf<'run.finished'>, 'usd' | 'cut_off_usd'>> {
  const usd = Math.max(recorded, await ledger.spent(run));
  const cut_off_usd = cutOffUsd(usd, recorded);
  return { usd, ...(cut_off_usd > 0 && { cut_off_usd }) };
}

/** The honest end: what was tried, what it cost, what a person should do. Written before the run is called finished. */
export const report: Room<'report', 'reports' | 'blobs' | 'ledger' | 'repo' | 'pages'> = async function* (
  step,
  context,
  { reports, blobs, ledger, repo, pages },
) {
  const { state } = context;
  const { status, reason } = step;
  const charged = await chargedTo(state, ledger);
  const end = { ...runFinished(state, { status, reason, report: null }), ...charged, ...(await statOf(context, repo)) };
  const { whole, path } = await writeReport(state, end, { reports, blobs, pages });
  const needsPerson = status !== 'completed' && status !== 'cancelled';
  if (needsPerson)
    await reports.write(state.run, 'handover.md', pages.handover(whole, await originalOf(context, repo)));
  if (needsPerson && !state.handed_over) yield { type: 'handed.over', task: null, question: null, reason };
  yield { ...end, report: path };
};
