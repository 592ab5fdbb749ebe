import { describe, expect, test } from 'vitest';
import { fewOf, findingsOf, inWords, ofKind, sentenceOf } from '../../../src/core/judge/findings.ts';
import { type Finding, findingSchema } from '../../../src/schema/judge/finding.ts';
import { verdictWith } from '../verdict.ts';

const finding = (kind: Finding['kind'], text = 'x'): Finding => ({ kind, text });

describe('findings', () => {
  test('are printed as sentences, with the name of their kind where it belongs to them', () => {
    const findings = [finding('coverage', 'a.js:3: no'), finding('rule', 'rule 1: the change is empty')];
    const { warnings } = inWords({ ...verdictWith(), findings });
    expect(warnings).toEqual(['coverage: a.js:3: no', 'rule 1: the change is empty']);
  });

  test('of an older journal are told from its sentences, which stay as they were', () => {
    const warnings = ['unproven: nothing shows it', 'rule 2: it is gone: a', 'needs_dependency: x (p.json)', 'a: b'];
    const verdict = verdictWith({ warnings });
    expect(findingsOf(verdict).map(({ kind }) => kind)).toEqual(['unproven', 'rule', 'needs_dependency', 'other']);
    expect(findingsOf(verdict).map(sentenceOf)).toEqual(warnings);
  });

  test('are believed over a sentence that begins alike', () => {
    const verdict = { ...verdictWith({ warnings: ['unproven: as a linter says'] }), findings: [finding('lint')] };
    expect(ofKind(verdict, 'unproven')).toEqual([]);
  });

  test('of every kind stay where only some can, and those that decisions rest on stay longest', () => {
    const kinds = findingSchema.shape.kind.options;
    const many = [...kinds, ...kinds, ...kinds].map((kind) => finding(kind));
    expect(new Set(fewOf(many, kinds.length).map(({ kind }) => kind)).size).toBe(kinds.length);
    const few = [...Array.from({ length: 60 }, () => finding('flaky')), finding('coverage'), finding('unproven')];
    expect(fewOf(few, 2)).toEqual([finding('coverage'), finding('unproven')]);
    expect(fewOf(few, 100)).toEqual(few);
  });
});
