import type { Objects } from '../trees/objects.ts';

interface Commit {
  at: number;
  parents: string[];
  subject: string;
}

/**
 * What the newest commits up to one say they do, without merges, as `git log` orders them. A history that is cut short
 * ends where it is cut.
 */
export async function subjectsOf(objects: Objects, commit: string, most: number): Promise<string[]> {
  const reached = new Set<string>();
  const edge: Commit[] = [];
  const subjects: string[] = [];
  await reach(commit);
  while (subjects.length < most && reached.size < 10 * most) {
    const newest = edge.sort((one, other) => other.at - one.at).shift();
    if (!newest) break;
    if (newest.parents.length < 2) subjects.push(newest.subject);
    for (const parent of newest.parents) await reach(parent);
  }
  return subjects;

  async function reach(oid: string): Promise<void> {
    if (reached.has(oid)) return;
    reached.add(oid);
    const object = await objects(oid);
    if (object?.type === 'commit') edge.push(commitIn(object.content.toString('utf8')));
  }
}

function commitIn(text: string): Commit {
  const end = text.indexOf('\n\n');
  const headers = (end < 0 ? text : text.slice(0, end)).split('\n');
  const valuesOf = (name: string) =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [paragraph = ''] =
    end < 0
      ? []
      : text
          .slice(end + 2)
          .trimStart()
          .split(/\n\s*\n/);
  return {
    at: Number(/(\d+) [+-]\d+$/.exec(valuesOf('committer')[0] ?? '')?.[1] ?? 0),
    parents: valuesOf('parent'),
    subject: paragraph.trim().replace(/\s*\n\s*/g, ' '),
  };
}
