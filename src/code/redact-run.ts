import { createHash } from 'node:crypto';
import type { TestError, TestRun } from '../schema/judge/test-run.ts';
import { redact } from './redact.ts';

/**
 * What a runner said, without secrets. A test whose name holds one is named by its hash besides, the same in every run:
 * two tests never become one.
 */
export function redactedRun(run: TestRun): TestRun {
  return {
    ...run,
    cases: run.cases.map((test) => {
      const id = redact(test.id);
      const shownId = id === test.id ? id : `${id} #${createHash('sha256').update(test.id).digest('hex').slice(0, 8)}`;
      return { ...test, id: shownId, names: test.names.map(redact), error: test.error && redactedError(test.error) };
    }),
    errors: run.errors.map(redactedError),
    output_tail: redact(run.output_tail),
  };
}

const redactedError = (error: TestError): TestError => ({
  ...error,
  type: redact(error.type),
  message: redact(error.message),
  stack: redact(error.stack),
});
