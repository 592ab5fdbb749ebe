import { applied, type Edit } from '../../code/lexemes/literals.ts';
import type { ScriptControl } from './shape.ts';

/** For a command of which only the exit code is known, and a script of the target that it runs. Null: not a known language. */
export async function scriptControl(path: string, text: string, mark: string): Promise<ScriptControl | null> {
  if (/\.[cm]?[jt]s$/.test(path)) {
    return (await import('../javascript/control/script.ts')).javascriptScript(path, text, mark);
  }
  if (path.endsWith('.py')) return (await import('../python/control/script.ts')).pythonScript(text, mark);
  return path.endsWith('.sh') || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text) ? shellScript(text) : null;
}

/** The files of a tree that a command names: `node verify.js`, `sh scripts/run-tests.sh`. */
export function scriptsOf(argv: string[], paths: string[]): string[] {
  const known = new Set(paths);
  return argv.map((word) => word.replace(/^\.\//, '')).filter((word) => known.has(word));
}

function shellScript(text: string): ScriptControl {
  const start = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  const edits: Edit[] = [];
  for (const match of text.matchAll(/(?<=\s==?\s+)("[^"$`\\]*"|'[^']*'|\w+)(?=\s+\]|\s*(?:$|;|&&|\|\|))/gm))
    edits.push({ start: match.index, end: match.index + match[0].length, text: `${match[0]}~` });
  for (const match of text.matchAll(/(?<=\s-eq\s+)\d+\b/g))
    edits.push({ start: match.index, end: match.index + match[0].length, text: `${Number(match[0]) + 1}` });
  return {
    canary: `${text.slice(0, start)}exit 1\n${text.slice(start)}`,
    leaves: `${text}\nexit 1\n`,
    mutated: edits.length > 0 ? applied(text, edits) : null,
  };
}
