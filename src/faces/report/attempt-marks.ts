import { attemptWords } from '../../schema/judge/review.ts';
import type { ReportedAttempt, RunReport } from '../../schema/run/report.ts';
import { briefDuration, count, dollars } from '../words.ts';

export type Tone = 'pass' | 'fail' | 'warning' | 'none';

/** One attempt as the picture shows it. */
export interface Mark {
  label: string;
  tier: string;
  from: number;
  to: number;
  tone: Tone;
  failing: number | null;
  usd: number;
  loops: boolean;
  caption: string;
}

/** Every attempt of every task, in the order in which they began. */
export function marksOf({ tasks }: Pick<RunReport, 'tasks'>): Mark[] {
  const several = tasks.filter(({ attempts }) => attempts.length > 0).length > 1;
  return tasks
    .flatMap(({ id, attempts }) => attempts.map((attempt) => markOf(attempt, several ? id : null)))
    .sort((a, b) => a.from - b.from);
}

function markOf(attempt: ReportedAttempt, task: string | null): Mark {
  const { tier, failing, usd, seconds, began_seconds } = attempt;
  const tests = failing === null ? 'failing tests not counted' : count(failing, 'failing test');
  return {
    label: `${attempt.attempt}`,
    tier,
    from: began_seconds,
    to: began_seconds + seconds,
    tone: toneOf(attempt),
    failing,
    usd,
    loops: attempt.loop !== null || attempt.ended === 'step_loop',
    caption: [
      `${task === null ? '' : `${task}, `}attempt ${attempt.attempt} by ${tier}: ${outcomeOf(attempt)}`,
      `${tests}, ${briefDuration(seconds)}, ${dollars(usd)}`,
      ...(attempt.loop === null ? [] : [`loop: ${loopWords(attempt.loop)}`]),
    ].join('\n'),
  };
}

/** A pass that the review did not approve is a warning. */
export function toneOf({ status, points }: Pick<ReportedAttempt, 'status' | 'points'>): Tone {
  if (status === 'pass' && points && points.decision !== 'approve') return 'warning';
  return status === 'pass' || status === 'fail' || status === 'warning' ? status : 'none';
}

export const outcomeOf = ({ status, points }: Pick<ReportedAttempt, 'status' | 'points'>): string =>
  attemptWords(status, points?.decision);

export const signs: Record<Tone, string> = { pass: '✓', fail: '✗', warning: '!', none: '–' };

/** What shows a loop, without the name that programs have for its kind. */
export const loopWords = (loop: string): string => loop.replace(/^[a-z]+(?:_[a-z]+)*: /, '');

/** Which earlier attempt it repeats; where it repeats none, what was seen of a loop. */
export function sameAs({ same_tree_as, same_failure_as, loop, ended, summary }: ReportedAttempt): string {
  if (same_tree_as.length > 0) return `attempt ${same_tree_as.join(', ')}`;
  if (same_failure_as.length > 0) return `attempt ${same_failure_as.join(', ')}, in its failure`;
  if (loop) return loopWords(loop);
  return ended === 'step_loop' ? `its own steps: ${summary}` : '–';
}
