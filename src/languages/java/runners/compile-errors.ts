import type { TestError } from '../../../schema/judge/test-run.ts';
import { compileError, type Refusal } from '../../checks/compile-error.ts';

/** `[ERROR] /path/Name.java:[12,8] message`, told twice in Maven's output: there is no report of it to read instead. */
export function compileErrors(log: string, mount_at: string): TestError[] {
  const errors = new Map<string, TestError>();
  for (const [, path = '', line, column, headline = '', more = ''] of log.matchAll(
    /^\[ERROR\] (\/[^\n]*?\.(?:java|kt|groovy|scala)):\[(\d+),(\d+)\] (.*)((?:\n(?:\[ERROR\] )? {2,}\w+:.*)*)/gm,
  )) {
    const key = `${path}:${line}:${column} ${headline}`;
    if (errors.has(key)) continue;
    const message = withSymbol(headline, more);
    const place = { path, line: Number(line), column: Number(column) };
    errors.set(key, compileError({ type: refusalOf(message), message, ...place, more: more.trim() }, mount_at));
  }
  return [...errors.values()];
}

/** What javac's words mean. What is not known here may be grammar too. */
export function refusalOf(message: string): Refusal {
  return types.find(([, pattern]) => pattern.test(message))?.[0] ?? 'BuildError';
}

/** `cannot find symbol` has the symbol on the next line. */
function withSymbol(message: string, more: string): string {
  const symbol = /symbol:\s+(.+)/.exec(more)?.[1]?.trim();
  return symbol === undefined ? message : `${message}: ${symbol}`;
}

const types: [Refusal, RegExp][] = [
  ['ImportError', /^package \S+ (?:does not exist|is not visible)|^(?:static import only|module not found)/],
  ['NameError', /^cannot find symbol|^[Uu]nresolved reference|has private access in/],
  ['TypeError', /^(?:error: )?(?:incompatible (?:types|bounds)|incomparable types|bad operand|inconvertible types)/],
  ['TypeError', /^(?:no suitable|missing return statement|array required|variable expected)/],
  ['TypeError', /cannot be (?:applied|converted|dereferenced|referenced)|is not abstract and does not override/],
  ['SyntaxError', /(?:^|\s)expected$|^(?:illegal|unclosed|malformed|orphaned|unterminated) |^reached end of file/],
  ['SyntaxError', /^not a statement|^'\w+' without '\w+'|^invalid method declaration|^Expecting /],
];
