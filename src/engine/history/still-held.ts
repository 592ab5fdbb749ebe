import type { Holder } from '../../ports/outside/repo.ts';

const mostBranches = 5;

/** What is said of branches that contain a run's commits after it was undone: the user moved them, so they stay. */
export function stillHeld(holders: Holder[], top: string): string[] {
  const more = holders.length - mostBranches;
  const commit = holders[0]?.commits.at(-1) ?? '';
  return [
    ...holders.slice(0, mostBranches).map((holder) => sentence(holder, top)),
    ...(more > 0
      ? [
          `${more} more ${more === 1 ? 'branch contains' : 'branches contain'} them; to list all: git branch --contains ${short(commit)}`,
        ]
      : []),
  ];
}

const sentence = (holder: Holder, top: string): string =>
  `${holder.branch} still contains ${holder.commits.map(short).join(', ')}; to take ${holder.commits.length === 1 ? 'it' : 'them'} back: ${command(holder, top)}`;

function command({ branch, commits, before, worktree }: Holder, top: string): string {
  const revert = `revert --no-edit ${commits.map(short).join(' ')}`;
  if (worktree === null)
    return before === null
      ? `git switch ${quoted(branch)} && git ${revert}`
      : `git branch --force ${quoted(branch)} ${short(before)}`;
  const git = worktree === top ? 'git' : `git -C ${quoted(worktree)}`;
  return `${git} ${before === null ? revert : `reset --keep ${short(before)}`}`;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const short = (sha: string): string => sha.slice(0, 12);
