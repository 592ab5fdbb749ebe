import { languages } from '../../registry.ts';
import type { ScriptControl } from './shape.ts';

/** For a command of which only the exit code is known, and a script of the target that it runs. Null: not a known language. */
export async function scriptControl(path: string, text: string, mark: string): Promise<ScriptControl | null> {
  for (const { judging } of languages()) {
    const control = await judging?.script?.({ path, text }, mark);
    if (control) return control;
  }
  return null;
}

/** The files of a tree that a command names: `node verify.js`, `sh scripts/run-tests.sh`. */
export function scriptsOf(argv: string[], paths: string[]): string[] {
  const pathSet = new Set(paths);
  return argv.map((word) => word.replace(/^\.\//, '')).filter((word) => pathSet.has(word));
}
