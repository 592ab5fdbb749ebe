import { languageOfRunner } from '../../registry.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Regions } from './shape.ts';

export type { Regions } from './shape.ts';

/**
 * Tests inside of product files, where base's own command and configuration run them. `files` are base's. The function
 * answers for one path; null: no such tests can be in it.
 */
export async function regionsOf(
  runner: Pick<Runner, 'id' | 'command'>,
  files: Files,
): Promise<(path: string) => Promise<Regions | null>> {
  const regionsAt = await languageOfRunner(runner.id)?.judging?.regions?.(runner, files);
  return regionsAt ?? (async () => null);
}
