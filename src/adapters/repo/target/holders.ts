import type { Holder, Target } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { userPlace } from './publish.ts';
import { isClean } from './uncommitted.ts';

interface Ref {
  name: string;
  tip: string;
  worktree: string;
}

/** The branches that contain any of these commits, and whether they could go back to before them. */
export async function holders(git: Git, target: Target, commits: string[]): Promise<Holder[]> {
  const parents = await parentsOf(git, target, commits);
  const present = commits.filter((commit) => parents.has(commit));
  if (present.length === 0) return [];
  const refs = await refsWith(git, target, present);
  const branches = refs.filter(({ name }) => name.startsWith('refs/heads/'));
  const list: Holder[] = [];
  for (const { name, tip, worktree } of branches) {
    const branch = name.slice('refs/heads/'.length);
    const contained = await within(git, target, tip, present, parents);
    if (contained.length === 0) continue;
    const isPushed = refs.some((ref) => ref.name.startsWith('refs/remotes/') && ref.name.endsWith(`/${branch}`));
    const isFree = worktree === '' || (worktree === target.top && (await isClean(git, target)));
    const before = isFree && !isPushed ? await placeBefore(git, target, tip, contained) : null;
    list.push({ branch, commits: contained, before, worktree: worktree || null });
  }
  return list.sort((a, b) => Number(b.worktree === target.top) - Number(a.worktree === target.top));
}

/** Of those that are in the repository. */
async function parentsOf(git: Git, target: Target, commits: string[]): Promise<Map<string, string[]>> {
  const args = ['rev-list', '--no-walk', '--ignore-missing', '--parents', ...commits];
  const lines = await linesOf(git, target, args);
  return new Map(lines.map((line) => line.split(' ')).map(([commit = '', ...parents]) => [commit, parents]));
}

async function refsWith(git: Git, target: Target, commits: string[]): Promise<Ref[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(worktreepath)';
  const contains = commits.flatMap((commit) => ['--contains', commit]);
  const lines = await linesOf(git, target, ['for-each-ref', format, ...contains, 'refs/heads', 'refs/remotes']);
  return lines.map((line) => {
    const [name = '', tip = '', worktree = ''] = line.split('\0');
    return { name, tip, worktree };
  });
}

/** Which of the commits a tip has and did not revert, the newest first. */
async function within(
  git: Git,
  target: Target,
  tip: string,
  commits: string[],
  parents: Map<string, string[]>,
): Promise<string[]> {
  const wanted = new Set(commits);
  const outside = commits.flatMap((commit) => parents.get(commit) ?? []).filter((parent) => !wanted.has(parent));
  const range = [tip, '--not', ...outside];
  const reverted = await revertedIn(git, target, range);
  const ancestry = await linesOf(git, target, ['rev-list', '--topo-order', ...range]);
  return ancestry.filter((commit) => wanted.has(commit) && !reverted.has(commit));
}

/** What `git revert` wrote down as reverted, unless that was reverted in turn. */
async function revertedIn(git: Git, target: Target, range: string[]): Promise<Set<string>> {
  const words = ['--fixed-strings', '--grep=This reverts commit'];
  const args = ['rev-list', '--topo-order', '--format=%x00%H%n%B', ...words, ...range];
  const texts = (await git(args, userPlace(target))).stdout.toString('utf8').split('\0').slice(1);
  const reverted = new Set<string>();
  for (const text of texts) {
    if (reverted.has(text.slice(0, text.indexOf('\n')))) continue;
    const reversal =
      /This reverts commit ([0-9a-f]{40,64})(?:,\s+reversing\s+changes\s+made\s+to\s+([0-9a-f]{40,64}))?/g;
    for (const [, commit = '', mainline] of text.matchAll(reversal)) {
      reverted.add(commit);
      if (mainline === undefined) continue;
      const merged = ['rev-list', '--ignore-missing', commit, '--not', mainline];
      for (const one of await linesOf(git, target, merged)) reverted.add(one);
    }
  }
  return reverted;
}

/** The commit before them where they, and at most the merge that brought them, are the last that was done. */
async function placeBefore(git: Git, target: Target, tip: string, commits: string[]): Promise<string | null> {
  const parents = await parentsOf(git, target, [tip, ...commits]);
  const isMerge = (parents.get(tip)?.length ?? 0) > 1 && !commits.includes(tip);
  let before = isMerge ? parents.get(tip)?.[0] : tip;
  while (before !== undefined && commits.includes(before)) before = parents.get(before)?.[0];
  if (before === undefined) return null;
  const lost = await linesOf(git, target, ['rev-list', tip, '--not', before]);
  const wanted = new Set(isMerge ? [tip, ...commits] : commits);
  return lost.length === wanted.size && lost.every((commit) => wanted.has(commit)) ? before : null;
}

async function linesOf(git: Git, target: Target, args: string[]): Promise<string[]> {
  const text = (await git(args, userPlace(target))).stdout.toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}
