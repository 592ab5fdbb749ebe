import type { Node } from '../fingerprint/node.ts';

/** What a call or a value is called, with its owners: `os.system`; '' where it has no name. */
export function dotted(tree: Node | undefined): string {
  if (tree?.kind === 'name' || tree?.kind === 'type') return tree.text;
  if (tree?.kind === 'typed' || tree?.kind === 'generic_function') return dotted(tree.kids[0]);
  if (tree?.kind !== 'member') return '';
  const [owner] = tree.kids;
  const before = owner?.kind === 'call' ? `${dotted(owner.kids[0])}()` : dotted(owner);
  return `${before}.${tree.text.replace(/^\?/, '')}`;
}
