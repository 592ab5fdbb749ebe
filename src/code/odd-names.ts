export const oddName = 'a name that some file systems fold';

/** A path as the most lenient file system finds it: any case, any spelling of a letter. */
export function foldedName(path: string): string {
  return path.normalize('NFKC').replace(invisible, '').toLowerCase();
}

/**
 * Whether an added path may be another one elsewhere: it is not in the usual form of its letters, holds letters that
 * only look like plain ones, or parts that end in what some systems drop.
 */
export function isOddName(path: string): boolean {
  if (path !== path.normalize('NFC') || path.search(invisible) !== -1 || /[\\]|:\$\w+$/.test(path)) return true;
  return path.split('/').some((part) => {
    if (/[. ]$/.test(part)) return true;
    const plain = part.normalize('NFKC');
    return plain !== part && ascii.test(plain);
  });
}

/** Added paths that are one file with another path where case and spelling do not count. */
export function foldedTwins(added: string[], all: string[]): { file: string; rule: string }[] {
  const paths = new Map<string, string[]>();
  for (const path of all) paths.set(foldedName(path), [...(paths.get(foldedName(path)) ?? []), path]);
  return added.flatMap((file) => {
    const twin = paths.get(foldedName(file))?.find((path) => path !== file);
    return twin === undefined ? [] : [{ file, rule: `${oddName}: ${twin}` }];
  });
}

const ascii = /^[\x20-\x7e]+$/;
/** Soft hyphens, marks of direction, joiners, spaces without a width, tags, and control characters. */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
