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
export async function push(git: Git, privateDir: string, target: Target, request: Push, point: Point): Promise<Pushed> {
  const remotes = await remotesOf(git, target);
  const named = request.remote === undefined ? remotes[0] : remotes.find(({ name }) => name === request.remote);
  if (!named) return { fault: noRemote(request) };
  const remote: Address = named;
  if (remote.address.startsWith('-') || (await isInside(remote, target))) return { fault: unsafe(remote, request) };
  const label = { name: remote.name, url: remote.url };
  const place: GitCall = { dir: privateDir, git_dir: privateDir, reaches: true };
  const ref = `refs/heads/${request.branch}`;

  try {
    const before = await tipAt(ref);
    if (typeof before === 'object' && before !== null) return before;
    if (before === request.sha) return { remote: label, already: true };
    if (before !== null && before !== (request.replaces ?? null) && !(await isAncestor(before)))
      return { fault: moved(remote, request, before) };
    point('git.push.ready');
    const args = ['push', '--porcelain', '--recurse-submodules=no', '--no-follow-tags', '--no-signed'];
    const lease = `--force-with-lease=${ref}:${before ?? ''}`;
    const answer = await git([...args, lease, '--', remote.address, `${request.sha}:${ref}`], {
      ...place,
      answers: [0, 1, 128],
    });
    if (answer.exit_code !== 0) return { fault: faultOf(cleanAnswer(answer), remote, request) };
    point('git.push.done');
    return { remote: label, already: false };
  } catch (error) {
    if (!(error instanceof RepoError) || error.reason !== 'git_timeout') throw error;
    return { fault: slow(remote, request) };
  }

  async function tipAt(name: string): Promise<string | null | { fault: GitFault }> {
    const listing = await git(['ls-remote', '--', remote.address, name], { ...place, answers: [0, 1, 128] });
    if (listing.exit_code !== 0) return { fault: faultOf(cleanAnswer(listing), remote, request) };
    const lines = listing.stdout.toString('utf8').split('\n');
    return (
      lines
        .map((line) => line.split('\t'))
        .find(([, at]) => at === name)
        ?.at(0) ?? null
    );
  }

  async function isAncestor(sha: string): Promise<boolean> {
    const args = ['merge-base', '--is-ancestor', sha, request.sha];
    const check = await git(args, { dir: privateDir, git_dir: privateDir, answers: [0, 1, 128] });
    return check.exit_code === 0;
  }

  function cleanAnswer({ exit_code, stdout, stderr }: { exit_code: number; stdout: Buffer; stderr: string }) {
    const clean = (text: string) => withoutSecrets(text, remote.address);
    return { exit_code, stdout: clean(stdout.toString('utf8')), stderr: clean(stderr) };
  }
}

const command = (remote: string, { branch }: Push): string => `git push ${remote} ${branch}`;

function noRemote(request: Push): GitFault {
  const name = request.remote ?? 'origin';
  return {
    reason: 'no_remote',
    command: command(name, request),
    exit_code: null,
    message: request.remote === undefined ? 'the repository has no remote' : `there is no remote ${request.remote}`,
    cure: `add one with git remote add ${name} URL`,
    passing: false,
  };
}

function unsafe(remote: Address, request: Push): GitFault {
  return {
    reason: 'unsafe_remote',
    command: command(remote.name, request),
    exit_code: null,
    message: `the remote ${remote.name} (${remote.url}) is inside the repository itself, so its hooks are not trusted`,
    cure: 'point it to a place outside of the repository',
    passing: false,
  };
}

function moved(remote: Address, request: Push, at: string): GitFault {
  return {
    reason: 'moved',
    command: command(remote.name, request),
    exit_code: null,
    message: `${request.branch} on ${remote.name} is at ${at.slice(0, 12)}, which is not part of this work`,
    cure: `look at it with git fetch ${remote.name} ${request.branch}, then push by hand`,
    passing: false,
  };
}

function slow(remote: Address, request: Push): GitFault {
  return {
    reason: 'unreachable',
    command: command(remote.name, request),
    exit_code: null,
    message: `${remote.url} did not answer in time`,
    cure: 'check the network, then push by hand',
    passing: true,
  };
}
