/** The paths that a file in the syntax of .gitignore names; paths and rules stand from the same folder. */
export function ignoring(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf);
  if (rules.length === 0) return () => false;
  const hit = (path: string, isFolder: boolean): boolean | null =>
    rules.findLast((rule) => (isFolder || !rule.folder) && rule.match.test(path))?.hides ?? null;
  return (path) => {
    const parts = path.split('/');
    // What lies in a hidden folder cannot be shown again.
    for (let depth = 1; depth < parts.length; depth += 1) {
      if (hit(parts.slice(0, depth).join('/'), true)) return true;
    }
    return hit(path, false) ?? false;
  };
}

interface Rule {
  match: RegExp;
  hides: boolean;
  /** Meant for folders only. */
  folder: boolean;
}

function ruleOf(line: string): Rule[] {
  const kept = line.replace(/(?<!\\)[ \t]+$/, '');
  if (kept === '' || kept.startsWith('#')) return [];
  const hides = !kept.startsWith('!');
  const body = kept.replace(/^!/, '').replace(/^\\(?=[#!])/, '');
  const folder = body.endsWith('/');
  const glob = body.replace(/\/$/, '');
  if (glob === '') return [];
  const anchored = glob.includes('/');
  const source = sourceOf(glob.replace(/^\//, ''));
  const match = compiled(`^${anchored ? '' : '(?:.*/)?'}${source}$`);
  return match ? [{ match, hides, folder }] : [];
}

function sourceOf(glob: string): string {
  const pieces = /^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]/]*\]|\\[\s\S]|[\s\S]/g;
  return glob.replace(pieces, (piece) => {
    if (piece === '**/') return '(?:.*/)?';
    if (piece === '/**/') return '/(?:.*/)?';
    if (piece === '/**') return '/.*';
    if (piece.startsWith('*')) return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece.length > 1 && piece.startsWith('['))
      return `[${piece.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`;
    return piece.replace(/^\\(?=[\s\S])/, '').replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
}

/** A rule that cannot be read hides nothing, as in git. */
function compiled(source: string): RegExp | null {
  try {
    return new RegExp(source, 's');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
