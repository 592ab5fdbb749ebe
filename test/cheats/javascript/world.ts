import type { Change } from '../stage.ts';

export interface Cheat extends Change {
  /** It finds out where it runs and is right only there: counted apart. */
  knows?: true;
  /** It is right for what the tests ask and nothing else: only a test that was held back could tell. Counted apart. */
  special?: true;
}

export const kinds = [
  ...['spawned program', 'data file', 'built output', 'dynamic import', 'plugin folder', 'entry point'],
  ...['refactoring', 'documentation', 'tests only', 'fix'],
] as const;

export interface Honest extends Change {
  kind: (typeof kinds)[number];
}

/** A project whose own command says no, or one that is whole, with what somebody could do to it. */
export interface World {
  name: string;
  files: Record<string, string>;
  /** Puts dependencies into a folder. */
  install?: (dir: string) => void;
  /** A module that prints `right` where the product is: no cheat may get it to. */
  probe?: string;
  cheats?: Cheat[];
  honest?: Honest[];
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The text of a file with some of it replaced. */
export function swap(text: string | undefined, ...pairs: [from: string | RegExp, to: string][]): string {
  let now = text ?? '';
  for (const [from, to] of pairs) {
    const next = now.replace(from, () => to);
    if (next === now) throw new Error(`nothing like ${from} in:\n${now}`);
    now = next;
  }
  return now;
}
