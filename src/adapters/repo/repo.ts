import { realpath, stat } from 'node:fs/promises';
import { ConfigError, RepoError } from '../../ports/errors.ts';
import type { Clone, Repo } from '../../ports/outside/repo.ts';
import type { Point } from '../../ports/point.ts';
import { inState } from '../state-folder.ts';
import { openClone } from './clone.ts';
import { gitRunner } from './git.ts';
import { findHooks } from './hooks/find.ts';
import { stage } from './hooks/stage.ts';
import type { GitLimits } from './limits.ts';
import { commonOf, makePrivateDir, runFolder } from './private-dir.ts';
import { push } from './remote/push.ts';
import { remotesOf } from './remote/remotes.ts';
import { advance } from './target/advance.ts';
import { capture } from './target/capture.ts';
import { holders } from './target/holders.ts';
import { commonDir, inspect } from './target/inspect.ts';
import { branchTip, deleteBranch, inTheWay, publish, userPlace, worktreeOf } from './target/publish.ts';
import { uncommitted } from './target/uncommitted.ts';
import { mustBeWritable } from './target/writable.ts';
import { treesOf } from './trees/trees.ts';

/** The user's repository and our private clones of it, by the git program. */
export function gitRepo(options: {
  /** Where clones are kept: `$XDG_STATE_HOME/pawl`. */
  state_dir: string;
  env: Record<string, string | undefined>;
  point: Point;
  /** What test runners and tools leave behind, as lines of an ignore file: never a part of a change, also where the project does not ignore it. */
  waste: readonly string[];
  limits?: GitLimits;
}): Repo {
  const { state_dir, env, point } = options;
  const git = gitRunner(env, options.limits);
  const clones = new Map<string, Clone>();
  /** Of targets that were looked at. */
  const gitDirs = new Map<string, string>();

  const cloneOf: Repo['clone'] = async (run, target, only_look = false) => {
    const folder = runFolder(state_dir, run);
    await inState(folder.dir, () => makePrivateDir(git, env, folder, target, options, only_look));
    const clone = clones.get(run) ?? openClone(git, folder, point, env);
    clones.set(run, clone);
    return clone;
  };

  return {
    async inspect(dir) {
      const target = await inspect(git, dir);
      gitDirs.set(dir, target.git_dir);
      return target;
    },
    async commonDir(dir) {
      const gitDir = gitDirs.get(dir);
      return gitDir === undefined ? commonDir(git, dir) : realpath(await commonOf(gitDir));
    },
    branchTip: (target, branch) => branchTip(git, target, branch),
    mustBeWritable,
    uncommitted: (target) => uncommitted(git, env, target),
    worktreeOf: (target, branch) => worktreeOf(git, target, branch),
    obstacle: async (target, branch) => (await inTheWay(git, target, branch)).above,
    holders: (target, commits) => holders(git, target, commits),
    deleteBranch: (target, branch, expected) => deleteBranch(git, target, branch, expected, point),

    async headFiles({ git_dir, head }) {
      const trees = treesOf(git, git_dir);
      const paths = (await trees.entries(head)).map((entry) => entry.path);
      return { paths, read: (path) => trees.read(head, path) };
    },

    async origin({ dir }) {
      const args = ['config', '--local', '--no-includes', '--get', 'remote.origin.url'];
      const answer = await git(args, { dir, answers: [0, 1] });
      return answer.stdout.toString('utf8').replace(/\n$/, '') || null;
    },

    async resolve({ dir }, revision) {
      const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
      const answer = await git(args, { dir, answers: [0, 1, 128] });
      if (answer.exit_code === 0) return answer.stdout.toString('utf8').trim();
      throw new ConfigError(`${JSON.stringify(revision)} is not a commit in this repository`, 'unknown_revision');
    },

    async capture(run, target, staged) {
      const folder = runFolder(state_dir, run);
      return inState(folder.dir, async () => {
        await makePrivateDir(git, env, folder, target, options);
        return capture(git, env, folder, target, staged);
      });
    },

    clone: cloneOf,

    hooks: (target) => findHooks(git, env, target, state_dir),

    async staged(run, target, request) {
      const clone = await cloneOf(run, target);
      const workspace = await clone.workspace('hooks', request.tree);
      const folder = runFolder(state_dir, run);
      await inState(folder.dir, () => stage(git, folder, workspace.dir, request));
      point('git.staged');
      return workspace;
    },

    remotes: async (target) => (await remotesOf(git, target)).map(({ name, url }) => ({ name, url })),
    push: (run, target, request) => push(git, runFolder(state_dir, run).git_dir, target, request, point),

    advance: (run, target, request) =>
      advance({ git, env, privateDir: runFolder(state_dir, run).git_dir, run, point }, target, request),

    async keepRef(target, ref, sha) {
      await git(['update-ref', '--no-deref', '-m', 'pawl: keep', ref, sha], userPlace(target));
      point('git.ref.kept');
    },

    async dropRef(target, ref, sha) {
      await git(['update-ref', '--no-deref', '-d', ref, sha], { ...userPlace(target), answers: [0, 1, 128] });
    },

    async publish(run, target, branch, sha, expected) {
      const { git_dir } = runFolder(state_dir, run);
      if (!(await stat(git_dir).catch(() => null))) {
        throw new RepoError('git_failed', `the private clone of run ${run} is gone (${git_dir})`);
      }
      return publish(git, git_dir, target, branch, { sha, expected }, point);
    },
  };
}
