import { describe, expect, it } from 'vitest';
import { daysOf } from '../../../src/faces/ui/client/model/days.ts';
import { readDiff } from '../../../src/faces/ui/client/model/diff.ts';
import { lanesOf, loopsOf, noSteps, outcomeOf, toneOf } from '../../../src/faces/ui/client/model/ladder.ts';
import { sayingOf } from '../../../src/faces/ui/client/model/log.ts';
import { chargedUsd, emptyRun, take } from '../../../src/faces/ui/client/model/run.ts';
import { attemptSeconds, runSeconds } from '../../../src/faces/ui/client/model/time.ts';
import type { ShownEvent } from '../../../src/faces/ui/wire.ts';
import type { RunBrief } from '../../../src/schema/run/view.ts';

const task = { id: 't1', title: 'Add', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 } as const;
const counts = { total: 2, passed: 1, failed: 1, errors: 0, skipped: 0, fixed: 0, broken: 0, preexisting: 0, flaky: 0 };

/** Events with as little in them as the page looks at. */
function story(...parts: Record<string, unknown>[]): ShownEvent[] {
  return parts.map(
    (part, at) =>
      ({ seq: at + 1, at: `2026-01-01T00:00:0${at % 10}.000Z`, run: 'r1', ...part }) as unknown as ShownEvent,
  );
}
const tried = (attempt: number, tier: string, tree: string, status: string) => [
  { type: 'attempt.started', task: 't1', tier, attempt, from_tree: 'x', prompt_ref: null },
  {
    type: 'agent.step',
    agent: 'developer',
    task: 't1',
    attempt,
    step: 1,
    action: 'write',
    action_input: {},
    thought: '',
  },
  {
    type: 'model.called',
    tier,
    role: 'developer',
    task: 't1',
    attempt,
    usd: 0.5,
    input_tokens: 9,
    cached_tokens: 0,
    output_tokens: 1,
  },
  { type: 'attempt.finished', task: 't1', tier, attempt, tree, ended: 'finished', fingerprint: '', files: [] },
  {
    type: 'verdict.reached',
    task: 't1',
    attempt,
    signature: status === 'pass' ? null : 's',
    verdict: { status, tests: counts },
  },
];
const events = story(
  { type: 'plan.proposed', tasks: [task], improvement: false },
  { type: 'handed.over', task: null, question: 'Proceed?', reason: '' },
  { type: 'answer.given', text: 'yes' },
  { type: 'plan.confirmed', by: 'person' },
  ...tried(1, 'cheap', 'tree-a', 'fail'),
  ...tried(2, 'cheap', 'tree-a', 'fail'),
  { type: 'loop.detected', task: 't1', attempt: 2, kind: 'same_state', evidence: 'again' },
  { type: 'tier.escalated', task: 't1', from: 'cheap', to: 'smart', reason: 'loop' },
  ...tried(3, 'smart', 'tree-b', 'pass'),
  { type: 'of.tomorrow', task: 't1', attempt: 3 },
);

it('says of an attempt that could not begin that it could not, not that its steps were not reported', () => {
  const ended = (how: string) => noSteps({ finished: { ended: how } as never });
  expect(ended('unavailable')).toBe('No step was made: the developer could not work.');
  expect(ended('finished')).toMatch(/does not report/);
  expect(noSteps({ finished: null })).toBe('No step yet.');
});

it('ends what was learned of an error with one colon', () => {
  const [learned] = story({ type: 'lesson.learned', error: 'to be equal:', fix: 'as the code shows', tier: 'cheap' });
  expect(learned && sayingOf(learned)?.text).toBe('learned: to be equal: as the code shows');
});

it('charges a run with calls that were cut off, once its end or the list says so', () => {
  const model = { usd: 0.05, finished: null };
  expect(chargedUsd(model, undefined)).toBe(0.05);
  expect(chargedUsd(model, { status: 'running', usd: 0.06 })).toBe(0.05);
  expect(chargedUsd(model, { status: 'interrupted', usd: 0.12 })).toBe(0.12);
  const [end] = story({ type: 'run.finished', usd: 0.13 });
  expect(chargedUsd({ ...model, finished: end as never }, { status: 'cancelled', usd: 0.13 })).toBe(0.13);
});

describe('the run that the page makes of events', () => {
  it('has each attempt with its steps, verdict, cost and loop', () => {
    const run = emptyRun();
    for (const event of events) take(run, event);
    const [row] = run.tasks;
    expect(row?.attempts.map((attempt) => [attempt.tier, attempt.steps.length, attempt.usd, toneOf(attempt)])).toEqual([
      ['cheap', 1, 0.5, 'fail'],
      ['cheap', 1, 0.5, 'fail'],
      ['smart', 1, 0.5, 'pass'],
    ]);
    expect(loopsOf({ attempts: row?.attempts ?? [] })).toEqual([{ from: 1, to: 0, kind: 'same tree' }]);
    expect(row?.attempts[1]?.escalated?.to).toBe('smart');
    expect(run).toMatchObject({ usd: 1.5, confirmed: true, question: null });
    expect(lanesOf({ attempts: row?.attempts ?? [] }, [{ name: 'cheap' }, { name: 'smart' }])).toEqual([
      'smart',
      'cheap',
    ]);
  });

  it('is the same when a stream repeats itself after it was cut', () => {
    const [once, twice] = [emptyRun(), emptyRun()];
    for (const event of events) take(once, event);
    for (const event of [...events.slice(0, 9), ...events.slice(3)]) take(twice, event);
    expect(twice).toEqual(once);
  });

  it('knows whether a question is about the plan', () => {
    const run = emptyRun();
    for (const event of events.slice(0, 2)) take(run, event);
    expect(run.question).toEqual({ text: 'Proceed?', about: 'plan', task: null });
    const working = emptyRun();
    for (const event of [...events, ...story()]) take(working, event);
    take(working, {
      ...story({ type: 'handed.over', task: 't1', question: 'Which?', reason: '' })[0],
      seq: 99,
    } as ShownEvent);
    expect(working.question?.about).toBeNull();
  });

  it('tells an attempt that is worked on from one that was left', () => {
    const run = emptyRun();
    for (const event of events.slice(0, 6)) take(run, event);
    const attempt = run.tasks[0]?.attempts[0];
    expect(attempt && [outcomeOf(attempt, true), outcomeOf(attempt, false)]).toEqual(['working', 'cut off']);
  });
});

describe('an attempt whose review did not approve it', () => {
  const reviewed = (decision: string) => {
    const run = emptyRun();
    for (const event of events) take(run, event);
    const scored = { type: 'review.scored', task: 't1', attempt: 3, score: 60, decision, round: 1 };
    take(run, { ...story(scored)[0], seq: 99 } as ShownEvent);
    const attempt = run.tasks[0]?.attempts[2];
    return attempt && [toneOf(attempt), outcomeOf(attempt, false)];
  };

  it('is a warning that says so', () => {
    expect(reviewed('approve')).toEqual(['pass', 'pass']);
    expect(reviewed('request_changes')).toEqual(['warning', 'pass, changes requested']);
    expect(reviewed('reject')).toEqual(['warning', 'pass, rejected']);
  });
});

describe('a line of the log', () => {
  const said = (event: Record<string, unknown>) => story(event).map((one) => sayingOf(one)?.text)[0];

  it('says what an empty plan means, and decisions and ends in the words of other faces', () => {
    expect(said({ type: 'plan.proposed', tasks: [], improvement: false })).toBe('no test fails: nothing to fix');
    expect(said({ type: 'plan.proposed', tasks: [task], improvement: false })).toBe('1 task: Add');
    expect(said({ type: 'review.scored', score: 60, decision: 'request_changes', round: 2 })).toBe(
      '60/100 changes requested, round 2',
    );
    expect(said({ type: 'run.finished', status: 'budget_exhausted', reason: '' })).toBe('budget exhausted');
  });
});

describe('clocks', () => {
  const last = Date.parse('2026-01-01T00:00:05.000Z');
  const brief = { status: 'running', seconds: 140.2, last_at: '2026-01-01T00:00:05.000Z' } as RunBrief;

  it('of a run go on after its last event while it is worked on', () => {
    expect(runSeconds(brief, last + 64_100)).toBe(204);
    expect(runSeconds(brief, last - 5000)).toBe(140);
    expect(runSeconds({ ...brief, status: 'interrupted' }, last + 64_100)).toBe(140.2);
  });

  it('of an attempt stop when it has been judged, and leave out the time in which nobody worked', () => {
    const run = emptyRun();
    const [, , , , begun, step] = events;
    for (const event of [...events.slice(0, 4), begun, step] as ShownEvent[]) take(run, event);
    const resumed = { type: 'run.resumed', at: '2026-01-01T01:00:00.000Z', seq: 7, owner: 'x' };
    take(run, { ...story(resumed)[0], seq: 7 } as ShownEvent);
    const attempt = run.tasks[0]?.attempts[0];
    const now = Date.parse('2026-01-01T01:00:09.500Z');
    expect(attempt && [attemptSeconds(run, attempt, true, now), attemptSeconds(run, attempt, false, now)]).toEqual([
      10, 1,
    ]);
  });
});

describe('a patch', () => {
  it('is read file by file, with the numbers of its lines', () => {
    const files = readDiff(`diff --git a/src/a b.js b/src/a b.js
index 1..2 100644
--- a/src/a b.js
+++ b/src/a b.js
@@ -3,2 +3,2 @@ function f
 same
-old
+new
\\ No newline at end of file
diff --git a/x b/y
similarity index 100%
rename from x
rename to y
diff --git a/--- b/---
new file mode 100644
--- /dev/null
+++ b/---
@@ -0,0 +1 @@
++++ b/not-a-name
`);
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['src/a b.js', 1, 1],
      ['y', 0, 0],
      ['---', 1, 0],
    ]);
    expect(files[0]?.lines.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
      ['hunk', null, null, '@@ -3,2 +3,2 @@ function f'],
      ['same', 3, 3, 'same'],
      ['del', 4, null, 'old'],
      ['add', null, 4, 'new'],
      ['note', null, null, 'No newline at end of file'],
    ]);
    expect(files[2]?.lines.at(-1)).toMatchObject({ kind: 'add', text: '+++ b/not-a-name' });
    expect(readDiff('')).toEqual([]);
  });
});

describe('days', () => {
  it('are all there, and a run counts on the day that it began', () => {
    const now = new Date(2026, 10, 17, 12);
    const run = (exit_code: number | null, day: number): RunBrief =>
      ({ exit_code, started_at: new Date(2026, 10, day, 9).toISOString(), usd: 2, attempts: 1 }) as RunBrief;
    const days = daysOf([run(0, 17), run(1, 17), run(null, 16), run(0, 1)], now, 3);
    expect(days.map(({ day, completed, other, unfinished, usd }) => [day, completed, other, unfinished, usd])).toEqual([
      ['2026-11-15', 0, 0, 0, 0],
      ['2026-11-16', 0, 0, 1, 2],
      ['2026-11-17', 1, 1, 0, 4],
    ]);
  });
});
