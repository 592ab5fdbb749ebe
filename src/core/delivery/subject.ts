import type { TaskKind } from '../../schema/run/task.ts';
import { conventionalPrefix, type Habit } from './habit.ts';
import { imperative, inPast } from './verbs.ts';

export interface Change {
  kind: TaskKind;
  title: string;
  /** What the developer says it did. */
  summary: string;
  files: readonly string[];
  /** Tests that failed before, and pass now. */
  fixed?: number;
}

type Type = 'feat' | 'fix' | 'docs' | 'refactor';

const types: Record<TaskKind, Type> = {
  feature: 'feat',
  endpoint: 'feat',
  fix: 'fix',
  refactor: 'refactor',
  docs: 'docs',
};
const gitmoji: Record<Type, [string, string]> = {
  feat: [':sparkles:', '✨'],
  fix: [':bug:', '🐛'],
  docs: [':memo:', '📝'],
  refactor: [':recycle:', '♻️'],
};

/** A sentence that reports a fault, whatever its task is called. */
const report =
  /\b(?:bugs?|crash\w*|fails?|failing|broken|wrong|incorrect(?:ly)?|reject(?:s|ed)|throws?|regression|hangs|leaks|doesn['’]t|does not|cannot|can['’]t|no longer|instead of|unexpected(?:ly)?)\b/i;
const wish = /^(?:please\s+)?(?:add|create|implement|introduce|support|build|write|allow|provide)\s/i;

/** What a change is called, from what was asked for. */
export function typeOf({ kind, title, fixed = 0 }: Change): Type {
  const named = conventionalPrefix.exec(title)?.[1]?.toLowerCase();
  if (named === 'feat' || named === 'feature') return 'feat';
  if (named === 'fix' || named === 'docs' || named === 'refactor') return named;
  return types[kind] === 'feat' && (fixed > 0 || report.test(title)) && !wish.test(title) ? 'fix' : types[kind];
}

/** The first line of a commit, in the habit of its repository, at most 72 characters long. */
export function subjectOf(change: Change, habit: Habit): string {
  const title = oneLine(change.title);
  // A title that says itself what kind of change it is, where that is the habit.
  const named = habit.shape === 'conventional' ? conventionalPrefix.exec(title)?.[1] : undefined;
  if (named !== undefined && isAllowed(named.toLowerCase(), habit)) return shorten(title, longest);
  const prefix = prefixOf(change, habit);
  const words = wordsOf(change);
  const sentence = habit.past && words.verb ? inPast(words.text) : words.text;
  const bare = habit.shape === 'plain' && !words.verb && typeOf(change) === 'fix' ? `fix: ${sentence}` : sentence;
  const ended = shorten(cased(bare, habit, words.verb), longest - prefix.length - (habit.period ? 1 : 0)).replace(
    /\.$/,
    '',
  );
  return `${prefix}${ended}${habit.period && !ended.endsWith('…') ? '.' : ''}`;
}

const longest = 72;

/** What else a change may be called where its own type is not in use. */
const instead: Record<Type, readonly string[]> = {
  feat: ['feature', 'fix', 'chore'],
  fix: ['bugfix', 'chore'],
  docs: ['doc', 'chore', 'fix'],
  refactor: ['chore', 'fix'],
};

const isAllowed = (type: string, { types: allowed }: Habit): boolean => allowed.size === 0 || allowed.has(type);

function prefixOf(change: Change, habit: Habit): string {
  const { shape, names, scoped } = habit;
  const type = typeOf(change);
  switch (shape) {
    case 'conventional': {
      const scope = scoped ? areaOf(change.files, names) : null;
      const usual = [type, ...instead[type]].find((name) => isAllowed(name, habit)) ?? type;
      return scope === null ? `${usual}: ` : `${usual}(${scope}): `;
    }
    case 'area':
      return `${areaOf(change.files, names) ?? placeOf(change.files)}: `;
    case 'bracket': {
      const word = bracketed(type, names) ?? areaOf(change.files, names);
      return `[${word ?? placeOf(change.files)}] `;
    }
    case 'gitmoji':
      return `${gitmoji[type][0]} `;
    case 'emoji':
      return `${gitmoji[type][1]} `;
    case 'plain':
      return '';
  }
}

/** What people write in brackets for a type, the most usual first. */
const bracketWords: Record<Type, readonly string[]> = {
  feat: ['new', 'feature', 'feat', 'add', 'added', 'enhancement'],
  fix: ['fix', 'bugfix', 'bug', 'fixed'],
  docs: ['docs', 'doc', 'documentation', 'readme'],
  refactor: ['refactor', 'refactoring', 'cleanup'],
};

/** The name for a type where the brackets hold types, as `[New]` beside `[Fix]` shows; null: they hold places. */
function bracketed(type: Type, names: ReadonlySet<string>): string | null {
  const inUse = (of: Type) =>
    bracketWords[of].flatMap((word) => [...names].find((name) => name.toLowerCase() === word) ?? [])[0] ?? null;
  return inUse('feat') !== null && inUse('fix') !== null ? inUse(type) : null;
}

/** The name among those in use that tells best where the files are: the longest that is a part of all their paths. */
function areaOf(files: readonly string[], names: ReadonlySet<string>): string | null {
  const isPart = (file: string, name: string) =>
    `/${file.replace(/\.[^./]+$/, '')}/`.toLowerCase().includes(`/${name.toLowerCase()}/`);
  const fitting = [...names].filter((name) => files.some((file) => isPart(file, name)));
  const all = fitting.filter((name) => files.every((file) => isPart(file, name)));
  return [...(all.length > 0 ? all : fitting)].sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The folder that all files are in, or the name of the first one. */
function placeOf([first = 'all', ...others]: readonly string[]): string {
  const folders = first.split('/').slice(0, -1);
  while (folders.length > 0 && !others.every((file) => file.startsWith(`${folders.join('/')}/`))) folders.pop();
  return folders.join('/') || (first.split('/').at(-1) ?? first).replace(/\.[^.]+$/, '');
}

/** What `pawl fix` asks for: it says nothing of what is wrong. */
const anyRepair = /^make (?:the|these) failing tests pass\b/i;

/** What the change does: the title where it says that, else what the developer says, else the report as it is. */
function wordsOf({ title, summary, files, fixed = 0 }: Change): { text: string; verb: boolean } {
  const goal = oneLine(title)
    .replace(conventionalPrefix, '')
    .replace(/^please\s+/i, '');
  const doing = imperative(demanded(goal));
  if (doing !== null && !anyRepair.test(goal)) return { text: doing.replace(/[.!]$/, ''), verb: true };
  const [first = ''] = oneLine(summary).split(/(?<=[a-z)`'"])[.;!](?:\s|$)/);
  const sentence = imperative(
    first.replace(/^(?:I(?:['’]ve| have)?|this (?:change|commit)|the change|we|it)\s+(?:now\s+)?/i, ''),
  );
  if (sentence !== null && sentence.split(' ').length > 2) return { text: sentence.replace(/\.$/, ''), verb: true };
  if (doing !== null && files.length === 1)
    return { text: `correct ${files[0]} to make the failing ${fixed === 1 ? 'test' : 'tests'} pass`, verb: true };
  return { text: (doing ?? goal).replace(/[.!]$/, ''), verb: doing !== null };
}

/** `x must do y` asks to make x do y. */
const demanded = (text: string): string =>
  text.replace(
    /^(\S+(?: \S+)?) (?:must|should) (?!not\b|never\b|be\b)(?=\p{L})/u,
    (_whole, who: string) => `make ${who.replace(/^(?:The|An?) /, (article) => article.toLowerCase())} `,
  );

/** Only a verb changes its first letter: a name must stay as it is. */
function cased(text: string, { capital }: Habit, isVerb: boolean): string {
  const first = text.charAt(0);
  if (capital) return /^[a-z]+(?![\w(.])/.test(text) ? `${first.toUpperCase()}${text.slice(1)}` : text;
  return isVerb ? `${first.toLowerCase()}${text.slice(1)}` : text;
}

export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

function shorten(title: string, max: number): string {
  if (title.length <= max) return title;
  const cut = title.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), Math.floor(max / 2)))}…`;
}
