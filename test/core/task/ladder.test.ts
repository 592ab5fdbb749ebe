import { describe, expect, test } from 'vitest';
import {
  afterFailure,
  bestAttempt,
  departureFor,
  fatal,
  nextTier,
  startingTree,
  tierOf,
  tiersFor,
} from '../../../src/core/task/ladder.ts';
import { type AttemptState, type Baseline, failingTests, type TaskState } from '../../../src/core/task/task-state.ts';
import type { Verdict } from '../../../src/schema/judge/verdict.ts';
import type { EventOf } from '../../../src/schema/run/event.ts';
import type { TierHistory } from '../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../policy.ts';
import { calm, simulate } from '../simulator.ts';
import { judgement } from '../verdict.ts';

const ref = 'a'.repeat(64);

test('a task that is no fix goes past the repairer, unless there is nobody else', () => {
  const repairer = { ...tier('repair'), developer: 'repair' as const, model: null };
  const tiers = [repairer, tier('cheap')];
  expect(tiersFor('fix', tiers)).toEqual(tiers);
  expect(tiersFor('feature', tiers)).toEqual([tier('cheap')]);
  expect(tiersFor('docs', [repairer])).toEqual([repairer]);
  const { journal } = simulate(policyWith({ tiers }), { seed: 1, tasks: 1, odds: calm });
  expect(journal.flatMap((event) => (event.type === 'attempt.started' ? [event.tier] : []))).toEqual(['cheap']);
});

const baseline: Baseline = { tree: 'base', runner: 'node:test', total: 5, failed: 3, duration_ms: 1, run_ref: ref };

const finished = (ended: EventOf<'attempt.finished'>['ended'], summary = 'why'): EventOf<'attempt.finished'> => ({
  type: 'attempt.finished',
  task: 't1',
  tier: 'cheap',
  attempt: 1,
  tree: 'raw',
  files: ['a.js'],
  insertions: 1,
  deletions: 0,
  ended,
  summary,
  fingerprint: 'f',
  diff_ref: ref,
});

const attempt = (number: number, changes: Partial<AttemptState> = {}): AttemptState => ({
  attempt: number,
  tier: 'cheap',
  from_tree: 'base',
  prompt_ref: null,
  tree: 'raw',
  finished: finished('finished'),
  judged: failing(2, { judged_tree: `tree-${number}` }),
  before_tests: null,
  integrity: [],
  analyses: [],
  remembered: null,
  conflict: null,
  loop: null,
  review: null,
  hooks: null,
  hook_changes: 0,
  missing: [],
  unreviewed: 0,
  leave: null,
  answered: false,
  usd: 0,
  started_at: 0,
  began_ms: 0,
  ended_ms: 0,
  ...changes,
});

const failing = (failed: number, changes: Partial<EventOf<'verdict.reached'>> = {}, verdict: Partial<Verdict> = {}) =>
  judgement({ ...verdict, tests: { total: 5, passed: 5 - failed, failed, ...verdict.tests } }, changes);

const taskWith = (attempts: AttemptState[], changes: Partial<TaskState> = {}): TaskState => ({
  task: { id: 't1', title: 'do it', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 },
  improvement: false,
  status: 'active',
  reason: '',
  parent: 'base',
  tier: 'cheap',
  tier_from: 0,
  attempts,
  baseline: null,
  merged_from: 0,
  messages: [],
  commit: null,
  learned: false,
  pull: null,
  pull_shown: {},
  lesson: null,
  tests_asked: false,
  recalled: [],
  history: [],
  hints: [],
  unlocked: [],
  active_ms: 0,
  ...changes,
});

const many = (count: number, tierName = 'cheap') =>
  Array.from({ length: count }, (_, index) => attempt(index + 1, { tier: tierName }));
const loop = { type: 'loop.detected', task: 't1', attempt: 1, kind: 'cycle', evidence: 'x' } as const;
const review = { review: { decision: 'request_changes', score: 60 } as EventOf<'review.scored'> };

describe('a tier that was stopped', () => {
  const stopped = { cheap: 'it reported too much' };
  const why = 'tier cheap was stopped: it reported too much';
  const policy = policyWith({ tiers: [tier('cheap'), tier('middle'), tier('smart')] });

  test('is left after one failed attempt, for the next that is not stopped', () => {
    const task = taskWith([attempt(1)]);
    expect(afterFailure(task, policy, undefined, {})).toEqual({ kind: 'retry' });
    expect(afterFailure(task, policy, undefined, stopped)).toEqual({ kind: 'next_tier', to: 'middle', reason: why });
    expect(afterFailure(task, policy, undefined, { ...stopped, middle: 'it too' })).toMatchObject({ to: 'smart' });
  });

  test('is left before any attempt with it, where another task had it stopped meanwhile', () => {
    const task = { ...taskWith([attempt(1, { judged: judgement({ stopped_at: 'tests' }) })]), tier: 'middle' };
    const both = { ...stopped, middle: 'it too' };
    expect(afterFailure(task, policy, undefined, both)).toMatchObject({ kind: 'next_tier', to: 'smart' });
    expect(afterFailure(task, policy, undefined, stopped)).toEqual({ kind: 'retry' });
  });

  test('is never gone to, and with all stopped the task is given up', () => {
    const task = taskWith([attempt(1), attempt(2), attempt(3)]);
    const all = { middle: 'x', smart: 'x' };
    expect(afterFailure(task, policy, undefined, all)).toMatchObject({ kind: 'give_up' });
  });

  test('does not ask a person whose answer it could not use', () => {
    const task = taskWith([attempt(1, { tier: 'smart', finished: finished('hand_over') })], { tier: 'smart' });
    expect(afterFailure(task, policy, undefined, {})).toMatchObject({ kind: 'ask_person' });
    expect(afterFailure(task, policy, undefined, { smart: 'x' })).toMatchObject({ kind: 'give_up' });
  });
});

describe('after a failed attempt', () => {
  const policy = policyWith();
  const top = (attempts: AttemptState[]) => taskWith(attempts, { tier: 'smart' });

  test('the same tier tries again while it has attempts left', () => {
    expect(afterFailure(taskWith(many(2)), policy)).toEqual({ kind: 'retry' });
    expect(afterFailure(taskWith([]), policy)).toEqual({ kind: 'retry' });
  });

  test('the next tier follows when they are used', () => {
    expect(afterFailure(taskWith(many(3)), policy)).toMatchObject({ kind: 'next_tier', to: 'smart' });
  });

  test('attempts of an earlier tier do not count', () => {
    const task = taskWith([...many(3), attempt(4, { tier: 'smart' })], { tier: 'smart', tier_from: 3 });
    expect(afterFailure(task, policy)).toEqual({ kind: 'retry' });
  });

  test.each([
    ['a loop', { loop }, loop.evidence],
    ['a developer that hands over', { finished: finished('hand_over'), judged: null }, 'the developer gave up: why'],
    [
      'a developer that is not available',
      { finished: finished('unavailable'), judged: null },
      'the developer could not work: why',
    ],
    ['a crash', { judged: failing(1, { crashed: true }) }, 'the tests crashed'],
    ['a hang', { judged: failing(1, { hung: true }) }, 'the tests hung'],
  ])('%s leaves the tier at once', (_, changes, reason) => {
    expect(afterFailure(taskWith([attempt(1, changes)]), policy)).toEqual({ kind: 'next_tier', to: 'smart', reason });
  });

  test('the top tier gives up, and says what ended it', () => {
    expect(afterFailure(top(many(3)), policy)).toEqual({
      kind: 'give_up',
      reason: 'all tiers exhausted (3 attempts without a pass)',
    });
    expect(afterFailure(top([attempt(1, { loop })]), policy)).toMatchObject({ kind: 'give_up' });
  });

  test('the top tier that hands over asks a person, in its own words or in ours', () => {
    const asks = (summary: string) => top([attempt(1, { finished: finished('hand_over', summary), judged: null })]);
    expect(afterFailure(asks('Which one?'), policy)).toMatchObject({
      kind: 'ask_person',
      question: 'Which one?',
      unlock: [],
    });
    expect(afterFailure(asks(''), policy)).toMatchObject({
      question: 'The developer needs an answer before it can continue.',
    });
  });

  test('a new dependency is a question to a person at any tier, and a yes opens its manifest', () => {
    const integrity = [{ file: 'web/package.json', rule: 'needs_dependency: left-pad, right-pad' }];
    const findings = [{ kind: 'needs_dependency' as const, text: 'left-pad, right-pad (web/package.json)' }];
    const asking = taskWith([attempt(1, { judged: judgement({ stopped_at: 'dependencies', integrity, findings }) })]);
    const tests = { ...policy.tests, install: ['npm', 'ci'] };
    expect(afterFailure(asking, { ...policy, tests })).toEqual({
      kind: 'ask_person',
      question:
        'The change needs new dependencies: left-pad, right-pad (web/package.json). Allow them? (yes, or say what to do instead)',
      reason: 'needs_dependency',
      unlock: ['web/package.json'],
    });
    expect(afterFailure(asking, policy)).toMatchObject({
      question: expect.stringContaining('tests.install is not set'),
      unlock: [],
    });
  });

  test("the task's own limit outranks everything, a question too", () => {
    const tight = policyWith({ limits: { attempts_per_task: 2 } });
    expect(afterFailure(taskWith(many(2)), tight)).toEqual({
      kind: 'give_up',
      reason: 'all 2 attempts at the task are used up',
    });
    const asks = top([attempt(1), attempt(2, { finished: finished('hand_over') })]);
    expect(afterFailure(asks, tight)).toMatchObject({ kind: 'give_up' });
  });

  test('work that only its review refuses is given up as a rejected review', () => {
    expect(afterFailure(top([attempt(1), attempt(2), attempt(3, review)]), policy)).toMatchObject({
      kind: 'give_up',
      reason: expect.stringMatching(/^review rejected: 60\/100; all tiers exhausted/),
    });
  });
});

describe('a tier that the history has put off', () => {
  const [cheap, smart, best] = [tier('cheap'), tier('smart'), tier('best')];
  const known = (name: string, solved: number, depth: number): TierHistory => {
    const at = (count: number) => [...Array(depth).fill(0), count];
    return { tier: name, kind: 'fix', tries: at(12), solved: at(solved), usd: 1 };
  };
  const history = [known('cheap', 0, 0), known('smart', 11, 1)];
  const taught = policyWith({ tiers: [cheap, smart, best], history });
  const inTier = (name: string, ...attempts: AttemptState[]) =>
    taskWith(attempts, { tier: name, tier_from: attempts.findIndex((known) => known.tier === name) });

  test('is gone back to when the others have failed, in the configured order, and the move says so', () => {
    expect(departureFor(taskWith([]), taught, 10)?.tier).toBe(smart);
    const dear = policyWith({ tiers: [cheap, smart, { ...best, price: { input: 90, output: 300 } }], history });
    expect(afterFailure(inTier('smart', ...many(3, 'smart')), dear)).toEqual({
      kind: 'next_tier',
      to: 'cheap',
      reason: '3 attempts without a pass; cheap was skipped earlier and is tried now',
    });
    const all = [attempt(1, { tier: 'smart' }), attempt(2, { tier: 'best' }), attempt(3, { tier: 'cheap', loop })];
    expect(afterFailure(inTier('cheap', ...all), taught)).toMatchObject({ kind: 'give_up' });
  });

  test('is not asked before a person when the top tier cannot go on without one', () => {
    const asks = attempt(2, { tier: 'best', finished: finished('hand_over', 'Which one?') });
    const task = inTier('best', attempt(1, { tier: 'smart' }), asks);
    expect(afterFailure(task, taught)).toMatchObject({ kind: 'ask_person', question: 'Which one?' });
    const unable = { ...asks, finished: finished('unavailable') };
    expect(afterFailure(inTier('best', attempt(1, { tier: 'smart' }), unable), taught)).toMatchObject({ to: 'cheap' });
  });

  test('is left behind where nothing was learned: the order only goes up', () => {
    const { history: _, ...plain } = taught;
    expect(afterFailure(inTier('best', ...many(3, 'best')), plain)).toMatchObject({ kind: 'give_up' });
  });

  test('weighs the same whether a tier before it could not work or was never asked', () => {
    const unable = attempt(1, { finished: finished('unavailable') });
    const rows = [known('smart', 0, 0), known('best', 11, 0)];
    const policy = policyWith({ tiers: [cheap, smart, best], history: rows });
    const weighed = (first: AttemptState) => departureFor(taskWith([first]), policy, 10)?.reason;
    const fresh = departureFor(taskWith([]), { ...policy, tiers: [smart, best] }, 10)?.reason;
    expect(weighed(unable)).toBe(fresh);
    expect(weighed(attempt(1))).not.toBe(fresh);
  });
});

describe('what sends the work to the next tier at once', () => {
  const syntax = (recommendation: Verdict['recommendation']) =>
    attempt(1, { judged: judgement({ stopped_at: 'syntax', recommendation }) });

  test('three files that do not parse, also where the journal lists only the errors of the first', () => {
    expect(fatal(syntax('escalate_tier'))).toBe('three or more files with syntax errors');
    expect(fatal(syntax('fix_required'))).toBeNull();
  });

  test('an attempt that was not judged, or failed its tests, does not', () => {
    expect(fatal(attempt(1))).toBeNull();
    expect(fatal(attempt(1, { judged: null }))).toBeNull();
  });
});

describe('the tiers', () => {
  test('follow each other in the order of the policy', () => {
    const policy = policyWith({ tiers: [tier('a'), tier('b'), tier('c')] });
    expect(nextTier(policy.tiers, 'a')?.name).toBe('b');
    expect(nextTier(policy.tiers, 'c')).toBeUndefined();
    expect(tierOf(policy, 'b')?.name).toBe('b');
    expect(tierOf(policy, null)).toBeUndefined();
  });
});

describe('the tests that fail', () => {
  test.each([
    ['failures and errors count', failing(2, {}, { tests: { errors: 1 } as Verdict['tests'] }), 3],
    ['a pass has none', judgement({ status: 'pass', tests: { total: 5, passed: 5 } }), 0],
    ['tampering was never run', judgement({ stopped_at: 'integrity' }), null],
    ['an empty change was never run', judgement({ stopped_at: 'rule' }), null],
    ['files that do not parse were never run', judgement({ stopped_at: 'syntax' }), null],
    ['a build that failed ran no tests', judgement({ stopped_at: 'build' }), null],
    ['a crash cannot be counted', failing(1, { crashed: true }), null],
    ['a hang cannot be counted', failing(1, { hung: true }), null],
    [
      'no report cannot be counted',
      judgement({ runtime_errors: [{ message: 'no report', file: null, line: null }] }),
      null,
    ],
  ])('%s', (_, judged, count) => {
    expect(failingTests(attempt(1, { judged }))).toBe(count);
  });
});

describe('the best attempt', () => {
  const judged = (number: number, failed: number, broken = 0) =>
    attempt(number, {
      judged: failing(failed, { judged_tree: `tree-${number}` }, { tests: { broken } as Verdict['tests'] }),
    });

  test('has the fewest failing tests, fewer than base, the earliest of equals', () => {
    expect(bestAttempt(taskWith([judged(1, 2), judged(2, 1), judged(3, 1)]), baseline)?.attempt).toBe(2);
    expect(bestAttempt(taskWith([judged(1, 3), judged(2, 4)]), baseline)).toBeUndefined();
  });

  test('breaks nothing, tampers with nothing and ran its tests', () => {
    const tampered = { ...judged(2, 0), integrity: ['test/a.js'] };
    const empty = attempt(3, { judged: judgement({ stopped_at: 'rule' }) });
    const hung = attempt(4, { judged: failing(1, { hung: true }) });
    const blind = attempt(5, { judged: failing(1, {}, { control: 'failed' }) });
    expect(bestAttempt(taskWith([judged(1, 1, 1), tampered, empty, hung, blind]), baseline)).toBeUndefined();
  });
});

describe('where the next attempt starts', () => {
  test('the first one, and one after tampering or blinding its tests, from base', () => {
    expect(startingTree(taskWith([]), baseline)).toBeNull();
    expect(
      startingTree(taskWith([attempt(1, { judged: failing(1, {}, { control: 'failed' }) })]), baseline),
    ).toBeNull();
    expect(startingTree(taskWith([attempt(1, { integrity: ['test/a.js'] })]), baseline)).toBeNull();
  });

  test('the same tier from where it was, better or worse', () => {
    const worse = attempt(1, { judged: failing(5, { judged_tree: 'worse' }) });
    expect(startingTree(taskWith([worse]), baseline)).toBe('worse');
  });

  test('a new tier from the best tree, or from base where none is better', () => {
    const moved = { tier: 'smart', tier_from: 2 };
    const better = attempt(1, { judged: failing(1, { judged_tree: 'better' }) });
    const worse = attempt(2, { judged: failing(5, { judged_tree: 'worse' }) });
    expect(startingTree(taskWith([better, worse], moved), baseline)).toBe('better');
    expect(startingTree(taskWith([worse, worse], moved), baseline)).toBeNull();
  });

  test('after an answer from where the asking attempt was judged', () => {
    const asked = attempt(1, { answered: true, judged: failing(5, { judged_tree: 'asked' }) });
    expect(startingTree(taskWith([asked], { tier_from: 1 }), baseline)).toBe('asked');
  });
});

describe('the repairer', () => {
  const repair = { ...tier('repair'), developer: 'repair' as const, model: null, price: null, attempts: 1 };
  const handed = attempt(1, {
    tier: 'repair',
    finished: finished('hand_over', 'nothing. Most suspicious: a.js:1.'),
    judged: null,
  });

  test('asks nobody: an answer would be of no use to it', () => {
    const move = afterFailure(taskWith([handed], { tier: 'repair' }), policyWith({ tiers: [repair] }));
    expect(move).toEqual({
      kind: 'give_up',
      reason: 'all tiers exhausted (nothing); only the repairer was tried',
    });
  });

  test('takes none of the attempts of a task', () => {
    const policy = policyWith({ tiers: [repair, tier('cheap')] });
    const limited = { ...policy, limits: { ...policy.limits, attempts_per_task: 1 } };
    expect(afterFailure(taskWith([handed], { tier: 'repair' }), limited)).toMatchObject({
      kind: 'next_tier',
      to: 'cheap',
    });
    const both = taskWith([handed, attempt(2)], { tier: 'cheap', tier_from: 1 });
    expect(afterFailure(both, limited)).toMatchObject({ kind: 'give_up' });
  });
});
