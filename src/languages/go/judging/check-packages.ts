import { bareCode } from '../../../code/bare-code.ts';
import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { importsOf } from '../code/imports.ts';
import { goCode } from '../code/style.ts';

const frameworks = /^(?:testing|testing\/\w+|.*\/(?:testify|gomega|ginkgo|qt|go-cmp|gotest\.tools)(?:\/.*)?)$/;

/**
 * The folders, each with a slash at the end, of packages that use the test framework and that only tests import, tests of
 * other packages among them: a package that only its own tests import is what a library of test tools offers.
 */
export async function checkPackages(files: Files): Promise<string[]> {
  const sources = files.paths.filter((path) => path.endsWith('.go')).slice(0, 5000);
  const module = /^\s*module\s+"?([^\s"]+)/m.exec((await files.read('go.mod')) ?? '')?.[1];
  const isOwn = (name: string) => module !== undefined && (name === module || name.startsWith(`${module}/`));
  const [checking, imported, tested] = [new Set<string>(), new Set<string>(), new Map<string, Set<string>>()];
  for (const [path, text] of await readAll(files, sources)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { path: name } of importsOf(bareCode(text, goCode))) {
      if (path.endsWith('_test.go')) tested.set(name, (tested.get(name) ?? new Set()).add(folder));
      else if (frameworks.test(name) && !isOwn(name)) checking.add(folder);
      else imported.add(name);
    }
  }
  const isAt = (name: string, folder: string) => `${name}/`.endsWith(`/${folder}`);
  const isProduct = (folder: string) => [...imported].some((name) => isAt(name, folder));
  const helpsOthers = (folder: string) =>
    [...tested].some(([name, users]) => isAt(name, folder) && [...users].some((user) => user !== folder));
  return [...checking].filter(
    (folder) => folder !== '' && !isProduct(folder) && (folder.includes('internal/') || helpsOthers(folder)),
  );
}
