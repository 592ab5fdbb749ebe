import type { Git, GitAnswer, GitCall } from '../git.ts';
import { pathFromBytes } from '../path-text.ts';
import { safeParts } from '../safe-path.ts';

interface Hit {
  path: string;
  line: number;
  text: string;
}

const maxHits = 200;
const maxText = 300;

/** Lines that match, in what git would not ignore. A pattern that is no regular expression, or too slow a one, is text. */
export async function search(git: Git, place: GitCall, pattern: string, scope: string | null): Promise<Hit[]> {
  const within = pathspecs(scope);
  const answer = await grep(git, place, '-E', pattern, within);
  const usable = answer.exit_code !== 128 && !(answer.cut && answer.stdout.length === 0);
  return hits(usable ? answer : await grep(git, place, '-F', pattern, within));
}

function grep(git: Git, place: GitCall, kind: '-E' | '-F', pattern: string, within: string[]): Promise<GitAnswer> {
  const args = ['grep', '--untracked', '-n', '-z', '-I', '--no-color', '--no-textconv', '--threads=1', kind];
  return git([...args, '-e', pattern, '--', ...within], {
    ...place,
    answers: kind === '-E' ? [0, 1, 128] : [0, 1],
    cut_at: 4 * 1024 * 1024,
    timeout_ms: 10_000,
  });
}

/** A scope is a path or a glob; a glob without a slash is meant for every folder. */
function pathspecs(scope: string | null): string[] {
  const path = safeParts(scope ?? '').join('/');
  return path === '' ? [] : [`:(top)${path}`, `:(top,glob)${path}`];
}

/** Records are `path NUL line NUL text newline`; a path may hold a newline, a text may not. */
function hits({ stdout }: GitAnswer): Hit[] {
  const rows: Hit[] = [];
  for (let start = 0; start < stdout.length && rows.length < maxHits; ) {
    const nameEnd = stdout.indexOf(0, start);
    const lineEnd = stdout.indexOf(0, nameEnd + 1);
    if (nameEnd < 0 || lineEnd < 0) break;
    const newline = stdout.indexOf('\n', lineEnd);
    const end = newline < 0 ? stdout.length : newline;
    const text = stdout.toString('utf8', lineEnd + 1, Math.min(end, lineEnd + 1 + maxText * 4));
    rows.push({
      path: pathFromBytes(stdout.subarray(start, nameEnd)),
      line: Number(stdout.toString('latin1', nameEnd + 1, lineEnd)),
      text: text.replace(/\r$/, '').slice(0, maxText),
    });
    start = end + 1;
  }
  return rows;
}
