import { describe, expect, test } from 'vitest';
import { fold } from '../../src/core/run/fold.ts';
import { initialState } from '../../src/core/run/initial-state.ts';
import { viewOf } from '../../src/engine/history/view.ts';
import { policyWith } from '../core/policy.ts';
import { calm, type Odds, simulate } from '../core/simulator.ts';

const ran = (odds: Partial<Odds> = {}) => simulate(policyWith(), { seed: 3, tasks: 1, odds: { ...calm, ...odds } });
const until = (type: string, { journal } = ran()) =>
  journal.slice(0, journal.findIndex((event) => event.type === type) + 1).reduce(fold, initialState);

describe('the state of a run as a face shows it', () => {
  test.each([
    ['a living owner works on it', viewOf(until('attempt.started'), true), 'running'],
    ['its owner died or stopped', viewOf(until('attempt.started'), false), 'interrupted'],
    ['a person is asked', viewOf(until('handed.over', ran({ hand_over: 1 })), false), 'waiting'],
    ['it has ended', viewOf(ran().state, false), 'completed'],
    ['it has failed', viewOf(ran({ pass: 0 }).state, true), 'failed'],
  ])('when %s', (_, view, status) => {
    expect(view.status).toBe(status);
  });

  test('tells of an attempt how far it came', () => {
    const attempts = (type: string) => viewOf(until(type), true).tasks[0]?.attempts[0];
    expect(attempts('attempt.started')).toMatchObject({ status: 'working', failing: null, score: null });
    expect(attempts('attempt.finished')).toMatchObject({ status: 'finished' });
    expect(attempts('verdict.reached')).toMatchObject({ status: 'pass', failing: 0 });
    expect(attempts('review.scored')).toMatchObject({ score: 90 });
  });

  test('took as long as its end says', () => {
    const { state } = ran();
    const later = { ...state, active_ms: state.active_ms + 5000 };
    expect(viewOf(later, false).seconds).toBe(state.finished?.seconds);
  });

  test('adds up: the tiers, and what calls that were cut off may have cost', () => {
    const { usd, usd_by_tier, usd_cut_off } = viewOf(until('attempt.finished'), false, { charged: 7 });
    expect(usd).toBe(7);
    expect(usd_cut_off).toBeGreaterThan(0);
    expect(Object.values(usd_by_tier).reduce((sum, tier) => sum + tier, usd_cut_off)).toBeCloseTo(7);
    expect(viewOf(ran().state, false, { charged: 7 }).usd_cut_off).toBe(0);
  });

  test('is there before anything happened', () => {
    expect(viewOf(initialState, false)).toMatchObject({
      started_at: '1970-01-01T00:00:00.000Z',
      tasks: [],
      seconds: 0,
    });
  });
});
