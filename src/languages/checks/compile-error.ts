import type { TestError } from '../../schema/judge/test-run.ts';
import { placedError, relativePath } from '../reports/places.ts';

/** `BuildError` is whatever else a compiler refuses. */
export type Refusal = 'SyntaxError' | 'ImportError' | 'NameError' | 'TypeError' | 'BuildError';

export interface CompilerMessage {
  type: Refusal;
  message: string;
  path: string;
  line: number;
  column: number;
  /** What else the compiler says about it. */
  more?: string;
}

/** What a compiler refused, as an error of the run. Its stack begins with `file:line:column: message`. */
export function compileError({ type, path, line, column, ...rest }: CompilerMessage, mount_at: string): TestError {
  const file = relativePath(path, mount_at);
  const stack = `${file}:${line}:${column}: ${rest.message}${rest.more ? `\n${rest.more}` : ''}`;
  return { ...placedError({ type, message: rest.message, stack }, mount_at, { file, line }), file, line };
}
