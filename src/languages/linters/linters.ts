import { readManifest } from '../javascript/detect.ts';
import type { Files } from '../language.ts';
import { clippy, goVet } from './compiled.ts';
import { biome, eslint, oxlint } from './javascript.ts';
import type { Linter } from './linter.ts';
import { flake8, ruff } from './python.ts';

/** The linters that a tree is configured for, by its own files. Whether they are installed shows when they are run. */
export async function lintersFor(files: Files): Promise<Linter[]> {
  const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path));
  const says = async (path: string, pattern: RegExp) =>
    files.paths.includes(path) && pattern.test((await files.read(path)) ?? '');
  const { content, dependencies } = await readManifest(files);
  const found: Linter[] = [];

  if (has(/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:[cm]?js|json|ya?ml))?)$/) || 'eslintConfig' in content)
    found.push(eslint);
  if (has(/^\.?biome\.jsonc?$/)) found.push(biome);
  if (has(/^\.?oxlint(?:rc)?\.(?:jsonc?|config\.[cm]?[jt]s)$/) || 'oxlint' in dependencies) found.push(oxlint);
  if (has(/^\.?ruff\.toml$/) || (await says('pyproject.toml', /^\s*\[tool\.ruff\b/m))) found.push(ruff);
  else if (has(/^\.flake8$/) || (await says('setup.cfg', /^\[flake8\]/m)) || (await says('tox.ini', /^\[flake8\]/m)))
    found.push(flake8);
  if (has(/^go\.(?:mod|work)$/) && (await isAsked(files, /\bgo vet\b|\bgolangci-lint\b/))) found.push(goVet);
  const lints = has(/^\.?clippy\.toml$/) || (await says('Cargo.toml', /^\s*\[(?:workspace\.)?lints\.clippy\]/m));
  if (has(/^Cargo\.toml$/) && (lints || (await isAsked(files, /\bcargo clippy\b/)))) found.push(clippy);
  return found;
}

/** Whether the files that people and servers check a tree with ask for a linter that needs no configuration. */
async function isAsked(files: Files, command: RegExp): Promise<boolean> {
  const named = files.paths.filter((path) =>
    /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.golangci\.(?:ya?ml|toml|json)|\.?[Mm]akefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml)$/.test(
      path,
    ),
  );
  for (const path of named.slice(0, 20)) {
    if (path.startsWith('.golangci.') && command.test('golangci-lint')) return true;
    if (command.test((await files.read(path)) ?? '')) return true;
  }
  return false;
}
