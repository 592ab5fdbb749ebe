import { javascriptControl } from './javascript.ts';
import { pythonControl } from './python.ts';

/** A copy of a test file that must fail: where it passes all the same, its tests prove nothing. */
export interface Control {
  text: string;
  /** The names of the tests in which an expected value was changed. */
  mutated: string[];
  /** The name of the test that was added and always fails. */
  canary: string | null;
}

/** Null where neither an expected value nor a canary can be placed. `mark` makes the canary's name unknown to the code. */
export async function controlFor(path: string, text: string, runner: string, mark: string): Promise<Control | null> {
  const made = /\.[cm]?[jt]sx?$/.test(path)
    ? await javascriptControl(path, text, runner, mark)
    : path.endsWith('.py')
      ? pythonControl(text, runner, mark)
      : null;
  return made && (made.mutated.length > 0 || made.canary !== null) ? made : null;
}
