import { describe, expect, test } from 'vitest';
import { decide } from '../../../../src/core/run/decide.ts';
import { cutOffFromPlanning, whyDown } from '../../../../src/core/run/ending/outage.ts';
import { fold } from '../../../../src/core/run/fold.ts';
import { initialState } from '../../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../../src/core/run/run-state.ts';
import type { PawlEvent } from '../../../../src/schema/run/event.ts';
import type { Policy, Tier } from '../../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../../policy.ts';

const of = (name: string, model: string, more: Partial<Tier> = {}): Tier => ({ ...tier(name), model, ...more });
const repairer: Tier = { ...tier('repair'), developer: 'repair', model: null };
const agent: Tier = { ...tier('claude'), developer: 'acp', model: null };
const one = policyWith({ plan: 'auto', tiers: [of('corp', 'corp/large')] });

const refused: PawlEvent = {
  ...{ type: 'model.failed', tier: 'corp', role: 'planner', model: 'corp/large', fault: 'unauthorized' },
  ...{ message: 'corp rejected CORP_KEY (401)', usd: 0, retry_in_ms: null, task: null, key: 'CORP_KEY' },
};
const dead: PawlEvent = { ...refused, fault: 'unreachable', message: 'the provider cannot be reached: ECONNREFUSED' };
const gaveUp: PawlEvent = {
  ...{ type: 'agent.finished', agent: 'planner', task: null, attempt: 1, state: 'blocked', cause: 'fault' },
  ...{ reason: 'corp rejected CORP_KEY (401)', output: null, output_ref: '', verification: [] },
};

/** A run whose planner could not be asked. */
function planning(policy: Policy, fault: PawlEvent, { request = 'add a colour', failed = 0 } = {}): RunState {
  const started: RunState = {
    ...{ ...initialState, policy, request, run: 'r1', phase: 'decomposing' },
    baseline: { tree: 't', runner: 'node', total: 3, failed, duration_ms: 1, run_ref: 'x' },
  };
  return [fault, gaveUp].reduce(
    (state, event, index) => fold(state, { ...event, seq: index + 1, at: '', run: 'r1' }),
    started,
  );
}

describe('a planner that could not be asked', () => {
  test('ends the run as unfit, with the cause and the cure, where nobody else can work', () => {
    const state = planning(one, refused);
    expect(decide(state, one, 0)).toMatchObject([{ event: { type: 'phase.changed', to: 'failed' } }]);
    const ending = { ...state, phase: 'failed' as const, ended_in: 'decomposing' as const };
    expect(decide(ending, one, 0)).toMatchObject([
      { kind: 'report', status: 'unfit', reason: 'corp rejected CORP_KEY (401); put a valid key into CORP_KEY' },
    ]);
    expect(whyDown(planning(one, dead))).toBe(
      'the provider cannot be reached: ECONNREFUSED; start the server, or correct providers.corp.base_url',
    );
    expect(cutOffFromPlanning(planning(one, dead), one)).toBe(true);
  });

  test.each<[string, Tier[], { request?: string; failed?: number }, boolean]>([
    ['another tier of the same provider', [of('small', 'corp/small'), of('corp', 'corp/large')], {}, true],
    ['another provider', [of('small', 'other/small'), of('corp', 'corp/large')], {}, false],
    ['an agent with its own key', [of('corp', 'corp/large'), agent], {}, false],
    ['a fallback elsewhere', [of('small', 'corp/small', { fallback: [{ model: 'other/x', price: null }] })], {}, false],
    ['a repairer and failing tests', [repairer, of('corp', 'corp/large')], { request: 'fix it', failed: 1 }, false],
    ['a repairer and nothing that fails', [repairer, of('corp', 'corp/large')], { request: 'fix it' }, true],
    ['a repairer and a feature', [repairer, of('corp', 'corp/large')], { request: 'add a colour', failed: 1 }, true],
  ])('with %s', (_what, tiers, about, ends) => {
    const policy = policyWith({ plan: 'auto', tiers });
    expect(cutOffFromPlanning(planning(policy, refused, about), policy)).toBe(ends);
  });

  test('costs the plan alone where the fault may pass', () => {
    const busy: PawlEvent = { ...refused, fault: 'overloaded' } as PawlEvent;
    expect(cutOffFromPlanning(planning(one, busy), one)).toBe(false);
  });
});
