import { matcherOf } from '../../../code/globs.ts';
import { foldedName, isOddName, oddName } from '../../../code/odd-names.ts';
import type { Language } from '../../language.ts';
import { languages } from '../../registry.ts';
import { isManifest } from './manifests.ts';
import type { ProtectedPattern } from './shape.ts';

/** Among sources, a specification is what the product is about. */
const testFolder =
  /(?:^|\/)(?:test|tests|__tests__|testdata|__fixtures__)\/|^(?!(?:.*\/)?(?:src|lib|app)\/)(?:.*\/)?spec\//;

/**
 * Why the judge takes a file from base instead of from the change; null when the change may have it. Names are compared
 * without regard to case, since some file systems and programs find them so. New tests are free; anything else that
 * matches is not, added or changed. See `protectedKeysChanged` for files protected in parts.
 */
export function isProtected(
  path: string,
  isTest: (path: string) => boolean,
  existsOnBase: boolean,
): { rule: string } | null {
  const folded = foldedName(path);
  const pattern = patterns().find(({ matches }) => matches(folded));
  if (pattern && (existsOnBase || !pattern.free?.test(path))) return { rule: pattern.rule };
  if (!existsOnBase && isOddName(path)) return { rule: oddName };
  for (const { protection } of languages()) {
    const { shadowsRunner, shadowsLibrary } = protection ?? {};
    if (shadowsRunner?.test(folded) || (!existsOnBase && shadowsLibrary?.test(path)))
      return { rule: 'shadows the test runner' };
  }
  if (!existsOnBase && languages().some(({ protection }) => protection?.loadsTests?.test(folded)))
    return { rule: 'changes how existing tests load' };
  if (existsOnBase && isTest(path)) return { rule: 'existing test' };
  if (existsOnBase && testFolder.test(path) && !isManifest(path)) return { rule: 'existing test support' };
  return null;
}

/** Whether a lock file says the same as before about every package that is not of its own tree. */
export function locksTheSame(path: string, base: string | null, now: string | null): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const lock = languages()
    .flatMap(({ protection }) => protection?.locks ?? [])
    .find((one) => one.name.test(name));
  if (!lock || base === null || now === null) return false;
  const before = lock.foreign(base);
  return before !== null && before === lock.foreign(now);
}

/** Whether tools write a file of this name by themselves. */
export const isWritten = (path: string): boolean =>
  patterns().some(({ written, matches }) => written && matches(foldedName(path)));

type FoldedPattern = ProtectedPattern & { matches: (path: string) => boolean };

/** By language, so that each is put into lower case once. */
const folded = new WeakMap<Language, FoldedPattern[]>();

function patterns(): FoldedPattern[] {
  return languages().flatMap((language) => {
    const cached = folded.get(language);
    if (cached) return cached;
    const patterns = (language.protection?.patterns ?? []).map((pattern) => ({
      ...pattern,
      matches: matcherOf(pattern.globs.map((glob) => glob.toLowerCase())),
    }));
    folded.set(language, patterns);
    return patterns;
  });
}
