import { runFinished } from '../../core/run-finished.ts';
import type { Room } from '../room.ts';
import { composeReport } from './compose.ts';
import { markdown } from './markdown.ts';

/** The honest end: what was tried, what it cost, what a person should do. Written before the run is called finished. */
export const report: Room<'report', 'reports' | 'blobs' | 'ledger'> = async function* (
  step,
  { state },
  { reports, blobs, ledger },
) {
  const { status, reason } = step;
  // The ledger also knows calls whose record was lost in a crash.
  const usd = Math.max(state.usd, await ledger.spent(state.run));
  const end = { ...runFinished(state, { status, reason, report: null }), usd };
  const last = state.tasks
    .flatMap((task) => task.attempts)
    .findLast((attempt) => attempt.finished && attempt.finished.files.length > 0);
  const whole = composeReport(state, end, last?.finished ? await blobs.text(last.finished.diff_ref) : '');
  await reports.write(state.run, 'report.json', `${JSON.stringify(whole, null, 2)}\n`);
  const path = await reports.write(state.run, 'report.md', markdown(whole));
  if (status !== 'completed' && status !== 'cancelled')
    yield { type: 'handed.over', task: null, question: null, reason };
  yield { ...end, report: path };
};
