import { shortText } from '../../code/text.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Sight } from '../../ports/outside/sight.ts';

export interface Place {
  clone: Clone;
  tree: string;
  scope: string;
  /** Paths named from the scope. */
  isHidden: (path: string) => boolean;
  sight: Sight;
}

const names = ['AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md'];
const most = 4000;

/** What the repository says about working in it, quoted and short: guidance, and never a permission. '' without any. */
export async function guidanceIn({ clone, tree, scope, isHidden, sight }: Place): Promise<string> {
  const { fromTop } = scopeAt(scope);
  const documents: [string, string][] = [];
  for (const name of names) {
    if (isHidden(name)) continue;
    const text = sight.text((await clone.read(tree, fromTop(name)))?.trim() ?? '');
    // One is often a link to another, or a copy.
    if (text !== '' && !text.includes('\0') && documents.every(([, earlier]) => earlier !== text))
      documents.push([name, text]);
  }
  let remaining = most;
  return documents
    .map(([name, text], at) => {
      const share = Math.floor(remaining / (documents.length - at));
      const quoted = shortText(text, share - name.length - 4).replace(/^/gm, '> ');
      const excerpt = shortText(`${name}:\n${quoted}`, share);
      remaining -= excerpt.length;
      return excerpt;
    })
    .join('\n');
}
