/**
 * True when a path, or a test id, matches one of the globs: `*` and `?` stay within a folder, `**` crosses folders,
 * `{a,b}` is either, everything else (brackets too: test ids hold them) is literal. A glob without a slash is compared
 * with the last part alone as well.
 */
export function matchesAny(path: string, globs: readonly string[]): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return globs.some((glob) => {
    const pattern = globPattern(glob.replace(/^\.\//, ''));
    return pattern.test(path) || (!glob.includes('/') && pattern.test(last));
  });
}

/** Whether a word is a glob rather than a plain path. */
export function isGlob(word: string): boolean {
  return /[*?{]/.test(word);
}

/** The same few globs are compared with every path. */
const patterns = new Map<string, RegExp>();

function globPattern(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  const made = patternOf(glob);
  if (patterns.size < 1000) patterns.set(glob, made);
  return made;
}

function patternOf(glob: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob.charAt(at);
    if (char === '*') {
      let end = at;
      while (glob[end + 1] === '*') end += 1;
      const crosses = end > at;
      if (crosses && glob[end + 1] === '/' && (at === 0 || glob[at - 1] === '/')) {
        source += '(?:.*/)?';
        end += 1;
      } else source += crosses ? '.*' : '[^/]*';
      at = end;
    } else if (char === '?') source += '[^/]';
    else if (char === '{' && glob.indexOf('}', at) > 0) {
      source += '(?:';
      depth += 1;
    } else if (char === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else if (char === ',' && depth > 0) source += '|';
    else source += char.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 's');
}
