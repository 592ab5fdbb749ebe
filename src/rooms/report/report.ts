import { runFinished } from '../../core/run/run-finished.ts';
import type { Room } from '../room.ts';
import { composeReport } from './compose.ts';
import { diffsOf, originalOf } from './sources.ts';
import { statOf } from './stat.ts';

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
  const whole = composeReport(state, end, await diffsOf(state, blobs));
  await reports.write(state.run, 'report.json', `${JSON.stringify(whole, null, 2)}\n`);
  await reports.write(state.run, 'report.html', pages.html(whole));
  const needsPerson = status !== 'completed' && status !== 'cancelled';
  if (needsPerson)
    await reports.write(state.run, 'handover.md', pages.handover(whole, await originalOf(context, repo)));
  const path = await reports.write(state.run, 'report.md', pages.markdown(whole));
  if (needsPerson && !state.handed_over) yield { type: 'handed.over', task: null, question: null, reason };
  yield { ...end, report: path };
};
