import { RepoError } from '../../../ports/errors.ts';
import type { GitFault, Push, Pushed, Target } from '../../../ports/outside/repo.ts';
import type { Point } from '../../../ports/point.ts';
import type { Git, GitCall } from '../git.ts';
import { faultOf } from './fault.ts';
import { type Address, isInside, remotesOf } from './remotes.ts';
import { withoutSecrets } from './url.ts';

/**
 * Pushes one commit as one branch, from a git directory of ours, so that no configuration or hook of the user's
 * repository takes part. It looks before it acts, and leases what it saw: nothing that others pushed is replaced.
 */
export async function push(git: Git, privateDir: string, target: Target, wanted: Push, point: Point): Promise<Pushed> {
  const remotes = await remotesOf(git, target);
  const named = wanted.remote === undefined ? remotes[0] : remotes.find(({ name }) => name === wanted.remote);
  if (!named) return { fault: noRemote(wanted) };
  const remote: Address = named;
  if (remote.address.startsWith('-') || (await isInside(remote, target))) return { fault: unsafe(remote, wanted) };
  const shown = { name: remote.name, url: remote.url };
  const place: GitCall = { dir: privateDir, git_dir: privateDir, reaches: true };
  const ref = `refs/heads/${wanted.branch}`;

  try {
    const before = await tipAt(ref);
    if (typeof before === 'object' && before !== null) return before;
    if (before === wanted.sha) return { remote: shown, already: true };
    if (before !== null && before !== (wanted.replaces ?? null) && !(await isAncestor(before)))
      return { fault: moved(remote, wanted, before) };
    point('git.push.ready');
    const args = ['push', '--porcelain', '--recurse-submodules=no', '--no-follow-tags', '--no-signed'];
    const lease = `--force-with-lease=${ref}:${before ?? ''}`;
    const answer = await git([...args, lease, '--', remote.address, `${wanted.sha}:${ref}`], {
      ...place,
      answers: [0, 1, 128],
    });
    if (answer.exit_code !== 0) return { fault: faultOf(said(answer), remote, wanted) };
    point('git.push.done');
    return { remote: shown, already: false };
  } catch (error) {
    if (!(error instanceof RepoError) || error.reason !== 'git_timeout') throw error;
    return { fault: slow(remote, wanted) };
  }

  async function tipAt(name: string): Promise<string | null | { fault: GitFault }> {
    const asked = await git(['ls-remote', '--', remote.address, name], { ...place, answers: [0, 1, 128] });
    if (asked.exit_code !== 0) return { fault: faultOf(said(asked), remote, wanted) };
    const lines = asked.stdout.toString('utf8').split('\n');
    return (
      lines
        .map((line) => line.split('\t'))
        .find(([, at]) => at === name)
        ?.at(0) ?? null
    );
  }

  async function isAncestor(sha: string): Promise<boolean> {
    const args = ['merge-base', '--is-ancestor', sha, wanted.sha];
    const asked = await git(args, { dir: privateDir, git_dir: privateDir, answers: [0, 1, 128] });
    return asked.exit_code === 0;
  }

  function said({ exit_code, stdout, stderr }: { exit_code: number; stdout: Buffer; stderr: string }) {
    const clean = (text: string) => withoutSecrets(text, remote.address);
    return { exit_code, stdout: clean(stdout.toString('utf8')), stderr: clean(stderr) };
  }
}

const command = (remote: string, { branch }: Push): string => `git push ${remote} ${branch}`;

function noRemote(wanted: Push): GitFault {
  const name = wanted.remote ?? 'origin';
  return {
    reason: 'no_remote',
    command: command(name, wanted),
    exit_code: null,
    message: wanted.remote === undefined ? 'the repository has no remote' : `there is no remote ${wanted.remote}`,
    cure: `add one with git remote add ${name} URL`,
    passing: false,
  };
}

function unsafe(remote: Address, wanted: Push): GitFault {
  return {
    reason: 'unsafe_remote',
    command: command(remote.name, wanted),
    exit_code: null,
    message: `the remote ${remote.name} (${remote.url}) is inside the repository itself, so its hooks are not trusted`,
    cure: 'point it to a place outside of the repository',
    passing: false,
  };
}

function moved(remote: Address, wanted: Push, at: string): GitFault {
  return {
    reason: 'moved',
    command: command(remote.name, wanted),
    exit_code: null,
    message: `${wanted.branch} on ${remote.name} is at ${at.slice(0, 12)}, which is not part of this work`,
    cure: `look at it with git fetch ${remote.name} ${wanted.branch}, then push by hand`,
    passing: false,
  };
}

function slow(remote: Address, wanted: Push): GitFault {
  return {
    reason: 'unreachable',
    command: command(remote.name, wanted),
    exit_code: null,
    message: `${remote.url} did not answer in time`,
    cure: 'check the network, then push by hand',
    passing: true,
  };
}
