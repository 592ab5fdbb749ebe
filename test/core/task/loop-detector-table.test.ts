import { describe, expect, test } from 'vitest';
import { detectLoop, detectStepLoop, type Trace } from '../../../src/core/task/loop-detector.ts';
import { changeFingerprint } from '../../../src/languages/structure/fingerprint/fingerprint.ts';
import { togetherParsers } from '../../support/parsers.ts';

/** What one attempt shows: its tree, its failure, the failing tests, the newly broken ones, and its change. */
interface Shown {
  tree?: string;
  failure?: string | null;
  failing?: number | null;
  broken?: number;
  change?: string | Promise<string>;
  tier?: string;
  unchanged?: boolean;
}

const history = async (shown: Shown[]): Promise<Trace[]> => {
  const prints = await Promise.all(shown.map(({ change }) => change));
  return shown.map((one, at) => ({
    attempt: at + 1,
    tier: one.tier ?? 'cheap',
    tree: one.tree ?? `tree-${at}`,
    unchanged: one.unchanged ?? false,
    signature: one.failure === undefined ? `failure-${at}` : one.failure,
    fingerprint: prints[at] ?? `change-${at}`,
    failing: one.failing === undefined ? 3 : one.failing,
    broken: one.broken ?? 0,
  }));
};

const trees = (names: string) => [...names].map((tree): Shown => ({ tree }));
const failures = (names: string, failing: number[] = []) =>
  [...names].map((failure, at): Shown => ({ failure, failing: failing[at] ?? 3 }));

/** A patch that adds lines to files, as git writes it. */
const patch = (files: Record<string, string[]>) =>
  Object.entries(files)
    .map(
      ([path, lines]) =>
        `diff --git a/${path} b/${path}\nnew file mode 100644\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`,
    )
    .join('');
const parsers = togetherParsers();
const changes = (...patches: Record<string, string[]>[]) =>
  patches.map((files): Shown => {
    const texts = Object.entries(files).map(([path, lines]): [string, string] => [path, `${lines.join('\n')}\n`]);
    return { change: changeFingerprint(patch(files), new Map(texts), parsers), failure: 'F' };
  });
const batch = (count: number, line: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/part${at}.py`, [line(at)]]));

const attempts: [string, Shown[], string | null, number?][] = [
  // Seed 1's own examples.
  ['the same diff proposed twice', trees('AA'), 'same_state'],
  ['the same error three times running', failures('FFF'), 'same_failure'],
  ['the same error twice is not yet three times', failures('FF'), null],
  ['the alternation A-B-A-B, in trees', trees('ABAB'), 'same_state'],
  ['the alternation A-B-A-B, in failures', failures('FGFG'), 'cycle'],
  [
    'x + 1 against 1 + x',
    changes({ 'foo.py': ['def foo(x): return x + 1'] }, { 'foo.py': ['def foo(x): return 1 + x'] }),
    'same_intent',
  ],
  [
    'x + 1 against x - 1',
    changes({ 'foo.py': ['def foo(x): return x + 1'] }, { 'foo.py': ['def foo(x): return x - 1'] }),
    null,
  ],
  ['the rate limiter: an import error, then a test, then the same test', failures('IRR'), null],
  ['the rate limiter, where the same error twice is enough', failures('IRR'), 'same_failure', 2],
  ['the rate limiter, after two different errors', failures('IR'), null, 2],
  // Periods.
  ['A-B-C-A-B-C, in trees', trees('ABCABC'), 'same_state'],
  ['A-B-C-A: the first tree is back', trees('ABCA'), 'same_state'],
  ['A-B-C-A-B-C, in failures', failures('FGHFGH'), 'cycle'],
  ['A-B-C-A, in failures: nothing was seen twice in order', failures('FGHF'), null],
  ['A-B-C-A-B, in failures', failures('FGHFG'), null],
  ['a cycle of four', failures('FGHKFGHK'), 'cycle'],
  ['a cycle of five', failures('FGHKLFGHKL'), 'cycle'],
  ['a cycle of six', failures('FGHKLMFGHKLM'), 'cycle'],
  ['a cycle of four that breaks at the last', failures('FGHKFGHX'), null],
  ['a cycle that comes after other failures', failures('XYZFGFG'), 'cycle'],
  ['a cycle with a pair in it', failures('FFGFFG'), 'cycle'],
  ['a cycle that is over', failures('FGFGX'), null],
  ['F-G-G-F: a mirror is no cycle', failures('FGGF'), null],
  ['F-G-F: an echo is no cycle', failures('FGF'), null],
  // Progress.
  ['the same error while failing tests shrink', failures('FFF', [5, 4, 3]), null],
  ['the same error while failing tests shrink, at length', failures('FFFFFF', [9, 8, 6, 5, 3, 1]), null],
  ['the same error after the shrinking stopped', failures('FFFFF', [5, 4, 4, 4, 4]), 'same_failure'],
  ['the same error with more failing tests each time', failures('FFF', [3, 4, 5]), 'same_failure'],
  [
    'the same error, fewer failing, but others broken',
    [3, 2, 1].map((failing, at) => ({ failure: 'F', failing, broken: at })),
    'same_failure',
  ],
  ['a cycle whose second round does better', failures('FGFG', [6, 5, 4, 3]), null],
  ['a cycle whose second round does worse', failures('FGFG', [3, 4, 5, 6]), 'cycle'],
  [
    'a cycle whose second round breaks others',
    failures('FGFG', [6, 6, 5, 5]).map((one, at) => ({ ...one, broken: at > 1 ? 1 : 0 })),
    'cycle',
  ],
  [
    'the same change in other words that does better',
    [
      { change: 'C', failure: 'F', failing: 4 },
      { change: 'C', failure: 'F', failing: 3 },
    ],
    null,
  ],
  [
    'a tree that was there before is no progress, whatever is counted',
    [
      { tree: 'A', failing: 5 },
      { tree: 'B', failing: 4 },
      { tree: 'A', failing: 1 },
    ],
    'same_state',
  ],
  ['down, up and down to where it was', failures('FGH', [5, 6, 5]), null],
  ['new failures every time', failures('FGHKLM'), null],
  ['new trees every time', trees('ABCDEF'), null],
  ['failures that nobody could count', [1, 2, 3].map(() => ({ failure: 'F', failing: null })), 'same_failure'],
  [
    'counted only at the end',
    [
      { failure: 'F', failing: null },
      { failure: 'F', failing: null },
      { failure: 'F', failing: 2 },
    ],
    null,
  ],
  ['attempts without any failure signature', [1, 2, 3].map(() => ({ failure: null })), null],
  // Tiers and idle attempts.
  ['the same failure in three tiers', ['a', 'b', 'c'].map((tier) => ({ tier, failure: 'F' })), null],
  ['the same tree in the next tier', [{ tree: 'A' }, { tree: 'A', tier: 'smart' }], 'same_state'],
  [
    'a cycle that spans two tiers',
    [{ failure: 'F' }, { failure: 'G' }, { failure: 'F', tier: 'b' }, { failure: 'G', tier: 'b' }],
    null,
  ],
  [
    'the same change from two tiers',
    [
      { change: 'C', failure: 'F' },
      { change: 'C', failure: 'F', tier: 'b' },
    ],
    null,
  ],
  ['nothing changed', [{ unchanged: true }], null],
  ['nothing changed, then something', [{ unchanged: true }, {}], null],
  [
    'nothing changed, twice',
    [
      { unchanged: true, tree: 'base' },
      { unchanged: true, tree: 'base' },
    ],
    'same_state',
  ],
  ['nothing changed, twice with work between', [{ unchanged: true }, {}, { unchanged: true }], 'same_state'],
  // Intent.
  [
    'a function under other names',
    changes(
      { 'a.ts': ['const f = (left: number) => left * 2 + 1;'] },
      { 'a.ts': ['function f(x: number) {', '  return 1 + 2 * x;', '}'] },
    ),
    'same_intent',
  ],
  ['another constant', changes({ 'a.ts': ['export const limit = 3;'] }, { 'a.ts': ['export const limit = 4;'] }), null],
  [
    'a negated condition',
    changes({ 'a.py': ['def f(a):', '    if a: g()'] }, { 'a.py': ['def f(a):', '    if not a: g()'] }),
    null,
  ],
  [
    'the same words in another file',
    changes({ 'a.go': ['func f() int { return 1 }'] }, { 'b.go': ['func f() int { return 1 }'] }),
    null,
  ],
  [
    'Go under other names',
    changes(
      { 'a.go': ['func f(a int) int { b := a + 1; return b }'] },
      { 'a.go': ['func f(x int) int {', '\ty := 1 + x // one more', '\treturn y', '}'] },
    ),
    'same_intent',
  ],
  [
    'Go with another operator',
    changes({ 'a.go': ['func f(a int) int { return a + 1 }'] }, { 'a.go': ['func f(a int) int { return a - 1 }'] }),
    null,
  ],
  [
    'Rust under other names',
    changes(
      { 'a.rs': ['fn f(a: i32) -> i32 { let b = a * 2; g(b) }'] },
      { 'a.rs': ['fn f(n: i32) -> i32 {', '    let twice = 2 * n;', '    g(twice)', '}'] },
    ),
    'same_intent',
  ],
  [
    'Rust with another call',
    changes({ 'a.rs': ['fn f(a: i32) -> i32 { g(a) }'] }, { 'a.rs': ['fn f(a: i32) -> i32 { h(a) }'] }),
    null,
  ],
  [
    'Java under other names',
    changes(
      { 'A.java': ['class A { int f(int a) { int b = a + 1; return b * b; } }'] },
      { 'A.java': ['class A {', '  int f(int x) {', '    int y = 1 + x;', '    return y * y;', '  }', '}'] },
    ),
    'same_intent',
  ],
  [
    'Java with another field',
    changes(
      { 'A.java': ['class A { int f() { return this.size; } }'] },
      { 'A.java': ['class A { int f() { return this.length; } }'] },
    ),
    null,
  ],
  [
    'batch edits over many files, the same twice',
    changes(
      batch(40, (at) => `def part${at}(x): return x + ${at}`),
      batch(40, (at) => `def part${at}(y): return ${at} + y  # again`),
    ),
    'same_intent',
  ],
  [
    'batch edits over many files, other files each time',
    changes(
      batch(20, () => 'x = 1'),
      Object.fromEntries(Object.entries(batch(40, () => 'x = 1')).slice(20)),
    ),
    null,
  ],
  [
    'batch edits over many files, another value in all',
    changes(
      batch(40, (at) => `limit = ${at}`),
      batch(40, (at) => `limit = ${at + 1}`),
    ),
    null,
  ],
  ['batch edits with a new failure each time', [0, 1, 2, 3].map((at) => ({ tree: `t${at}`, failing: 40 - at })), null],
];

describe('attempts', () => {
  test.each(attempts)('%s', async (_, shown, kind, sameFailure = 3) => {
    const found = detectLoop(await history(shown), sameFailure);
    expect(found?.kind ?? null).toBe(kind);
    // A person finds the attempts by their numbers.
    if (found)
      expect(found.evidence).toMatch(new RegExp(`^(?:the (?:trees|failures) of )?attempts? .*\\b${shown.length}\\b`));
  });

  test('there are sixty of them', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(60);
  });
});

/** A step's key as the agents' loop makes it: what was thought does not count. */
const step = (action: string, input: unknown, observation: string, _thought = '') =>
  JSON.stringify([action, input, observation]);
const times = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));

describe('steps', () => {
  const read = step('read', 'a.py', 'x = 1');
  test.each<[string, string[], 'nudge' | 'end' | null]>([
    [
      'a reworded thought with the same call, thrice',
      times(3, (at) => step('read', 'a.py', 'x = 1', `Let me look, in words ${at}`)),
      'nudge',
    ],
    [
      'a reworded thought with the same call, five times',
      times(5, (at) => step('read', 'a.py', 'x = 1', `thought ${at}`)),
      'end',
    ],
    ['the same command with new output', times(9, (at) => step('run', 'npm test', `${9 - at} failing`)), null],
    [
      'the same command, whose output stops changing',
      ['3', '2', '1', '1', '1'].map((left) => step('run', 'npm test', left)),
      'nudge',
    ],
    [
      'batch edits over many files',
      times(60, (at) => step('edit', { path: `src/${at}.py`, old: 'a', new: 'b' }, 'edited')),
      null,
    ],
    ['reading many files', times(60, (at) => step('read', `src/${at}.py`, `text ${at}`)), null],
    [
      'edit and test by turns, with new results',
      times(20, (at) => step(at % 2 ? 'run' : 'edit', at % 2 ? 'npm test' : `change ${at}`, `result ${at}`)),
      null,
    ],
    ['edit and undo by turns, thrice', times(6, (at) => step('edit', at % 2 ? 'undo' : 'do', 'edited')), 'end'],
    ['edit and undo by turns, twice', times(4, (at) => step('edit', at % 2 ? 'undo' : 'do', 'edited')), null],
    ['a round of three, thrice', times(9, (at) => step('read', `${at % 3}.py`, 'same')), 'end'],
    ['a round of seven, thrice', times(21, (at) => step('read', `${at % 7}.py`, 'same')), 'end'],
    ['a round of seven, not quite thrice', times(20, (at) => step('read', `${at % 7}.py`, 'same')), null],
    ['the same step again after others', [read, step('run', 'ls', 'a.py'), read, step('run', 'pwd', '/'), read], null],
    ['a nudge that helped', [read, read, read, step('edit', 'a.py', 'edited')], null],
  ])('%s', (_, keys, expected) => {
    expect(detectStepLoop(keys)?.call ?? null).toBe(expected);
  });
});
