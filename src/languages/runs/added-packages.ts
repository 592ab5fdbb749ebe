import type { ScopePath } from '../../schema/code/path.ts';
import type { TestsPolicy } from '../../schema/settings/policy.ts';
import { isManifest } from '../judging/protection/manifests.ts';
import type { Files, Runner } from '../runner.ts';
import { detectRunner } from './detect.ts';
import { several } from './several.ts';

/** The folders of packages that a change adds: each has a manifest of its own, and base has no file in it. */
export function addedPackages(base: readonly string[], added: readonly string[]): string[] {
  const folders = added.filter((path) => path.includes('/') && isManifest(path)).map(folderOf);
  return [...new Set(folders)].filter((folder) => !base.some((path) => path.startsWith(`${folder}/`)));
}

/** Whether a path is one of these folders or in one. */
export const isWithin = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => `${path}/`.startsWith(`${folder}/`));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * Base's runner, which knows the packages that a change adds as well. Only what lies in those, and the
 * manifests that name them, is read from the change: they are tested as they say themselves, and everything else as base says.
 */
export async function withAdded(
  runner: Runner | null,
  { folders, grown, read }: { folders: string[]; grown: ScopePath[]; read: Files['read'] },
  base: Files,
  tests: TestsPolicy,
): Promise<Runner | null> {
  const isAdded = (path: ScopePath) => isWithin(path, folders);
  const isRead = (path: ScopePath) => isAdded(path) || grown.includes(path);
  const files = { paths: base.paths, read: (path: ScopePath) => (isRead(path) ? read(path) : base.read(path)) };
  const whole = folders.length === 0 ? null : await detectRunner(files, tests);
  if (!whole) return runner;
  if (!whole.parts) return runner?.id === whole.id ? { ...whole, ...isTestOf(runner, whole) } : runner;
  const added = whole.parts.filter(({ dir }) => isAdded(dir));
  if (added.length === 0) return runner;
  const own = runner ? (runner.parts ?? [{ dir: '', runner }]) : [];
  return { ...several([...own, ...added]), ...(runner?.unrun && { unrun: runner.unrun }) };
}

const isTestOf = (runner: Runner, whole: Runner): Pick<Runner, 'isTest'> => ({
  isTest: (path) => runner.isTest(path) || whole.isTest(path),
});
