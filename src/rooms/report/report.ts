import { runFinished } from '../../core/run/ending/run-finished.ts';
import type { RunState } from '../../core/run/run-state.ts';
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

/** The honest end: what was tried, what it cost, what a person should do. Written before the run is called finished. */
export const report: Room<'report', 'reports' | 'blobs' | 'ledger' | 'repo' | 'pages'> = async function* (
  step,
  context,
  { reports, blobs, ledger, repo, pages },
) {
  const { state } = context;
  const { status, reason } = step;
  // The ledger also knows calls whose record was lost in a crash.
  const usd = Math.max(state.usd, await ledger.spent(state.run));
  const end = { ...runFinished(state, { status, reason, report: null }), usd, ...(await statOf(context, repo)) };
  const { whole, path } = await writeReport(state, end, { reports, blobs, pages });
  const needsPerson = status !== 'completed' && status !== 'cancelled';
  if (needsPerson)
    await reports.write(state.run, 'handover.md', pages.handover(whole, await originalOf(context, repo)));
  if (needsPerson && !state.handed_over) yield { type: 'handed.over', task: null, question: null, reason };
  yield { ...end, report: path };
};
