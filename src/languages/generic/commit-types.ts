/** Where tools that check commit messages say which types they allow; the first one there counts. */
const files: readonly (readonly [path: RegExp, key: string])[] = [
  [/^\.?commitlint(?:rc)?(?:\.\w+){0,2}$/, 'type-enum'],
  [/^\.github\/semantic\.ya?ml$/, 'types'],
];

/** The types of conventional commits that a repository allows; null: it does not say. Read, never executed. */
export async function commitTypes(
  paths: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<string[] | null> {
  for (const [pattern, key] of files) {
    for (const path of paths.filter((each) => pattern.test(each))) {
      const types = typesIn((await read(path)) ?? '', key);
      if (types.length > 0) return types;
    }
  }
  return null;
}

/** The list behind a key, as JSON, JavaScript or YAML write it. */
function typesIn(text: string, key: string): string[] {
  const plain = text.replace(/^\s*(?:\/\/|#).*$/gm, '');
  const start = new RegExp(`(?:^|[\\s{,'"])${key}['"]?\\s*:`).exec(plain);
  if (!start) return [];
  const rest = plain.slice(start.index + start[0].length);
  const inline = /^\s*\[[^[\]]*\[([^\]]*)\]/.exec(rest)?.[1] ?? /^\s*\[([^[\]]*)\]/.exec(rest)?.[1];
  const block = /^[ \t]*\r?\n((?:[ \t]+-[^\n]*\n?|[ \t]*\n)+)/.exec(rest)?.[1];
  const words = (inline ?? block ?? '').match(/[A-Za-z][\w-]*/g) ?? [];
  return words.filter((word) => word !== 'always').map((word) => word.toLowerCase());
}
