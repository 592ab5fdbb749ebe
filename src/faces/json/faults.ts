import type { Verdict } from '../../schema/judge/verdict.ts';

/** One thing that a verdict holds against a change. */
export interface Fault {
  rule: 'syntax' | 'import' | 'test' | 'runtime' | 'integrity';
  name: string;
  message: string;
  file: string | null;
  line: number | null;
}

export function faultsOf(verdict: Verdict): Fault[] {
  return [
    ...verdict.syntax_errors.map(
      (e): Fault => ({ rule: 'syntax', name: e.file, message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.import_errors.map(
      (e): Fault => ({ rule: 'import', name: e.name, message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.test_failures.map(
      (e): Fault => ({ rule: 'test', name: e.test, message: e.error, file: e.file, line: e.line }),
    ),
    ...verdict.runtime_errors.map(
      (e): Fault => ({ rule: 'runtime', name: 'runtime', message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.integrity.map(
      (e): Fault => ({
        rule: 'integrity',
        name: e.file,
        message: `${e.file} is protected: ${e.rule}`,
        file: e.file,
        line: null,
      }),
    ),
  ];
}
