import { describe, expect, test } from 'vitest';
import { ofKind } from '../../../src/core/judge/findings.ts';
import { policyWith } from '../../core/policy.ts';
import { placeWith } from '../place.ts';

const files = {
  'check.sh': 'set -e\nfor one in tests/*.sh; do sh "$one"; done\n',
  'add.sh': 'echo $(($1 + $2))\n',
  'tests/add.sh': 'test "$(sh add.sh 1 2)" = 3\n',
};
const policy = policyWith({ tests: { ...policyWith().tests, command: ['sh', 'check.sh'] } });
const double = 'echo $(($1 + $1))\n';

/** The verdict on a change where the exit code of a script is all that is known. */
async function judged(change: Record<string, string>) {
  const place = await placeWith({ measured: true, files, policy, request: 'double it', task: { kind: 'feature' } });
  await place.attempt(change);
  const { verdict } = (await place.judged()).verdict;
  return { status: verdict.status, isProven: ofKind(verdict, 'unproven').length === 0, verdict };
}

describe('new tests where only an exit code is known', () => {
  test('prove a change if base fails with them', async () => {
    const { status, isProven, verdict } = await judged({
      'double.sh': double,
      'tests/double.sh': 'test "$(sh double.sh 4)" = 8\n',
    });
    expect([status, isProven]).toEqual(['pass', true]);
    expect(verdict.confidence).toBeLessThanOrEqual(0.6);
    expect(verdict.tests).toMatchObject({ total: 1, fixed: 0 });
  });

  test('prove nothing if base passes with them, and no change is proven without any', async () => {
    const idle = await judged({ 'double.sh': double, 'tests/double.sh': 'test 1 = 1\n' });
    expect([idle.status, idle.isProven]).toEqual(['pass', false]);
    const none = await judged({ 'double.sh': double });
    expect([none.status, none.isProven]).toEqual(['pass', false]);
  });
});
