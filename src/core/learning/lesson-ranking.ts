import type { Lesson, MetFailure } from '../../schema/run/lesson.ts';

/**
 * The lessons that fit a failure, the best first: the same signature, then the same type of error in the same test or
 * with a similar message; among those, what helped more often, then what is newer. Each fix once.
 */
export function rankLessons(lessons: Lesson[], failure: MetFailure): Lesson[] {
  const fitting = lessons
    .map((lesson) => ({ lesson, kin: kinship(lesson, failure) }))
    .filter(({ kin }) => kin > 0)
    .sort(
      (a, b) =>
        b.kin - a.kin ||
        helpfulness(b.lesson) - helpfulness(a.lesson) ||
        b.lesson.at.localeCompare(a.lesson.at) ||
        b.lesson.id - a.lesson.id,
    )
    .map(({ lesson }) => lesson);
  return fitting.filter((lesson, at) => fitting.findIndex(({ fix }) => fix === lesson.fix) === at);
}

function kinship(lesson: Lesson, { signature, errors }: MetFailure): number {
  if (signature !== null && lesson.signature === signature) return 2;
  const alike = errors.some(
    ({ test, error_type, error_message }) =>
      error_type !== '' &&
      error_type === lesson.error_type &&
      (test === lesson.test || similarity(error_message, lesson.error_message) >= similarFrom),
  );
  return alike ? 1 : 0;
}

/** The share of attempts that passed with it; one that was told to nobody stands at a half. */
const helpfulness = ({ told, passed }: Lesson): number => (passed + 1) / (told + 2);

const similarFrom = 0.5;

/** The share of words that two messages have in common. */
function similarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  const unionSize = a.size + b.size - common;
  return unionSize === 0 ? 1 : common / unionSize;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_<>]+/gu) ?? []);
