import { javascriptControl } from './javascript.ts';
import { pythonControl } from './python.ts';
import type { Control } from './shape.ts';

export type { Control } from './shape.ts';

/** Null where neither an expected value nor a canary can be placed. `mark` makes the canary's name unknown to the code. */
export async function controlFor(path: string, text: string, runner: string, mark: string): Promise<Control | null> {
  const made = /\.[cm]?[jt]sx?$/.test(path)
    ? await javascriptControl(path, text, runner, mark)
    : path.endsWith('.py')
      ? await pythonControl(text, runner, mark)
      : null;
  return made && (made.mutated.length > 0 || made.canary !== null) ? made : null;
}
