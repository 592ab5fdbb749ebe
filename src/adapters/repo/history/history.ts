import { PathRefused } from '../../../ports/errors.ts';
import type { History, HistoryAnswer, HistoryOf } from '../../../ports/outside/repo.ts';
import { firstLine, type Git, type GitCall } from '../git.ts';
import { safeParts } from '../safe-path.ts';
import { parsed, showsChanges, verbs } from './flags.ts';
import { type Revision, revisionsOf } from './revisions.ts';

const limits = { cut_at: 1024 * 1024, timeout_ms: 20_000, answers: [0, 1, 128, 129] };
const plainly = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
const offered = 'git diff, log, show, blame and status over HEAD and its ancestors, and git restore FILE';

/** Answers git's read-only commands about a commit of a git directory that we own. It has no work tree: nothing of one is run. */
export function historyOf(git: Git, gitDir: string, { commit, workspace, scope, isHidden }: HistoryOf): History {
  const place: GitCall = { dir: gitDir, git_dir: gitDir };
  const revision = revisionsOf(git, place, commit);
  const prefix = scope === '' ? '' : `${scope}/`;

  return {
    async ask(words) {
      const [verb = '', ...rest] = words.filter((word) => word !== '--no-pager' && word !== '-P');
      if (!Object.hasOwn(verbs, verb)) return refused(`git ${verb} is not offered here: there are ${offered}`);
      const command = parsed(verb, rest);
      if ('refused' in command) return refused(`${command.refused}: there are ${offered}`);
      try {
        const { revisions, paths, why } = await sorted(command.names, command.paths);
        if (why !== null) return refused(why);
        return await answers(verb, { ...command, revisions, paths });
      } catch (error) {
        if (error instanceof PathRefused) return refused(error.message);
        throw error;
      }
    },
  };

  interface Question {
    flags: string[];
    revisions: Exclude<Revision, { kind: 'unknown' }>[];
    /** From the top. */
    paths: string[];
  }

  async function answers(verb: string, question: Question): Promise<HistoryAnswer> {
    const { flags, revisions, paths } = question;
    switch (verb) {
      case 'restore':
      case 'checkout':
        return restored(question);
      case 'blame':
        return blamed(question);
      case 'status':
        return gitAnswer(
          ['diff', '--name-status', ...(await sidesOf([])), ...(await within(['diff'], await sidesOf([]), paths))],
          'Nothing has changed.',
        );
      case 'diff': {
        const sides = await sidesOf(revisions);
        return gitAnswer(
          ['diff', ...flags, ...sides, ...(await within(['diff'], sides, paths))],
          'There is no difference.',
        );
      }
      case 'log': {
        const counted = flags.some((flag) => /^(?:-n?\d|--max-count)/.test(flag)) ? [] : ['-n', '30'];
        const starts = revisions.length > 0 ? revisions.flatMap(startsOf) : [commit];
        const options = [...flags, ...counted];
        const limit = showsChanges(flags)
          ? await within(['log', ...options.filter((flag) => !showsChanges([flag]))], starts, paths)
          : specs(paths, []);
        return gitAnswer(['log', ...firstParent, ...options, ...starts, ...limit], 'There is no such commit.');
      }
      default:
        return show(question);
    }
  }

  /** A file as a commit has it, or what commits changed. */
  async function show({ flags, revisions, paths }: Question): Promise<HistoryAnswer> {
    const [file] = revisions.flatMap((each) => (each.kind === 'file' ? [each] : []));
    if (file) {
      if (revisions.length > 1) return refused('show one file at a time');
      return gitAnswer(['cat-file', 'blob', `${file.commit}:${visible(file.path)}`], 'It is empty.', []);
    }
    const starts = revisions.length > 0 ? revisions.flatMap(startsOf) : [commit];
    const limit = await within(['show', ...firstParent], starts, paths);
    return gitAnswer(['show', ...firstParent, ...flags, ...starts, ...limit], 'It changed nothing.');
  }

  async function blamed({
    flags,
    revisions: [of, ...more],
    paths: [path, ...others],
  }: Question): Promise<HistoryAnswer> {
    const at = of === undefined ? commit : of.kind === 'commit' ? of.commit : null;
    if (path === undefined || at === null || more.length + others.length > 0)
      return refused('blame takes one file, and a revision before it where that is not HEAD');
    return gitAnswer(['blame', ...flags, at, '--', path], 'It is empty.', []);
  }

  async function restored({ flags, revisions, paths }: Question): Promise<HistoryAnswer> {
    const source = flags.flatMap((flag) => /^(?:--source=|-s)(.+)$/.exec(flag)?.[1] ?? []);
    const named = source.length > 0 ? await revision(source[0] ?? '') : (revisions[0] ?? { kind: 'commit', commit });
    if (named?.kind !== 'commit' || revisions.length > 1 || paths.length === 0)
      return refused('name the files: git restore FILE');
    const gone = await workspace.restore(named.commit, paths);
    if (gone.length > 0)
      return refused(`HEAD has no ${gone.map(name).join(', ')}: remove it with rm. Nothing was restored`);
    return { text: `Restored ${paths.map(name).join(', ')}.`, changed: true };
  }

  /** What to compare: the last of it is what lies in the work folder now. */
  async function sidesOf(revisions: Question['revisions']): Promise<string[]> {
    const [one, other] = revisions;
    if (one?.kind === 'range') {
      if (one.sides === '..') return [one.from, one.to];
      const base = await git(['merge-base', one.from, one.to], { ...place, answers: [0, 1] });
      return [base.stdout.toString('utf8').trim() || one.from, one.to];
    }
    const commits = [one, other].flatMap((each) => (each?.kind === 'commit' ? [each.commit] : []));
    return commits.length === 2 ? commits : [commits[0] ?? commit, await workspace.snapshot()];
  }

  async function gitAnswer(
    args: string[],
    empty: string,
    how: string[] = [...plainly, ...relative()],
  ): Promise<HistoryAnswer> {
    const [verb = '', ...rest] = args;
    const answer = await git([verb, ...how, ...rest], { ...place, ...limits });
    if (answer.exit_code > 1) return refused(firstLine(answer.stderr).replace(/^fatal: /, ''));
    const text = answer.stdout.toString('utf8').trimEnd();
    return { text: `${text === '' ? empty : text}${answer.cut ? '\n(cut: ask for less)' : ''}` };
  }

  /** The pathspecs of a question, without the hidden files that its answer would show. */
  async function within(args: string[], starts: string[], paths: string[]): Promise<string[]> {
    const all = [...args, ...plainly, ...relative(), '--name-only', '-z', ...(args[0] === 'diff' ? [] : ['--format='])];
    const answer = await git([...all, ...starts, ...specs(paths, [])], {
      ...place,
      ...limits,
      cut_at: 16 * 1024 * 1024,
    });
    if (answer.cut) throw new PathRefused('that is too much to look through: name files, or fewer commits');
    const names = answer.stdout
      .toString('utf8')
      .split('\0')
      .map((each) => each.replace(/^\n+/, ''));
    return specs(
      paths,
      [...new Set(names)].filter((each) => each !== '' && isHidden(each)),
    );
  }

  function specs(paths: string[], hidden: string[]): string[] {
    const roots = paths.length > 0 ? paths : scope === '' ? [] : [scope];
    const named = roots.flatMap((path) =>
      path === '' ? [] : [`:(top)${path}`, ...(/[*?]/.test(path) ? [`:(top,glob)${path}`] : [])],
    );
    return ['--', ...named, ...hidden.map((path) => `:(top,exclude,literal)${prefix}${path}`)];
  }

  function relative(): string[] {
    return scope === '' ? [] : [`--relative=${prefix}`];
  }

  /** Words apart: revisions, and paths from the top. */
  async function sorted(names: string[], paths: string[]) {
    const revisions: Question['revisions'] = [];
    const files: string[] = [];
    for (const [at, word] of names.entries()) {
      const meaning = files.length === 0 ? await revision(word) : null;
      if (meaning?.kind === 'unknown') return { revisions, paths: files, why: meaning.why };
      if (meaning) revisions.push(meaning);
      else files.push(visible(names[at] ?? ''));
    }
    return { revisions, paths: [...files, ...paths.map(visible)], why: null };
  }

  /** A path from the top, given one from the scope. */
  function visible(path: string): string {
    const name = safeParts(path.replace(/^:(?:\/|\(top\))/, '')).join('/');
    if (path.startsWith(':') && path !== `:/${name}`) throw new PathRefused(`${JSON.stringify(path)} is no plain path`);
    if (isHidden(name)) throw new PathRefused(`${JSON.stringify(path)} is not shown: .pawlignore`);
    return `${prefix}${name}`.replace(/\/$/, '');
  }

  function name(path: string): string {
    return path.slice(prefix.length) || '.';
  }
}

const firstParent = ['--diff-merges=first-parent'];
const refused = (why: string): HistoryAnswer => ({ refused: why });

const startsOf = (revision: Exclude<Revision, { kind: 'unknown' }>): string[] =>
  revision.kind === 'range' ? [`^${revision.from}`, revision.to] : [revision.commit];
