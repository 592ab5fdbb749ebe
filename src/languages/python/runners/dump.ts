import type { TestError } from '../../../schema/judge/test-run.ts';
import { crash } from '../../reports/crash.ts';
import { relativePath } from '../../reports/places.ts';
import { hangType } from '../../reports/report.ts';

/** Seconds after which a test that still runs has its place written down. */
export const dumpAfter = 10;

/** What Python wrote down when it crashed, or when a test did not end: the innermost frame of the project's own code. */
export function dumpedError(output: string, mount_at: string): TestError | null {
  const [head, what] = [...output.matchAll(/^(?:Fatal Python error: (.+)|Timeout \([\d:.]+\)!)$/gm)].at(-1) ?? [];
  if (head === undefined) return null;
  const dump = output.slice(output.lastIndexOf(head)).slice(0, 20_000);
  for (const [, path = '', line, name] of dump.matchAll(/^ {2}File "([^"\n]+)", line (\d+) in (.+)$/gm)) {
    const file = relativePath(path, mount_at);
    if (/^[/<]/.test(file) || /(?:^|\/)(?:site-packages|\.venv|venv)\//.test(file)) continue;
    const message = what === undefined ? `it did not come back from ${name}` : `${what} in ${name}`;
    return {
      type: what === undefined ? hangType : crash,
      message,
      stack: dump.slice(0, 4000),
      file,
      line: Number(line),
    };
  }
  return null;
}
