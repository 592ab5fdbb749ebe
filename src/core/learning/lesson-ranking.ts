import { type Lesson, leastWorth, type MetFailure, worthOf } from '../../schema/run/lesson.ts';
import { isAssertion } from './assertion.ts';

/**
 * The lessons that match a failure, best first: the same kind of error, then the same type of error in the same test or
 * with a similar message. Among equals, lessons that helped more often come first, then newer ones. Each fix appears
 * once; misleading lessons are left out.
 */
export function rankLessons(lessons: Lesson[], failure: MetFailure): Lesson[] {
  const fitting = lessons
    .filter((lesson) => worthOf(lesson) >= leastWorth)
    .map((lesson) => ({ lesson, kin: kinship(lesson, failure) }))
    .filter(({ kin }) => kin > 0)
    .sort(
      (a, b) =>
        b.kin - a.kin ||
        worthOf(b.lesson) - worthOf(a.lesson) ||
        b.lesson.at.localeCompare(a.lesson.at) ||
        b.lesson.id - a.lesson.id,
    )
    .map(({ lesson }) => lesson);
  return fitting.filter((lesson, at) => fitting.findIndex(({ fix }) => fix === lesson.fix) === at);
}

function kinship(lesson: Lesson, { errors, files }: MetFailure): number {
  const isGeneral = isAssertion(lesson.pattern) || isAssertion(lesson.error_type);
  const isHere = (test: string) => test === lesson.test || lesson.files.some((path) => files.includes(path));
  const same = errors.some(
    ({ signature, test }) => signature !== '' && signature === lesson.signature && (!isGeneral || isHere(test)),
  );
  if (same) return 2;
  const alike = errors.some(
    ({ test, error_type, error_message }) =>
      error_type !== '' &&
      error_type === lesson.error_type &&
      (test === lesson.test ||
        (similarity(error_message, lesson.error_message) >= similarFrom && (!isGeneral || isHere(test)))),
  );
  return alike ? 1 : 0;
}

const similarFrom = 0.5;

/** The share of words that two messages have in common. */
function similarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  const unionSize = a.size + b.size - common;
  return unionSize === 0 ? 1 : common / unionSize;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_<>]+/gu) ?? []);
