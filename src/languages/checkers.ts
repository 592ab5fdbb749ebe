import type { Checker } from './checker.ts';
import type { Files } from './language.ts';
import { isDeliberate } from './syntax.ts';

/** The parsers for what changed, in the languages that are not parsed in process. `changed` are files of the tree. */
export async function checkersFor(changed: string[], files: Files): Promise<Checker[]> {
  const judged = changed.filter((path) => !isDeliberate(path) && !isForeign(path) && files.paths.includes(path));
  const ending = (end: string) => judged.filter((path) => path.endsWith(end)).slice(0, 500);
  const [go, rust, java] = [ending('.go'), ending('.rs'), ending('.java')];
  const checkers: Checker[] = [];
  if (go.length > 0) checkers.push((await import('./go/gofmt.ts')).gofmt(go));
  if (rust.length > 0) checkers.push(await (await import('./rust/rustfmt.ts')).rustfmt(rust, files));
  if (java.length > 0) checkers.push((await import('./java/javac.ts')).javac(java));
  return checkers;
}

function isForeign(path: string): boolean {
  return /(?:^|\/)(?:vendor|target)\//.test(path);
}
