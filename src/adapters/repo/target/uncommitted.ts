import type { Target } from '../../../ports/outside/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { filtersOff } from '../overrides.ts';
import { records } from '../path-text.ts';
import { globalIgnore } from './capture.ts';
import { userPlace } from './publish.ts';

/** How many files, or folders that are new as a whole, differ from the checked-out commit; those that are ignored do not count. */
export async function uncommitted(git: Git, env: Record<string, string | undefined>, target: Target): Promise<number> {
  const config: GitCall['config'] = [['core.excludesFile', await globalIgnore(git, env, target)]];
  return (await changesIn(git, target, 'normal', config)).length;
}

/** Untracked files are in nobody's way. */
export const isClean = async (git: Git, target: Target): Promise<boolean> =>
  (await changesIn(git, target, 'no')).length === 0;

/** Asked without the programs that the repository would have git run. */
async function changesIn(
  git: Git,
  target: Target,
  untracked: 'no' | 'normal',
  config: NonNullable<GitCall['config']> = [],
): Promise<Buffer[]> {
  const place = { ...userPlace(target), work_tree: target.top, dir: target.top };
  const names = await git(['config', '--list', '-z', '--name-only'], place);
  const args = ['status', '--porcelain', '-z', '--no-renames', `--untracked-files=${untracked}`, '--ignore-submodules'];
  const changes = await git(args, { ...place, config: [...filtersOff(names.stdout), ...config] });
  return records(changes.stdout);
}
