/** Files that tests keep for being broken. */
export function isDeliberate(path: string): boolean {
  return /(?:^|\/)(?:fixtures?|__fixtures__|testdata)\//.test(path);
}
