import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metricsOf } from '../../../src/core/learning/metrics.ts';
import { factsOf, type RunFacts } from '../../../src/core/run/run-facts.ts';
import { type MetricName, metricNames } from '../../../src/schema/run/metrics.ts';
import { anyJournal } from '../arbitrary-event.ts';
import { anyPolicy, anyScript } from '../scripts.ts';
import { simulate } from '../simulator.ts';
import { attempt, run, samples, task } from './metrics-samples.ts';
import { reuseByHand, withLessons } from './reuse-by-hand.ts';

const period = { since: 0, until: 1000, damaged: [] };
const measure = (...runs: RunFacts[]) => metricsOf(runs, period);
const passed = { passed: true };

describe('metrics computed by hand', () => {
  const found = measure(...samples);

  test.each<[MetricName, number, of: number, met: boolean | null, estimate: boolean]>([
    ['success_rate', 2 / 3, 3, null, false],
    ['first_attempt_pass_rate', 1 / 3, 3, false, false],
    ['attempts_to_pass', 2, 2, false, false],
    ['hand_over_rate', 1 / 3, 3, false, false],
    ['lesson_reuse_rate', 1 / 2, 2, true, false],
    ['cost_per_solved_task_usd', 0.74 / 2, 2, null, false],
    ['time_per_solved_task_seconds', 130, 2, null, false],
    // The top tier's one solved task cost 0.30 of its own: 2 x 0.30 against 0.02 + 0.36.
    ['saved_against_top_tier_usd', 0.22, 2, null, true],
    ['saved_against_top_tier_rate', 0.22 / 0.6, 2, null, true],
    ['time_saved_seconds', 3 * 3600 - 660, 2, null, true],
    ['loops_caught', 1, 7, null, false],
    // Two attempts were left to a tier whose five attempts cost 0.14.
    ['loops_saved_usd', (2 * 0.14) / 5, 1, null, true],
  ])('%s', (name, value, of, met, estimate) => {
    expect(found.metrics[name]).toMatchObject({ value: expect.closeTo(value, 9), of, met, estimate });
  });

  test('tiers, with what they tried, solved and cost', () => {
    expect(found.tiers).toEqual([
      {
        ...{ tier: 'cheap', tasks: 3, solved: 1, success_rate: 1 / 3, attempts: 5 },
        ...{
          called_usd: expect.closeTo(0.14),
          attempts_usd: expect.closeTo(0.14),
          usd_per_attempt: expect.closeTo(0.028),
        },
      },
      {
        ...{ tier: 'smart', tasks: 2, solved: 1, success_rate: 1 / 2, attempts: 2 },
        ...{
          called_usd: expect.closeTo(0.55),
          attempts_usd: expect.closeTo(0.55),
          usd_per_attempt: expect.closeTo(0.275),
        },
      },
    ]);
  });

  test('runs that have not ended, consultations and cancelled tasks are counted apart', () => {
    expect(found).toMatchObject({
      runs: { finished: 4, by_status: { completed: 2, failed: 1, cancelled: 1 }, unfinished: 1, consultations: 1 },
      tasks: { solved: 2, unsolved: 1, cancelled: 1 },
      usd: { finished: expect.closeTo(0.74), unfinished: 0.5, consultations: 0.07 },
      loops: { by_kind: { same_state: 1 }, within_attempts: 1 },
      lessons: { learned: 1, recalled: 2, reused: 1 },
    });
  });
});

describe('a metric without data', () => {
  test('is null, never nothing or all', () => {
    const { metrics, tiers } = measure(run([], { status: null }), run([], { consultation: true }));
    expect(tiers).toEqual([]);
    for (const name of metricNames) expect(metrics[name], name).toMatchObject({ value: null, of: 0, met: null });
  });

  test('is null for solved tasks only, where none was solved', () => {
    const { metrics } = measure(run([task([attempt('cheap', 0.1)])]));
    expect(metrics).toMatchObject({
      success_rate: { value: 0, of: 1 },
      hand_over_rate: { value: 1, met: false },
      attempts_to_pass: { value: null, met: null },
      cost_per_solved_task_usd: { value: null },
      time_per_solved_task_seconds: { value: null },
      saved_against_top_tier_usd: { value: null, estimate: false },
      time_saved_seconds: { value: -100 },
      loops_caught: { value: 0 },
    });
  });

  test('is null for lessons where nothing failed, and for time where no effort was named', () => {
    const { metrics } = measure(run([task([attempt('cheap', 0.1, passed)], { effort_hours: 0 })]));
    expect(metrics.lesson_reuse_rate).toMatchObject({ value: null, of: 0, met: null });
    expect(metrics.time_saved_seconds).toMatchObject({ value: null, of: 0 });
  });
});

describe('what is saved against the top tier', () => {
  const saved = (...runs: RunFacts[]) => measure(...runs).metrics.saved_against_top_tier_usd;
  const cheaply = task([attempt('cheap', 0.1, passed)]);

  test('is told from its forecast where it has solved nothing here', () => {
    expect(saved(run([cheaply]))).toMatchObject({ value: 0.4, of: 1, estimate: true });
  });

  test('is not told where neither its cost nor its price is known', () => {
    expect(saved(run([cheaply], { top: { name: 'smart', forecast_usd: null } }))).toMatchObject({ value: null, of: 0 });
  });

  test('is nothing, and no estimate, where the top tier worked alone', () => {
    const alone = task([attempt('smart', 0.2), attempt('smart', 0.3, passed)]);
    expect(saved(run([alone]))).toMatchObject({ value: 0, of: 1, estimate: false });
  });

  test('is nothing for a task that it did alone, also where others were not', () => {
    const alone = task([attempt('smart', 0.5, passed)]);
    const late = task([attempt('cheap', 0.1), attempt('smart', 0.1, passed)]);
    // The mean of 0.5 and 0.1, less 0.2.
    expect(saved(run([alone, late]))).toMatchObject({ value: expect.closeTo(0.1, 9), of: 2, estimate: true });
  });

  test('takes each run with its own top tier', () => {
    const other = { top: { name: 'other', forecast_usd: 1 } };
    const both = saved(run([cheaply]), run([cheaply], other));
    expect(both).toMatchObject({ value: expect.closeTo(0.4 + 0.9), of: 2 });
  });
});

test('a target that is just reached is not passed', () => {
  const first = (ok: boolean) =>
    task([attempt('cheap', 0, { passed: ok }), ...(ok ? [] : [attempt('cheap', 0, passed)])]);
  const ten = (good: number) => run(Array.from({ length: 10 }, (_, index) => first(index < good)));
  expect(measure(ten(7)).metrics.first_attempt_pass_rate).toMatchObject({ value: 0.7, met: false });
  expect(measure(ten(8)).metrics.first_attempt_pass_rate).toMatchObject({ value: 0.8, met: true });
});

test('a lesson that was told to an attempt that failed is not reused', () => {
  const tries = [attempt('cheap', 0), attempt('cheap', 0, passed)];
  const reuse = (recalled: number[]) => measure(run([task(tries, { recalled })])).metrics.lesson_reuse_rate.value;
  expect([reuse([]), reuse([1]), reuse([2]), reuse([1, 2])]).toEqual([0, 0, 1, 1]);
  expect(measure(run([task([attempt('cheap', 0)], { recalled: [1] })])).metrics.lesson_reuse_rate.value).toBe(0);
});

test('a task that a person was asked about was handed over, though it was solved', () => {
  const { metrics } = measure(run([task([attempt('cheap', 0, passed)], { asked: true })]));
  expect(metrics).toMatchObject({ success_rate: { value: 1 }, hand_over_rate: { value: 1 } });
});

describe('whatever happened', () => {
  test('rates are shares and sums agree', () => {
    const journals = fc.array(
      fc.oneof(
        fc.tuple(anyPolicy, anyScript).map(([policy, script]) => simulate(policy, script).journal),
        anyJournal,
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(journals, (all) => {
        const facts = all.map((events) => factsOf(events));
        const found = metricsOf(facts, period);
        const { runs, tasks, tiers, metrics } = found;
        for (const name of metricNames) {
          const { value, target, met } = metrics[name];
          if (value !== null) expect(Number.isFinite(value), name).toBe(true);
          if (value !== null && name.endsWith('_rate')) expect(value, name).toBeLessThanOrEqual(1);
          if (value !== null && name.endsWith('_rate') && !name.startsWith('saved'))
            expect(value, name).toBeGreaterThanOrEqual(0);
          expect(met === null, name).toBe(value === null || target === null);
        }
        for (const { success_rate, solved, tasks: given } of tiers) {
          expect(success_rate).toBe(given === 0 ? null : solved / given);
          expect(solved).toBeLessThanOrEqual(given);
        }
        expect(runs.finished + runs.unfinished + runs.consultations).toBe(all.length);
        expect(total(Object.values(runs.by_status))).toBe(runs.finished);
        expect(total(tiers.map(({ solved }) => solved))).toBe(tasks.solved);
        const ended = facts.filter(({ status, consultation }) => status !== null && !consultation);
        const attempts = ended.flatMap((each) => each.tasks.flatMap((one) => one.attempts));
        expect(total(tiers.map((tier) => tier.attempts))).toBe(attempts.length);
        expect(metrics.loops_caught.value ?? 0).toBe(total(Object.values(found.loops.by_kind)));
        expect(total(tiers.map(({ called_usd }) => called_usd))).toBeLessThanOrEqual(found.usd.finished + 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the share of lessons that were reused', () => {
  test('equals a count by hand over the journal', () => {
    let [reuses, journals] = [0, 0];
    fc.assert(
      fc.property(fc.array(fc.tuple(anyPolicy, anyScript, fc.nat()), { minLength: 1, maxLength: 3 }), (runs) => {
        const all = runs.map(([policy, script, seed]) => withLessons(simulate(policy, script).journal, seed));
        const { value, of } = metricsOf(all.map(factsOf), period).metrics.lesson_reuse_rate;
        const { met, reused } = reuseByHand(all);
        expect({ value, of }).toEqual({ value: met === 0 ? null : reused / met, of: met });
        reuses += reused;
        journals += 1;
      }),
      { numRuns: 200 },
    );
    // The count says something.
    expect(reuses).toBeGreaterThan(journals / 10);
  });
});

const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

test('what the repairer passes on counts as no attempt', () => {
  const passedOn = attempt('repair', 0, { passed_on: true });
  const facts = run([task([passedOn, attempt('cheap', 0.1, { passed: true })])]);
  expect(measure(facts).metrics).toMatchObject({
    first_attempt_pass_rate: { value: 1 },
    attempts_to_pass: { value: 1 },
    lesson_reuse_rate: { value: null },
  });
});
