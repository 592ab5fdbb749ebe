import { clip } from '../../core/clip.ts';
import { fewOf, inWords } from '../../core/judge/findings.ts';
import type { BareVerdict, Verdict } from '../../schema/judge/verdict.ts';

/** Small enough for an event: the first failures, in short; the whole is in the run's blob. */
export function shortened(verdict: BareVerdict): Verdict {
  for (const [rows, bytes] of [
    [20, 500],
    [10, 400],
    [5, 300],
  ] as const) {
    const small = inWords(cutTo(verdict, rows, bytes));
    if (new TextEncoder().encode(JSON.stringify(small)).length < 6000) return small;
  }
  const last = cutTo(verdict, 2, 150);
  return inWords({ ...last, findings: last.findings.map(({ kind, text }) => ({ kind, text })) });
}

function cutTo(verdict: BareVerdict, rows: number, bytes: number): BareVerdict {
  const few = <T>(list: T[], short: (row: T) => T): T[] => list.slice(0, rows).map(short);
  const place = <T extends string | null>(file: T) => (file === null ? file : clip(file, 200)) as T;
  return {
    ...verdict,
    syntax_errors: few(verdict.syntax_errors, (row) => ({
      ...row,
      file: place(row.file),
      message: clip(row.message, bytes),
    })),
    import_errors: few(verdict.import_errors, (row) => ({
      ...row,
      file: place(row.file),
      name: clip(row.name, 100),
      message: clip(row.message, bytes),
    })),
    test_failures: few(verdict.test_failures, (row) => ({
      ...row,
      test: clip(row.test, 250),
      error: clip(row.error, bytes),
      file: place(row.file),
    })),
    runtime_errors: few(verdict.runtime_errors, (row) => ({
      ...row,
      message: clip(row.message, bytes),
      file: place(row.file),
    })),
    findings: fewOf(verdict.findings, rows).map(({ file, test, ...row }) => ({
      ...row,
      text: clip(row.text, bytes),
      ...(file !== undefined && { file: place(file) }),
      ...(test !== undefined && { test: clip(test, 250) }),
    })),
    slower: few(verdict.slower, (row) => ({ ...row, test: clip(row.test, 250) })),
    integrity: few(verdict.integrity, ({ file, rule }) => ({ file: place(file), rule: clip(rule, 200) })),
  };
}
