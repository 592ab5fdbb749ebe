import type { TestError } from '../../../schema/judge/test-run.ts';
import { placedError, relativePath } from '../../reports/places.ts';
import { stableName } from '../../reports/stable-name.ts';

/** An exception with the first place in its backtrace that is the target's own. */
export function rubyError(
  type: string,
  message: string,
  backtrace: string[],
  place: { file: string; line: number | null },
  mount_at: string,
): TestError {
  const own = backtrace
    .map((frame) => /^(.+?):(\d+)(?::in\b|$)/.exec(frame))
    .map((match) => ({ file: relativePath(match?.[1] ?? '/', mount_at), line: Number(match?.[2]) }))
    .find(({ file }) => !/^[/<]/.test(file) && !file.startsWith('vendor/'));
  const error = placedError(
    { type, message: stableName(message.trim()), stack: backtrace.join('\n') },
    mount_at,
    place,
  );
  return { ...error, ...(own ?? place) };
}
