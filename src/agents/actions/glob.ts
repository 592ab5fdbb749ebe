import { pattern } from '../output/pattern.ts';

/** `*` stays within a folder, `**` crosses folders, `{a,b}` is either; without a slash it is for every folder. */
export function globPattern(globText: string): ((path: string) => boolean) | null {
  if (!/[*?{]/.test(globText)) return null;
  let depth = 0;
  const source = globText.replace(/\*\*\/|\*\*|[*?{},]|[\\^$.+()[\]|]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?';
    if (sign === '**') return '.*';
    if (sign === '*') return '[^/]*';
    if (sign === '?') return '[^/]';
    if (sign === '{') return ++depth ? '(?:' : '';
    if (sign === '}') return depth > 0 && depth-- ? ')' : '\\}';
    if (sign === ',') return depth > 0 ? '|' : ',';
    return `\\${sign}`;
  });
  const expression = pattern(`^${globText.includes('/') ? '' : '(?:.*/)?'}${source}${')'.repeat(depth)}$`);
  return 'refused' in expression ? null : (path) => expression.test(path);
}

const mostChoices = 16;

/**
 * The globs that a glob with `{a,b}` expands to, because git does not know braces; the glob itself if they are too
 * many.
 */
export function withoutBraces(globText: string): string[] {
  let globs = [globText];
  for (;;) {
    const next = globs.flatMap((glob) => {
      const match = /\{([^{}]*,[^{}]*)\}/.exec(glob);
      const [whole = '', choices = ''] = match ?? [];
      return match ? choices.split(',').map((choice) => glob.replace(whole, () => choice)) : [glob];
    });
    if (next.length === globs.length) return globs;
    if (next.length > mostChoices) return [globText];
    globs = next;
  }
}
