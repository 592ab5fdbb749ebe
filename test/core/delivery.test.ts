import { describe, expect, test } from 'vitest';
import { habitOf } from '../../src/core/delivery/habit.ts';
import { isProtected, nextCommand } from '../../src/core/delivery/landing.ts';
import { type Change, subjectOf, typeOf } from '../../src/core/delivery/subject.ts';
import { imperative, inPast } from '../../src/core/delivery/verbs.ts';
import { initialState } from '../../src/core/run/initial-state.ts';

const bug: Change = {
  kind: 'feature',
  title: 'isISO8601 rejects valid week dates',
  summary: 'Extended the pattern of isISO8601 to accept week dates. All tests pass.',
  files: ['src/lib/isISO8601.js'],
};
const wish: Change = { kind: 'feature', title: 'Add a --json flag.', summary: 'Added it', files: ['src/cli/main.ts'] };

/** As many of each as show a habit. */
const six = (...lines: string[]): string[] =>
  Array.from({ length: 6 }, (_, index) => lines[index % lines.length] ?? '');

test('a demand is told as what is to be made', () => {
  const asked = (title: string) => subjectOf({ ...bug, kind: 'fix', title, summary: '' }, habitOf([]));
  expect(asked('parseDuration must understand days')).toBe('fix: make parseDuration understand days');
  expect(asked('The parser should accept tabs')).toBe('fix: make the parser accept tabs');
});

test('a request for passing tests is told as what was done about it', () => {
  const asked = (summary: string, files = ['src/sum.js']) =>
    subjectOf({ kind: 'fix', title: 'Make the failing tests pass.', summary, files, fixed: 1 }, habitOf([]));
  expect(asked('Included n in the sum. All tests pass.')).toBe('fix: include n in the sum');
  expect(asked('operator at src/sum.js:3: `<` is now `<=`')).toBe(
    'fix: correct src/sum.js to make the failing test pass',
  );
  expect(asked('', ['a.js', 'b.js'])).toBe('fix: make the failing tests pass');
});

test.each([
  ['overlap', 'git merge pawl/x', 'pawl resume r1'],
  ['rejected', 'git push origin pawl/x', 'pawl resume r1'],
  ['hook', 'git push origin pawl/x', 'pawl resume r1'],
  ['base_moved', 'git merge pawl/x', 'git merge pawl/x'],
  ['moved', 'git push origin pawl/x', 'git push origin pawl/x'],
])('after a refusal for %s the next command tries again where that can help', (reason, command, next) => {
  const refused = { type: 'delivery.refused', reason, command, exit_code: null, message: '', cure: '' } as const;
  const landing = { ...initialState.landing, refused };
  expect(nextCommand({ ...initialState, run: 'r1', branch: 'pawl/x', commits: ['a'], landing })).toBe(next);
});

test('after a merge the next command shows all of it, also what was merged before an improvement', () => {
  const merged = { type: 'branch.merged', branch: 'main', from: 'later', to: 'tip', files: 1 } as const;
  const kept = { type: 'backup.kept', branch: 'main', sha: 'first', ref: 'refs/pawl/backup/r1/main' } as const;
  const landing = { ...initialState.landing, into: 'main', merged, backups: [kept] };
  const state = { ...initialState, branch: 'pawl/x', commits: ['a', 'tip'], tip: 'tip', landing };
  expect(nextCommand(state)).toBe('git log -p first..main');
});

describe('the first line of a commit', () => {
  test.each<[string, string[], string, string]>([
    ['no habit', ['first'], 'fix: extend the pattern of isISO8601 to accept week dates', 'feat: add a --json flag'],
    [
      'Conventional Commits',
      six('feat: add x', 'fix: y', 'chore: z'),
      'fix: extend the pattern of isISO8601 to accept week dates',
      'feat: add a --json flag',
    ],
    [
      'scopes, of which one fits',
      six('feat(cli): add x', 'fix(core): y', 'docs(readme): z'),
      'fix: extend the pattern of isISO8601 to accept week dates',
      'feat(cli): add a --json flag',
    ],
    [
      'capitals after the type',
      six('feat: Add x', 'fix: Mend y'),
      'fix: Extend the pattern of isISO8601 to accept week dates',
      'feat: Add a --json flag',
    ],
    [
      'plain sentences',
      six('Add x', 'Fix y (#12)', 'Remove z'),
      'Extend the pattern of isISO8601 to accept week dates',
      'Add a --json flag',
    ],
    [
      'lower case',
      six('add x', 'fix y', 'remove z'),
      'extend the pattern of isISO8601 to accept week dates',
      'add a --json flag',
    ],
    [
      'the past, with a full stop',
      six('Added x.', 'Fixed y.', 'Removed z.'),
      'Extended the pattern of isISO8601 to accept week dates.',
      'Added a --json flag.',
    ],
    [
      'areas',
      six('lib: handle x', 'cli: print y', 'lib/util: z'),
      'lib: extend the pattern of isISO8601 to accept week dates',
      'cli: add a --json flag',
    ],
    [
      'areas in brackets',
      six('[lib] handle x', '[cli] print y'),
      '[lib] extend the pattern of isISO8601 to accept week dates',
      '[cli] add a --json flag',
    ],
    [
      'types in brackets',
      six('[Fix] `x`: handle y', '[New] `lib`: add z', '[readme] w', '[lib] v'),
      '[Fix] extend the pattern of isISO8601 to accept week dates',
      '[New] add a --json flag',
    ],
    [
      'gitmoji',
      six(':bug: fix x', ':sparkles: add y'),
      ':bug: extend the pattern of isISO8601 to accept week dates',
      ':sparkles: add a --json flag',
    ],
    [
      'emoji',
      six('🐛 Fix x', '✨ Add y'),
      '🐛 Extend the pattern of isISO8601 to accept week dates',
      '✨ Add a --json flag',
    ],
  ])('follows %s', (_name, log, fixed, added) => {
    expect([subjectOf(bug, habitOf(log)), subjectOf(wish, habitOf(log))]).toEqual([fixed, added]);
  });

  test('calls a feature one, though the log has none of late', () => {
    const log = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? `fix: mend ${at}` : `chore: tidy ${at}`));
    expect(subjectOf(wish, habitOf(log))).toBe('feat: add a --json flag');
    expect(subjectOf(wish, habitOf(log, ['fix', 'chore']))).toMatch(/^(?:fix|chore): /);
  });

  test('is not led by what machines write', () => {
    const log = [...Array(20).fill('chore(deps): bump x from 1 to 2'), ...six('Add x', 'Fix y')];
    expect(habitOf(log)).toMatchObject({ shape: 'plain', capital: true });
  });

  test.each<[string, string]>([
    ['', 'fix: isISO8601 rejects valid week dates'],
    ['done', 'fix: isISO8601 rejects valid week dates'],
    ['I fixed the pattern by adding weeks', 'fix: fix the pattern by adding weeks'],
  ])('says what was reported where the developer says nothing better than %j', (summary, subject) => {
    expect(subjectOf({ ...bug, summary }, habitOf([]))).toBe(subject);
  });

  test('is one short line, whatever the title holds', () => {
    for (const title of [`${'word '.repeat(60)}`, 'a\nb\u0000\u001b[31m', '-x', '--amend', '😀'.repeat(90)]) {
      for (const log of [[], six('Add x.', 'Fix y.'), six('a/b: x')]) {
        const subject = subjectOf({ ...bug, title, summary: '' }, habitOf(log));
        expect(subject).toMatch(/^\P{Cc}+$/u);
        expect(subject.length).toBeLessThanOrEqual(73);
      }
    }
  });
});

test.each<[string, Change['kind'], string]>([
  ['isISO8601 rejects valid week dates', 'feature', 'fix'],
  ['parse() throws on empty input', 'feature', 'fix'],
  ['Add a check that rejects empty names', 'feature', 'feat'],
  ['Document the flags that fail', 'docs', 'docs'],
  ['feat: it crashes in style', 'fix', 'feat'],
])('%j is a change of the right type', (title, kind, type) => {
  expect(typeOf({ ...bug, title, kind })).toBe(type);
});

test('what mends failing tests is a fix, unless something new was asked for', () => {
  const change = { ...bug, title: 'add() subtracts (issue #1)', fixed: 1 };
  expect([typeOf(change), typeOf({ ...change, fixed: 0 }), typeOf({ ...wish, fixed: 1 })]).toEqual([
    ...['fix', 'feat', 'feat'],
  ]);
});

test('verbs are told in the imperative and back', () => {
  const forms = ['Added x', 'adds x', 'Adding x', 'made x', 'Stopped x', 'skips x', 'Copies', 'Fixes x', 'applied x'];
  expect(forms.map(imperative)).toEqual([
    ...['add x', 'add x', 'add x', 'make x', 'stop x', 'skip x'],
    ...[null, 'fix x', 'apply x'],
  ]);
  expect(['add x', 'make x', 'stop x', 'apply x', 'set x'].map(inPast)).toEqual([
    ...['added x', 'made x', 'stopped x', 'applied x', 'set x'],
  ]);
});

test('a protected branch is named, or meant by a pattern', () => {
  expect(['main', 'release/1', 'mainly', 'x'].map((name) => isProtected(name, ['main', 'release/*']))).toEqual([
    ...[true, true, false, false],
  ]);
});
