import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { inWords } from '../../../src/core/judge/findings.ts';
import { junitOf } from '../../../src/faces/json/junit.ts';
import { sarifOf } from '../../../src/faces/json/sarif.ts';
import { emptyVerdict } from '../../../src/rooms/verify/verdict.ts';

const verdict = inWords({
  ...emptyVerdict,
  syntax_errors: [{ file: 'a b.js', line: 3, column: 1, message: 'Unexpected token' }],
  test_failures: [{ test: 'x "<&>\u0001', error: 'Expected 1', file: null, line: null }],
  integrity: [{ file: 'test/a.test.js', rule: 'existing test' }],
});

it('writes SARIF that names the rule, the place and the message of each finding', () => {
  const { version, runs } = sarifOf(verdict) as { version: string; runs: { results: Record<string, unknown>[] }[] };
  expect(version).toBe('2.1.0');
  expect(runs[0]?.results).toMatchObject([
    {
      ruleId: 'syntax',
      message: { text: 'Unexpected token' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.js' }, region: { startLine: 3 } } }],
    },
    { ruleId: 'test', message: { text: 'x "<&>\u0001: Expected 1' } },
    { ruleId: 'integrity' },
  ]);
  expect(runs[0]?.results[1]).not.toHaveProperty('locations');
});

it('adds what a review found to the SARIF, as an error where it blocks and as a warning where it does not', () => {
  const point = { rule: 'smell' as const, file: 'a.js', line: 7, text: 'debug output at a.js:7', blocks: false };
  const { runs } = sarifOf(inWords(emptyVerdict), [{ ...point, rule: 'danger', blocks: true }, point]) as {
    runs: { results: Record<string, unknown>[] }[];
  };
  const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: 7 } } }];
  expect(runs[0]?.results).toMatchObject([
    { ruleId: 'danger', level: 'error', locations },
    { ruleId: 'smell', level: 'warning', message: { text: 'debug output at a.js:7' }, locations },
  ]);
});

it('writes JUnit that any reader takes, whatever the names hold', () => {
  const text = junitOf(verdict);
  expect(XMLValidator.validate(text)).toBe(true);
  const { testsuite } = new XMLParser({ ignoreAttributes: false }).parse(text);
  expect(testsuite).toMatchObject({ '@_tests': '3', '@_failures': '3' });
  expect(testsuite.testcase[1]['@_name']).toBe('x "<&>');
});
