/** How the people of a repository write the first line of a commit, as its log shows. */
export interface Habit {
  shape: 'conventional' | 'area' | 'bracket' | 'gitmoji' | 'emoji' | 'plain';
  /** The name in front is followed by a scope in brackets, or is one: those that were used. */
  names: ReadonlySet<string>;
  scoped: boolean;
  /** The types of conventional commits that may be used; empty: any. */
  types: ReadonlySet<string>;
  capital: boolean;
  period: boolean;
  past: boolean;
}

export const conventionalPrefix =
  /^(feat|feature|fix|docs|refactor|chore|tests?|perf|build|ci|style|deps|revert)(?:\(([^)]*)\))?!?: /i;

/** What a log without a habit gets. */
const standard: Habit = {
  shape: 'conventional',
  names: new Set(),
  scoped: false,
  types: new Set(),
  capital: false,
  period: false,
  past: false,
};

/** Fewer commits show no habit. */
const least = 5;

const shapes: [Habit['shape'], RegExp][] = [
  ['conventional', conventionalPrefix],
  ['bracket', /^\[([^\]]+)\]:? /],
  ['gitmoji', /^:[a-z0-9_+-]+: /],
  ['emoji', /^\p{Extended_Pictographic}\S{0,8} /u],
  ['area', /^([\w@*][\w@./*,{}+-]*): /],
];

/** Commits that machines write say nothing about people. */
const byMachines =
  /^(?:merge\b|revert\b|wip\b|bump\b|release\b|v?\d+\.\d+|(?:chore|build)\((?:deps|release)[^)]*\)|fixup!|squash!)/i;

/**
 * Alternatives for a hook that refuses messages in the repository's own style: plain Conventional Commits, then with
 * types that nearly every setup allows.
 */
export const otherHabits: readonly Habit[] = [[], ['chore'], ['fix']].map((types) => ({
  ...standard,
  types: new Set(types),
}));

/** As many conventional commits show which types are in use. */
const telling = 40;

/** First lines, the newest first, and the types that the repository itself allows; null: it does not say. */
export function habitOf(subjects: readonly string[], allowed: readonly string[] | null = null): Habit {
  const written = subjects.map((line) => line.trim()).filter((line) => line !== '' && !byMachines.test(line));
  if (written.length < least) return { ...standard, types: new Set(allowed ?? []) };
  const [shape, pattern] = shapes.find(([, one]) => most(written, (line) => one.test(line))) ?? ['plain' as const, /^/];
  const own = written.filter((line) => pattern.test(line));
  const rests = own.map((line) => line.replace(pattern, '').replace(/\s*\(#\d+\)$/, ''));
  const scopes = own.flatMap((line) => pattern.exec(line)?.[shape === 'conventional' ? 2 : 1] ?? []);
  return {
    shape,
    names: new Set(scopes),
    // A log without features forbids none.
    types: new Set(
      allowed ?? (shape === 'conventional' && own.length >= telling ? [...typesIn(own), 'feat', 'fix'] : []),
    ),
    scoped: shape === 'conventional' && scopes.length * 2 > own.length,
    capital: most(
      rests.filter((rest) => /^\p{L}/u.test(rest)),
      (rest) => /^\p{Lu}/u.test(rest),
    ),
    period: most(rests, (rest) => /[^.]\.$/.test(rest)),
    past: most(rests, (rest) => /^(?:\w+ed|made|wrote|built)\b/i.test(rest)),
  };
}

const typesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => conventionalPrefix.exec(line)?.[1]?.toLowerCase() ?? []);

const most = (lines: readonly string[], holds: (line: string) => boolean): boolean =>
  lines.filter(holds).length * 2 > lines.length;
