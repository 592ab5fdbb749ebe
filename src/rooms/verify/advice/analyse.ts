import { patternOf, patternSignature } from '../../../code/pattern.ts';
import { clip } from '../../../core/clip.ts';
import type { TestCase, TestError, TestRun } from '../../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { EventOf } from '../../../schema/run/event.ts';

export type Analysis = Omit<EventOf<'failure.analysed'>, 'type' | 'task' | 'attempt'>;

/** One failure of an attempt. */
export interface Failed {
  /** The test, or the file or runner that failed outside of any. */
  test: string;
  /** Null: no file is named. */
  file: string | null;
  line: number | null;
  type: string;
  message: string;
  stack: string;
  pattern: string;
  signature: string;
  /** The error of a test or a file itself; not that it is gone, skipped or was kept from running. */
  real: boolean;
  /** What code knows of the cause; '' where that is nothing. */
  cause: string;
}

/** Failures of one kind, the first of them in front. */
export type Group = readonly [Failed, ...Failed[]];

type Judged = Pick<
  BareVerdict,
  'test_failures' | 'syntax_errors' | 'import_errors' | 'runtime_errors' | 'integrity' | 'stopped_at'
>;

/** Everything that failed, in the order of the verdict. */
export function failuresIn(verdict: Judged, run: TestRun | null): Failed[] {
  const cases = new Map(run?.cases.map((test) => [test.id, test]));
  const places = [
    ...verdict.syntax_errors.map(refusedBy('SyntaxError')),
    ...verdict.import_errors.map(refusedBy('ImportError')),
  ];
  const tests = verdict.test_failures.map((failure) => ofTest(failure, cases.get(failure.test)));
  const outside = run?.errors.map(outsideTests) ?? [];
  const stated = new Set([...places, ...outside].map(({ message }) => message));
  const others = verdict.runtime_errors
    .filter(({ message }) => !stated.has(message) && tests.every(({ real }) => !real))
    .map(({ message, file, line }) => failed(file ?? '(runner)', file, line, 'RuntimeError', message, '', true));
  return [
    ...places,
    ...outside.filter(({ message }) => !places.some((place) => place.message.includes(message))),
    ...tests,
    ...others,
  ];
}

/** By kind, the most telling first: errors of their own before consequences, then the kinds with more failures. */
export function groupsOf(failures: readonly Failed[]): Group[] {
  const groups = new Map<string, [Failed, ...Failed[]]>();
  for (const failure of failures) {
    const group = groups.get(failure.signature);
    if (group) group.push(failure);
    else groups.set(failure.signature, [failure]);
  }
  return [...groups.values()].sort(
    ([one, ...more], [other, ...others]) => Number(other.real) - Number(one.real) || others.length - more.length,
  );
}

/** What the evidence alone says of a kind of failure: where it shows and, where that is plain, why. */
export function analysisOf([first, ...more]: Group): Analysis {
  return {
    test: clip(first.test, 250),
    error_type: clip(first.type, 80),
    error_message: clip(first.message, 500),
    stack_trace_snippet: clip(first.stack.split('\n').slice(0, 6).join('\n'), 700),
    root_cause: clip(first.cause, 600),
    fix_strategy: '',
    confidence: first.cause === '' ? 0 : 0.9,
    pattern: clip(first.pattern, 300),
    signature: first.signature,
    count: more.length + 1,
    tests: [first, ...more].slice(0, 5).map(({ test }) => clip(test, 150)),
    by: first.cause === '' ? 'nobody' : 'code',
    ...(!isTeaching(first) && { noise: true }),
  };
}

/** Faults of the machine: a program, a package or a right is missing, or there is no room. */
const machine =
  /command not found|not recognized as an internal|\bENOENT\b.*\bspawn|\bspawn\b.*\bENOENT\b|\bEACCES\b|\bENOSPC\b|\bEMFILE\b|\bEADDRINUSE\b|\bECONNREFUSED\b|\bETIMEDOUT\b|\bENOTFOUND\b|No space left|Cannot find package|No module named|out of memory|did not finish in time/i;

const isTeaching = ({ real, message, type }: Failed): boolean => real && !machine.test(`${type}: ${message}`);

function ofTest({ test, error, file, line }: Judged['test_failures'][number], result: TestCase | undefined): Failed {
  const failure = result?.error;
  if (failure)
    return failed(
      test,
      failure.file ?? result.file,
      failure.line ?? result.line,
      failure.type,
      failure.message,
      failure.stack,
      true,
    );
  return failed(test, file, line, '', error, '', false);
}

const outsideTests = ({ file, line, type, message, stack }: TestError): Failed =>
  failed(file ?? '(runner)', file, line, type, message, stack, true);

/** What a file is refused for says by itself what is wrong with it. */
const refusedBy =
  (type: string) =>
  ({ file, line, message }: { file: string; line: number; message: string }): Failed => ({
    ...failed(file, file, line, type, message, '', true),
    cause: `${file}:${line}: ${message}`,
  });

function failed(
  test: string,
  file: string | null,
  line: number | null,
  type: string,
  message: string,
  stack: string,
  real: boolean,
): Failed {
  const pattern = patternOf(type, message);
  return {
    test,
    file,
    line,
    type,
    message,
    stack,
    pattern,
    signature: patternSignature(pattern),
    real,
    cause: '',
  };
}
