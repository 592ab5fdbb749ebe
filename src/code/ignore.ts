import ignore from 'ignore';

/** The paths that a file in the syntax of .gitignore names; paths and rules stand from the same folder. */
export function ignoring(text: string): (path: string) => boolean {
  const rules = ignore({ ignorecase: false }).add(text);
  return (path) => ignore.isPathValid(path) && rules.ignores(path);
}
