import { clip } from '../../core/clip.ts';
import { markerOf } from '../../core/forge/marker.ts';
import { runFinished } from '../../core/run/ending/run-finished.ts';
import { PawlError } from '../../ports/errors.ts';
import { ForgeError } from '../../ports/outside/forge.ts';
import type { Room } from '../room.ts';
import { composeReport } from './compose.ts';
import { chargedTo } from './report.ts';
import { diffsOf, originalOf } from './sources.ts';

/** Comments on the issue that the run came from, once: what was done, or what a person needs to continue. */
export const answer: Room<'answer', 'forges' | 'blobs' | 'repo' | 'pages' | 'ledger'> = async function* (
  { status, reason },
  context,
  { forges, blobs, repo, pages, ledger },
) {
  const { state, policy } = context;
  const { issue } = policy;
  if (!issue) return;
  try {
    const end = { ...runFinished(state, { status, reason, report: null }), ...(await chargedTo(state, ledger)) };
    const report = composeReport(state, end, await diffsOf(state, blobs));
    const page =
      status === 'completed' ? pages.answer(report) : pages.handover(report, await originalOf(context, repo));
    const marker = markerOf(state.run, `issue=${issue.number}`);
    const forge = await forges.open(issue);
    const url = await forge.comment({ kind: 'issue', number: issue.number }, `${page}\n${marker}\n`, marker);
    yield { type: 'issue.answered', ref: `#${issue.number}`, url };
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const why = error instanceof ForgeError ? error.reason : 'failed';
    yield {
      type: 'forge.failed',
      task: null,
      attempt: null,
      action: 'answer',
      reason: why,
      message: clip(error.message, 500),
    };
  }
};
