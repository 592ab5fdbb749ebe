const deepest = 100;

/**
 * Whether a YAML text may be nested more deeply than a parser should be asked to follow: it would run out of stack, and
 * where a regular expression is compiled just then the whole process ends. Told from the text, so that it errs on the
 * safe side.
 */
export const nestsTooDeep = (text: string): boolean => tooDeepLine(text) !== null;

/** The first line that nests too deeply, counted from 1. */
export function tooDeepLine(text: string): number | null {
  let open = 0;
  const index = text.split('\n').findIndex((line) => {
    for (const sign of line.replace(/[^[\]{}]/g, '')) {
      open = Math.max(0, open + (sign === '[' || sign === '{' ? 1 : -1));
      if (open > deepest) return true;
    }
    const signs = /[[{]/.test(line) ? /(?:^|\s)[-?](?=\s)/g : /(?:^|\s)[-?](?=\s)|:(?=\s)/g;
    return (/^\s*/.exec(line)?.[0].length ?? 0) > deepest * 2 || (line.match(signs)?.length ?? 0) > deepest;
  });
  return index < 0 ? null : index + 1;
}
