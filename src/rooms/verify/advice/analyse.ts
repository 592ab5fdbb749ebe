import { clip } from '../../../core/clip.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { EventOf } from '../../../schema/run/event.ts';

export type Analysis = Omit<EventOf<'failure.analysed'>, 'type' | 'task' | 'attempt'>;

/** What the evidence alone says about the first failures: where they surface, not why. */
export function analyse(
  verdict: Pick<BareVerdict, 'test_failures' | 'syntax_errors' | 'runtime_errors'>,
  run: TestRun | null,
): Analysis[] {
  const errors = new Map(run?.cases.map((test) => [test.id, test.error]));
  const tests = verdict.test_failures.slice(0, 3).map((failure) => {
    const error = errors.get(failure.test);
    return analysis(failure.test, error?.type ?? 'Error', error?.message ?? failure.error, error?.stack ?? '', failure);
  });
  const syntax = verdict.syntax_errors
    .slice(0, 3)
    .map((error) => analysis(`${error.file} (syntax)`, 'SyntaxError', error.message, '', error));
  const runtime = verdict.runtime_errors
    .slice(0, 2)
    .map((error) => analysis(error.file ?? '(runner)', 'RuntimeError', error.message, '', error));
  return [...syntax, ...tests, ...(tests.length > 0 ? [] : runtime)];
}

function analysis(
  test: string,
  type: string,
  message: string,
  stack: string,
  at: { file: string | null; line: number | null },
): Analysis {
  const place = at.file ? `${clip(at.file, 200)}${at.line ? `:${at.line}` : ''}` : null;
  return {
    test: clip(test, 250),
    error_type: clip(type, 80),
    error_message: clip(message, 500),
    stack_trace_snippet: clip(stack.split('\n').slice(0, 6).join('\n'), 700),
    root_cause: place === null ? 'unknown' : `unknown; the error appears at ${place}`,
    fix_strategy:
      type === 'SyntaxError'
        ? 'make the file parse'
        : `read ${place ?? 'the test'} and make what the test asserts true`,
    confidence: 0.3,
  };
}
