import type { Clone } from '../../ports/outside/repo.ts';
import type { Point } from '../../ports/point.ts';
import { inState } from '../state-folder.ts';
import type { Git } from './git.ts';
import { historyOf } from './history/history.ts';
import { subjectsOf } from './history/subjects.ts';
import { identityEnv } from './identity.ts';
import { pathFromBytes, records } from './path-text.ts';
import { recordedIdentity, type runFolder } from './private-dir.ts';
import { plainName } from './safe-path.ts';
import { signingCall } from './signing.ts';
import { treesOf } from './trees/trees.ts';
import { type MovableWorkspace, makeWorkspace } from './workspace/workspace.ts';

/** The clone of a run whose git directory has been made. */
export function openClone(
  git: Git,
  folder: ReturnType<typeof runFolder>,
  point: Point,
  env: Record<string, string | undefined>,
): Clone {
  const place = { dir: folder.git_dir, git_dir: folder.git_dir };
  const trees = treesOf(git, folder.git_dir);
  const open = new Map<string, MovableWorkspace>();
  const treesByCommit = new Map<string, string>();
  const parsed = async (name: string) => {
    const answer = await git(['rev-parse', '--verify', '--end-of-options', name], place);
    return answer.stdout.toString('utf8').trim();
  };

  return {
    read: trees.read,
    readMany: trees.readMany,
    diff: trees.diff,
    overlay: trees.overlay,
    list: async (tree) => (await trees.entries(tree)).map((entry) => entry.path),
    hashes: async (tree) => {
      const plain = (await trees.entries(tree)).filter(({ mode }) => mode.startsWith('100'));
      return new Map(plain.map(({ path, oid }) => [path, oid]));
    },

    history: (of) => historyOf(git, folder.git_dir, of),

    async treeOf(commit) {
      const knownTree = treesByCommit.get(commit);
      if (knownTree) return knownTree;
      const hash = /^[0-9a-f]{40,64}$/.test(commit);
      const tree = (hash ? await trees.treeOf(commit) : null) ?? (await parsed(`${commit}^{tree}`));
      if (hash) treesByCommit.set(commit, tree);
      return tree;
    },

    async commit({ tree, parent, message, at }) {
      const identity = await recordedIdentity(folder.dir);
      const how = signingCall(identity.signing, env);
      const stdin = message.replaceAll('\0', '');
      point('git.commit');
      const call = { ...place, ...how.call, env: { ...how.call.env, ...identityEnv(identity, at) }, stdin };
      const answer = await git(['commit-tree', ...how.args, tree, '-p', parent, '-F', '-'], call).catch(how.failed);
      point('git.committed');
      return answer.stdout.toString('utf8').trim();
    },

    signs: async () => (await recordedIdentity(folder.dir)).signing !== undefined,

    async has(commit) {
      return (await git(['cat-file', '-e', commit], { ...place, answers: [0, 1, 128] })).exit_code === 0;
    },

    subjects: (commit, most) => subjectsOf(trees.objects, commit, most),

    async message(commit) {
      const answer = await git(['log', '-1', '--format=%B', '--end-of-options', commit], place);
      return `${answer.stdout.toString('utf8').trimEnd()}\n`;
    },

    async merge({ tree, parent }, onto) {
      const who = identityEnv(await recordedIdentity(folder.dir), 0);
      const answer = await git(['commit-tree', tree, '-p', parent, '-m', 'change'], { ...place, env: who });
      const change = answer.stdout.toString('utf8').trim();
      const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', onto, change];
      const merged = await git(args, { ...place, answers: [0, 1] });
      const [whole = '', ...paths] = records(merged.stdout).map(pathFromBytes);
      return merged.exit_code === 0 ? { tree: whole, conflicts: [] } : { tree: null, conflicts: [...new Set(paths)] };
    },

    async workspace(name, tree) {
      const existing = open.get(plainName(name));
      if (existing) {
        await existing.move();
        await existing.reset(tree);
        return existing;
      }
      const forget = () => open.delete(name);
      const workspace = await inState(folder.dir, () => makeWorkspace(git, trees, folder, name, tree, forget));
      open.set(name, workspace);
      return workspace;
    },
  };
}
