import { absentIn } from '../../../languages/checks/lookup.ts';
import { languages } from '../../../languages/registry.ts';
import { foldersAbove } from '../../../languages/related.ts';
import type { Runner } from '../../../languages/runner.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { ScopePath } from '../../../schema/code/path.ts';
import type { Place } from '../candidate.ts';
import { runTool } from '../runs/tool.ts';

/** Whether code is run by people with what they have installed, not by tests. */
export const isAside = (path: string): boolean =>
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|website|bench(?:marks?)?|scripts?|tools?|misc|contrib)\//.test(path);

const limit_ms = 10_000;

/** Packages by language. */
export type Packages = Map<string, Set<string>>;

export interface Surroundings extends Place {
  runner: Runner | null;
}

/** Which of these packages cannot be imported by the changed files, seen in the sandbox where tests run. */
export async function absentPackages(
  clone: Clone,
  tree: string,
  packages: Packages,
  changed: ScopePath[],
  place: Surroundings,
): Promise<Packages> {
  const files = await filesIn(clone, tree, place.target.scope);
  const absent: Packages = new Map();
  for (const { name, owns, checks } of languages()) {
    const names = [...(packages.get(name) ?? [])];
    if (names.length === 0) continue;
    const folders = [...new Set(changed.filter(owns).flatMap(foldersAbove))].map((folder) => folder.replace(/\/$/, ''));
    const lookup = (await checks?.lookup?.(names, folders, files, place.runner)) ?? null;
    if (lookup === null) continue;
    const result = await runTool(
      clone,
      'reading',
      tree,
      { ...lookup, dirs: folders },
      { ...place, timeout_ms: limit_ms },
    );
    absent.set(name, new Set(absentIn(result)));
  }
  return absent;
}
