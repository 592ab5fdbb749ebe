import type { Verdict } from '../../schema/verdict.ts';

/** One thing that a verdict holds against a change. */
export interface Finding {
  rule: 'syntax' | 'import' | 'test' | 'runtime' | 'integrity';
  name: string;
  message: string;
  file: string | null;
  line: number | null;
}

export function findingsOf(verdict: Verdict): Finding[] {
  return [
    ...verdict.syntax_errors.map(
      (e): Finding => ({ rule: 'syntax', name: e.file, message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.import_errors.map(
      (e): Finding => ({ rule: 'import', name: e.name, message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.test_failures.map(
      (e): Finding => ({ rule: 'test', name: e.test, message: e.error, file: e.file, line: e.line }),
    ),
    ...verdict.runtime_errors.map(
      (e): Finding => ({ rule: 'runtime', name: 'runtime', message: e.message, file: e.file, line: e.line }),
    ),
    ...verdict.integrity.map(
      (e): Finding => ({
        rule: 'integrity',
        name: e.file,
        message: `${e.file} is protected: ${e.rule}`,
        file: e.file,
        line: null,
      }),
    ),
  ];
}
