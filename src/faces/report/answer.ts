import type { ReportedTask, RunReport } from '../../schema/run/report.ts';
import { count, dollars } from '../words.ts';
import { code, plain } from './marks.ts';
import { short } from './text.ts';

/** A comment for the issue that a run came from, where the run has done what it asks for. */
export function answer(report: RunReport): string {
  const tasks = report.tasks.filter(({ status, improvement }) => status === 'completed' && !improvement);
  const pulls = tasks.flatMap(({ pull }) => pull ?? []);
  const head =
    pulls.length > 0
      ? `This is done in ${pulls.map(({ ref, state, url }) => `${plain(ref)} (${state}): ${plain(url)}`).join(', ')}.`
      : tasks.length === 0
        ? 'There was nothing to do.'
        : report.branch === null
          ? 'This is done.'
          : `This is done on the branch ${code(report.branch)}, which may not be pushed yet.`;
  return [
    head,
    '',
    ...tasks.map(line),
    '',
    `${count(report.total_attempts, 'attempt')}, ${dollars(report.usd)}, run ${code(report.run)}.`,
    '',
  ].join('\n');
}

function line({ title, commit, attempts }: ReportedTask): string {
  const last = attempts.at(-1);
  const tests = last?.tests ? `; tests: ${last.tests}` : '';
  const review = last?.points ? `; review: ${last.points.score}/100` : '; not reviewed';
  return `- ${plain(title, 200)}${commit ? ` (${short(commit)})` : ''}${tests}${review}`;
}
