import { languages } from '../../registry.ts';
import type { Files } from '../../runner.ts';
import type { Linter } from './linter.ts';

/** The linters that a tree is configured for, by its own files. Whether they are installed shows when they are run. */
export async function lintersFor(files: Files): Promise<Linter[]> {
  const linters = await Promise.all(languages().map(({ checks }) => checks?.linters?.(files) ?? []));
  return linters.flat();
}

/** The type checkers that a tree is configured for, by its own files. */
export async function typeCheckersFor(files: Files): Promise<Linter[]> {
  const checkers = await Promise.all(languages().map(({ checks }) => checks?.typeCheckers?.(files) ?? []));
  return checkers.flat();
}
