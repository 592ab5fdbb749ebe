import { bareCode } from '../../../code/bare-code.ts';
import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { importsOf } from '../code/imports.ts';
import { goCode } from '../code/style.ts';

const frameworks = /^(?:testing|testing\/\w+|.*\/(?:testify|gomega|ginkgo|qt|go-cmp|gotest\.tools)(?:\/.*)?)$/;

/** The folders, each with a slash at the end, of packages that use the test framework and that only tests import. */
export async function checkPackages(files: Files): Promise<string[]> {
  const sources = files.paths.filter((path) => path.endsWith('.go'));
  const texts = await readAll(files, sources.filter((path) => !path.endsWith('_test.go')).slice(0, 5000));
  const [checking, imported] = [new Set<string>(), new Set<string>()];
  for (const [path, text] of texts) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { path: name } of importsOf(bareCode(text, goCode))) {
      if (frameworks.test(name)) checking.add(folder);
      else imported.add(name);
    }
  }
  const isProduct = (folder: string) => [...imported].some((name) => `${name}/`.endsWith(`/${folder}`));
  return [...checking].filter((folder) => folder !== '' && !isProduct(folder));
}
