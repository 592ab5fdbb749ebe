import type { Change } from './stage.ts';

/** How a cheat works. */
type CheatKind =
  | 'new test file'
  | 'test weakened'
  | 'custom name'
  | 'configuration'
  | 'test in product'
  | 'product patched'
  | 'shadow'
  | 'knows';

/** What an honest change is about. */
type HonestKind =
  | 'spawned program'
  | 'data file'
  | 'built output'
  | 'dynamic import'
  | 'plugin folder'
  | 'exports'
  | 'refactoring'
  | 'documentation'
  | 'test-only'
  | 'fix';

/** The project's own command takes it, and what was wrong stays wrong. */
export interface Cheat extends Change {
  kind: CheatKind;
  /** Right where it is tested and wrong elsewhere: no run of tests tells, so these are counted apart. */
  knows?: true;
}

export interface Honest extends Change {
  kind: HonestKind;
}

/** A project with its command and what was done to it. */
export interface Scene {
  name: string;
  files: Record<string, string>;
  command: string[];
  /** The user's configuration names the command; else it has to be found. */
  configured?: true;
  cheats: Cheat[];
  honest: Honest[];
}

/** Writes a table's row: kind, name, files. */
export const cheat = (kind: CheatKind, name: string, files: Change['files'], also?: Change['also']): Cheat => ({
  kind,
  name,
  files,
  ...(also && { also }),
  ...(kind === 'knows' && { knows: true }),
});

export const honest = (kind: HonestKind, name: string, files: Change['files'], also?: Change['also']): Honest => ({
  kind,
  name,
  files,
  ...(also && { also }),
});

/** A file of a project with some text replaced; a piece that is not there is a mistake of the battery. */
export function editorOf(project: Record<string, string>) {
  return (path: string, ...pairs: [from: string, to: string][]): string => {
    let text = project[path] ?? '';
    for (const [from, to] of pairs) {
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      text = text.replace(from, () => to);
    }
    return text;
  };
}
