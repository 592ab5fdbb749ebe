import type { RepoPath } from '../../../schema/code/path.ts';
import { foldersAbove } from '../../related.ts';
import { isCheck } from '../used/commands.ts';
import { governsExisting, isManifest, onlyListsMore, protectedKeysChanged } from './manifests.ts';
import { isProtected, locksTheSame } from './protected.ts';

/** A file as base has it and as a change wants it; null: it is not there. */
export interface FileChange {
  path: RepoPath;
  base: string | null;
  now: string | null;
  status: 'added' | 'modified' | 'deleted';
}

export interface Protecting {
  isTest: (path: RepoPath) => boolean;
  /** Files that steer base's tests without being tests, each with why it is protected. */
  used: ReadonlyMap<RepoPath, string>;
  /** The files of base. */
  before: ReadonlySet<RepoPath>;
  /** Whether a changed manifest at most names more packages of its own tree. */
  isGrown(path: RepoPath): boolean | Promise<boolean>;
}

/** Why a file stays as base has it, whatever a change makes of it; null: it may change so. */
export async function breachOf(
  { path, base, now, status }: FileChange,
  { isTest, used, before, isGrown }: Protecting,
): Promise<string | null> {
  const protection = isProtected(path, isTest, status !== 'added');
  if (protection && locksTheSame(path, base, now)) return null;
  if (protection && !isSourceList()) return protection.rule;
  const use = [path, ...foldersAbove(path)].map((each) => used.get(each)).find((why) => why !== undefined);
  if (use !== undefined) return use;
  if (status === 'added' && (![...before].some(isTest) || !governsExisting(path, before))) return null;
  if (!isManifest(path) || (await isGrown(path))) return null;
  const keys = protectedKeysChanged(path, base, now);
  return keys.length > 0 ? `protected keys: ${keys.join(', ')}` : null;

  /** A build file, apart from tests, to which sources of the product were added. */
  function isSourceList(): boolean {
    if (status !== 'modified' || isTest(path) || isCheck.test(folderOf(path))) return false;
    return onlyListsMore(path, base, now);
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
