import type { Verdict } from '../../../schema/judge/verdict.ts';
import { list, record, text as textOf } from '../../reports/values.ts';

/** Lint rules for what CPython refuses as a syntax error after parsing. */
const rules = [
  'F404',
  'F407',
  'F621',
  'F622',
  'F701',
  'F702',
  'F704',
  'F706',
  'F707',
  'PLE0115',
  'PLE0117',
  'PLE0118',
  'PLE1142',
];

export function isPython(path: string): boolean {
  return /\.pyi?$/.test(path);
}

/** Judged by the newest grammar: what an older interpreter refuses shows when tests run. */
export async function pythonErrors(files: { path: string; text: string }[]): Promise<Verdict['syntax_errors']> {
  if (files.length === 0) return [];
  const { default: ruff } = await import('@astral-sh/ruff-wasm-nodejs');
  const workspace = new ruff.Workspace(
    { 'target-version': 'py315', lint: { select: rules } },
    ruff.PositionEncoding.Utf16,
  );
  try {
    return files.flatMap(({ path, text }) =>
      list(workspace.check(text))
        .map(record)
        .filter(({ code }) => code === 'invalid-syntax' || rules.includes(textOf(code)))
        .map((diagnostic) => {
          const { row, column } = record(diagnostic.start_location);
          return { file: path, line: Number(row), column: Number(column), message: textOf(diagnostic.message) };
        }),
    );
  } finally {
    workspace.free();
  }
}
