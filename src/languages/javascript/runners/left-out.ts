import type { Running } from '../../runner.ts';

/** Paths without the files of what did not end. */
export const withoutHung = (paths: string[], leftOut: readonly Running[]): string[] =>
  paths.filter((path) => !leftOut.some(({ file }) => file === path));

/** A glob that means this file alone. */
export const literalGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');

/** What is left out as a whole: files that do not load. */
export const wholeFiles = (leftOut: readonly Running[]): Running[] => leftOut.filter(({ names }) => names.length === 0);
