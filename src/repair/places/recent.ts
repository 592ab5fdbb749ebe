import type { History } from '../../ports/outside/repo.ts';

/** Changes of so many commits are recent. */
const commits = 3;
/** Where most of a file is new, that says nothing of a line. */
const most = 0.3;

/** The lines that the last commits changed, as far as git can tell. */
export async function recentLines(
  history: History | undefined,
  texts: ReadonlyMap<string, string>,
): Promise<(path: string, line: number) => boolean> {
  const none = () => false;
  if (!history || texts.size === 0) return none;
  const asked = await history.ask(['diff', '-U0', `HEAD~${commits}`, 'HEAD', '--', ...texts.keys()]);
  if ('refused' in asked) return none;
  const lines = new Map<string, Set<number>>();
  let own: Set<number> | undefined;
  for (const row of asked.text.split('\n')) {
    const [, named] = /^\+\+\+ (?:b\/)?(.*?)\t?$/.exec(row) ?? [];
    if (named !== undefined) {
      const path = [...texts.keys()].find((one) => named === one || named.endsWith(`/${one}`));
      own = path === undefined ? undefined : new Set();
      if (path !== undefined && own) lines.set(path, own);
    }
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    if (from !== undefined) for (let at = 0; at < Number(count); at += 1) own?.add(Number(from) + at);
  }
  for (const [path, changed] of lines)
    if (changed.size > most * (texts.get(path) ?? '').split('\n').length) lines.delete(path);
  return (path, line) => lines.get(path)?.has(line) ?? false;
}
