import { PawlError } from '../../ports/errors.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import { survey } from '../../rooms/verify/survey.ts';
import type { Forecast, Survey } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { aside } from './aside.ts';

/** How the target is tested, proven by running its tests on a private clone that is gone afterwards. */
export const surveyed = (wiring: Parameters<typeof aside>[0], policy: Policy, baselines: Baselines): Promise<Survey> =>
  aside(wiring, policy, async (clone, place) => survey(clone, await clone.treeOf(place.target.head), place, baselines));

/** The same for a forecast: an error that keeps the tests from running is reported and stops nothing. */
export async function foretold(look: () => Promise<Survey>): Promise<Pick<Forecast, 'survey' | 'tests'>> {
  try {
    const overview = await look();
    return { survey: overview, tests: surveyLines(overview) };
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    return { survey: null, tests: [error.message, consequence(error)] };
  }
}

const consequence = ({ reason }: PawlError): string =>
  reason === 'no_tests'
    ? 'a run continues only if its change adds tests that fail without it, or with --allow-untested'
    : 'a run would stop here with exit code 8';

/** A survey in words: all of it in the first line, then each part where there are several, and what was not run. */
export function surveyLines(survey: Survey): string[] {
  return [...partLines(survey), ...survey.unseen];
}

function partLines(survey: Survey): string[] {
  const { parts } = survey;
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return [`${howRun(first)}: ${countsIn(survey)}`];
  const where = parts.map(({ dir, runner }) => `${runner}${dir === '.' ? '' : ` in ${dir}`}`);
  return [`${where.join(', ')}: ${countsIn(survey)}`, ...parts.map(howRun)];
}

/** How many tests there are, what they say, and how long they take. */
export function countsIn({ total, passed, failed, hanging, skipped, duration_ms }: Survey): string {
  const counts = [
    `${total} ${total === 1 ? 'test' : 'tests'}`,
    `${passed} passed`,
    `${failed} failed`,
    `${skipped} skipped`,
    ...unended(hanging),
  ];
  return `${counts.join(', ')} (${(duration_ms / 1000).toFixed(1)} s)`;
}

function unended(hanging: string[]): string[] {
  const [first, ...more] = hanging;
  if (first === undefined) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return [`${hanging.length} ${more.length > 0 ? 'do' : 'does'} not end: ${first}${others}`];
}

function howRun({ dir, runner, command, build }: Survey['parts'][number]): string {
  const place = dir === '.' ? '' : ` in ${dir}`;
  return `${runner}${place}, by \`${command.join(' ')}\`${build === null ? '' : `, after \`${plainLine(build)}\``}`;
}

/** Without the folders that a shell is told to look for programs in. */
const plainLine = (line: string): string => line.replace(/^PATH="[^"]*"; /, '');
