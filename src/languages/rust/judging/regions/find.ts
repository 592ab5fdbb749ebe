import type { Regions } from '../../../judging/regions/shape.ts';
import { foldersAbove } from '../../../related.ts';
import type { Files, Runner } from '../../../runner.ts';
import { rustRegions } from './regions.ts';

export async function regionsIn(
  runner: Pick<Runner, 'command'>,
  files: Files,
): Promise<(path: string) => Promise<Regions | null>> {
  const isDocumented = await documentedCrates(files, runner.command(null).argv);
  return async (path) => (path.endsWith('.rs') ? rustRegions(isDocumented(path)) : null);
}

/** Documentation is tested for libraries, unless a target is chosen or the manifest says otherwise. */
async function documentedCrates(files: Files, argv: string[]): Promise<(path: string) => boolean> {
  const end = argv.indexOf('--');
  const cargoWords = argv.slice(0, end === -1 ? undefined : end);
  const chosen = cargoWords.some((word) =>
    /^--(?:lib|bins?|tests?|examples?|bench(?:es)?|all-targets)(?:=|$)/.test(word),
  );
  if (chosen && !cargoWords.includes('--doc')) return () => false;
  const manifests = files.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path));
  const silent = new Set<string>();
  for (const path of manifests) if (/^\s*doctest\s*=\s*false/m.test((await files.read(path)) ?? '')) silent.add(path);
  return (path) => {
    const nearest = foldersAbove(path).find((folder) => manifests.includes(`${folder}Cargo.toml`));
    return nearest === undefined || !silent.has(`${nearest}Cargo.toml`);
  };
}
