import type { Files, Runner } from '../language.ts';
import { foldersAbove } from '../related.ts';
import type { Regions } from './shape.ts';

export type { Regions } from './shape.ts';

/**
 * Tests inside of product files, where base's own command and configuration run them. `files` are base's. The function
 * answers for one path; null: no such tests can be in it.
 */
export async function regionsOf(
  runner: Pick<Runner, 'id' | 'command'>,
  files: Files,
): Promise<(path: string) => Promise<Regions | null>> {
  const { argv } = runner.command(null);
  const configured = async (names: RegExp, wanted: RegExp) => {
    const texts = await Promise.all(files.paths.filter((path) => names.test(path)).map((path) => files.read(path)));
    return [argv.join('\n'), ...texts].some((text) => wanted.test(text ?? ''));
  };
  if (runner.id === 'cargo') {
    const isDocumented = await documentedCrates(files, argv);
    return async (path) =>
      path.endsWith('.rs') ? (await import('../rust/regions/regions.ts')).rustRegions(isDocumented(path)) : null;
  }
  const settings = /(?:^|\/)(?:pytest\.ini|\.pytest\.ini|pytest\.toml|pyproject\.toml|tox\.ini|setup\.cfg)$/;
  if (runner.id === 'pytest' && (await configured(settings, /--doctest-modules/)))
    return async (path) => (path.endsWith('.py') ? (await import('../python/regions.ts')).pythonRegions() : null);
  const configs = /(?:^|\/)(?:vite(?:st)?\.[\w.]*[cm]?[jt]s|package\.json)$/;
  if (runner.id === 'vitest' && (await configured(configs, /includeSource|include-source/)))
    return async (path) =>
      /\.[cm]?[jt]sx?$/.test(path) ? (await import('../javascript/regions.ts')).javascriptRegions(path) : null;
  return async () => null;
}

/** Documentation is tested for libraries, unless a target is chosen or the manifest says otherwise. */
async function documentedCrates(files: Files, argv: string[]): Promise<(path: string) => boolean> {
  const end = argv.indexOf('--');
  const asked = argv.slice(0, end === -1 ? undefined : end);
  const chosen = asked.some((word) => /^--(?:lib|bins?|tests?|examples?|bench(?:es)?|all-targets)(?:=|$)/.test(word));
  if (chosen && !asked.includes('--doc')) return () => false;
  const manifests = files.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const silent = new Set<string>();
  for (const path of manifests) if (/^\s*doctest\s*=\s*false/m.test((await files.read(path)) ?? '')) silent.add(path);
  return (path) => {
    const nearest = foldersAbove(path).find((folder) => manifests.includes(`${folder}Cargo.toml`));
    return nearest === undefined || !silent.has(`${nearest}Cargo.toml`);
  };
}
