import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../src/core/judge/findings.ts';
import { remarksIn } from '../../src/faces/remarks.ts';
import type { Finding } from '../../src/schema/judge/finding.ts';
import { verdictWith } from '../core/verdict.ts';

const verdictOf = (...findings: Finding[]) => ({ ...verdictWith({ warnings: findings.map(sentenceOf) }), findings });
const broken = (test: string): Finding => ({ kind: 'rule', test, text: `broken by this change: ${test}` });
const textsOf = (verdict: ReturnType<typeof verdictOf>, named: string[] = []) =>
  remarksIn(verdict, named).map(({ text }) => text);

describe('the remarks of a verdict', () => {
  it('are sentences without the tags that programs read, what decides first', () => {
    const verdict = verdictOf(
      { kind: 'unproven', text: 'no test fails without this change' },
      { kind: 'test_engineer', text: 'its tests were dropped' },
      { kind: 'rule', text: 'the change is empty' },
    );
    expect(textsOf(verdict)).toEqual([
      'the change is empty',
      'no test fails without this change',
      'the test engineer: its tests were dropped',
    ]);
    expect(verdict.warnings[0]).toBe('unproven: no test fails without this change');
  });

  it('do not name a test again that is named with its error', () => {
    expect(textsOf(verdictOf(broken('a > x'), broken('a > y')), ['a > x', 'a > y'])).toEqual(['broken by this change']);
    expect(textsOf(verdictOf(broken('a > x'), broken('a > y')), ['a > x'])).toHaveLength(2);
  });

  it('name the tests where they fail for different reasons', () => {
    const unmet: Finding = { kind: 'rule', test: 'a > y', text: 'still failing, as before this change: a > y' };
    const texts = textsOf(verdictOf(broken('a > x'), unmet), ['a > x', 'a > y']);
    expect(texts).toEqual(['broken by this change: a > x', 'still failing, as before this change: a > y']);
  });

  it('of an older journal are its warnings', () => {
    expect(remarksIn(verdictWith({ warnings: ['slower: a'] }), [])).toMatchObject([{ text: 'slower: a' }]);
  });
});
