import type { Verdict } from '../../../schema/judge/verdict.ts';
import { list, record, text as textOf } from '../../reports/values.ts';

const rule = 'F821';
/** What Python 2 had, what `gettext` installs, what interpreters and notebooks add. */
const elsewhere =
  /^(?:_|__\w+__|unicode|long|basestring|xrange|raw_input|reduce|unichr|cmp|execfile|file|reload|buffer|apply|intern|coerce|get_ipython|display|reveal_type|reveal_locals|WindowsError|exit|quit|copyright|credits|license)$/;

/**
 * By ruff's rule for undefined names. Left out are names in annotations that are never evaluated, and files that make
 * names as they run: what they define cannot be seen.
 */
export async function undefinedPythonNames(files: { path: string; text: string }[]): Promise<Verdict['import_errors']> {
  const { default: ruff } = await import('@astral-sh/ruff-wasm-nodejs');
  const workspace = new ruff.Workspace(
    { 'target-version': 'py315', lint: { select: [rule] } },
    ruff.PositionEncoding.Utf16,
  );
  try {
    return files.flatMap(({ path, text }) => {
      if (makesNames.test(text)) return [];
      const lines = text.split('\n');
      return list(workspace.check(text))
        .map(record)
        .filter((diagnostic) => diagnostic.code === rule)
        .flatMap((diagnostic) => {
          const { row, column } = record(diagnostic.start_location);
          const message = textOf(diagnostic.message);
          const name = /`([^`]+)`/.exec(message)?.[1] ?? '';
          const source = lines[Number(row) - 1] ?? '';
          if (
            elsewhere.test(name) ||
            isQuoted(source, Number(column) - 1) ||
            isExpected(lines, Number(row) - 1) ||
            isBound(name, text)
          )
            return [];
          return [{ file: path, line: Number(row), name, message }];
        });
    });
  } finally {
    workspace.free();
  }
}

const makesNames =
  /\bglobals\(\)|\bexec\(|\blocals\(\)\s*(?:\.|\[)|\bvars\(\)|\b(?:__builtins__|builtins)\b|_convert_\(|\bglobal_enum\b|\.install\(|\bcode\.replace\(|\.__code__\b/;

/** A name inside a string is an annotation. */
function isQuoted(line: string, column: number): boolean {
  return (line.slice(0, column).match(/["']/g) ?? []).length % 2 === 1;
}

/** A test may be about a NameError. */
function isExpected(lines: string[], at: number): boolean {
  const around = lines.slice(Math.max(0, at - 5), at + 6).join('\n');
  return /NameError|UnboundLocalError|noqa/.test(around);
}

/** Whether anything in the file gives the name a value: in a loop, that may well be before the use. */
function isBound(name: string, text: string): boolean {
  const assigned = `(?:^|[^\\w.])${name}\\s*(?::[^=\\n]+)?(?::?=(?!=)|,[^=\\n]*[^=!<>]=(?!=)|[-+*/|&^%]=)`;
  const parameter = `\\bdef\\b(?:(?!\\)[^\\n()]*:)[^\\n])*\\b${name}\\b`;
  const named = `${parameter}|\\b(?:class|lambda|as|import|for|global|nonlocal|del)\\b[^\\n]*\\b${name}\\b`;
  return new RegExp(`${assigned}|${named}`, 'm').test(text);
}
