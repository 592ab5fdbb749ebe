import picomatch from 'picomatch';

/**
 * True when a path, or a test id, matches one of the globs: `*` and `?` stay within a folder, `**` crosses folders,
 * `{a,b}` is either, everything else (brackets too: test ids hold them) is literal. A glob without a slash is compared
 * with the last part alone as well.
 */
export const matchesAny = (path: string, globs: readonly string[]): boolean => matcherOf(globs)(path);

/** The same for globs that many paths are compared with. */
export function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => ({
    pattern: patternOf(withoutBackslashes(glob).replace(/^\.\//, '')),
    isName: !glob.includes('/'),
  }));
  return (path) => {
    const whole = withoutBackslashes(path);
    const last = whole.slice(whole.lastIndexOf('/') + 1);
    return patterns.some(({ pattern, isName }) => pattern.test(whole) || (isName && pattern.test(last)));
  };
}

/** Whether a word is a glob rather than a plain path. */
export function isGlob(word: string): boolean {
  return /[*?{]/.test(word);
}

/** The same few globs are compared with every path. */
const patterns = new Map<string, RegExp>();

function patternOf(glob: string): RegExp {
  const pattern = patterns.get(glob) ?? newPattern(glob);
  if (patterns.size < 1000) patterns.set(glob, pattern);
  return pattern;
}

/** Repositories bring globs too; one that is longer than this matches nothing. */
const longest = 10_000;
const nothing = /(?!)/;

/** Names may hold line ends: without the flag, a folder with one in its name would be free of protection. */
const options: picomatch.PicomatchOptions = { dot: true, strictSlashes: true, windows: false, flags: 's' };

function newPattern(glob: string): RegExp {
  if (glob.length > longest) return nothing;
  // A choice of one is no choice, which the library takes for braces of a name.
  const plain = glob.replace(/\{([^{},]*)\}/g, '$1');
  const closed = plain.split('{').length === plain.split('}').length;
  const literal = plain.replace(closed ? /[^\w\s/.*?{},\uFFFF-]/g : /[^\w\s/.*?\uFFFF-]/g, '\\$&');
  // The library takes `**` within a name for `*`, unless it is one of two ways; the other one is in no name.
  const crossing = literal.replace(/(?<=[^/*])\*\*+|\*\*+(?=[^/*])/g, '{**,\uFFFE}');
  return picomatch.makeRe(crossing, options);
}

/** Several of them at the end of a glob make the library loop for ever: another character stands in for them. */
const withoutBackslashes = (text: string): string => text.replaceAll('\\', '\uFFFF');
