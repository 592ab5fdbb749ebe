import type { Git, GitCall } from '../git.ts';

const syntax = /^(?:HEAD|@|[0-9a-f]{4,64})(?:[~^]\d{0,4}){0,20}$/;

/** What a word means as a revision: a commit, two of them, or a file of one. Null: it is none, so it is a path. */
export type Revision =
  | { kind: 'commit'; commit: string }
  | { kind: 'range'; from: string; to: string; sides: '..' | '...' }
  | { kind: 'file'; commit: string; path: string }
  | { kind: 'unknown'; why: string };

/** Reads revisions of a commit, which `HEAD` stands for, and of its ancestors. Others are unknown. */
export function revisionsOf(git: Git, place: GitCall, head: string) {
  const ask = (args: string[]) => git(args, { ...place, answers: [0, 1, 128] });

  const resolve = async (name: string): Promise<string | null> => {
    const named = name.replace(/^(?:HEAD|@)/, head);
    const answer = await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`]);
    const commit = answer.stdout.toString('utf8').trim();
    if (answer.exit_code !== 0 || commit === '') return null;
    return (await ask(['merge-base', '--is-ancestor', commit, head])).exit_code === 0 ? commit : null;
  };
  const unknown = (name: string): Revision => ({
    kind: 'unknown',
    why: `${name} is neither HEAD nor an ancestor of it: other branches and tags are not here`,
  });

  return async (word: string): Promise<Revision | null> => {
    const [, left = '', sides, right = ''] = /^(.*?)(\.{2,3})([^/]*)$/s.exec(word) ?? [];
    if ((sides === '..' || sides === '...') && [left, right].every((side) => side === '' || syntax.test(side))) {
      const [from, to] = await Promise.all([resolve(left || 'HEAD'), resolve(right || 'HEAD')]);
      return from && to ? { kind: 'range', from, to, sides } : unknown(from ? right : left);
    }
    const [, name = '', path] = /^([^:]+):(.*)$/s.exec(word) ?? [];
    if (path !== undefined && syntax.test(name)) {
      const commit = await resolve(name);
      return commit ? { kind: 'file', commit, path } : unknown(name);
    }
    if (!syntax.test(word)) return null;
    const commit = await resolve(word);
    return commit ? { kind: 'commit', commit } : /^(?:HEAD|@)/.test(word) ? unknown(word) : null;
  };
}
