import { expect, test } from 'vitest';
import { inWords } from '../../../src/core/judge/findings.ts';
import { meddling, tampered, violated } from '../../../src/rooms/verify/violations.ts';

test('a file that was changed is to be put back, and one that was added is to be taken out', () => {
  const changed = { file: 'test/a.test.js', rule: 'existing test', added: false };
  const added = { file: 'conftest.py', rule: 'loaded by the runner', added: true };
  const verdict = inWords(violated([changed, added]));
  expect(verdict.warnings).toEqual([
    'test/a.test.js is protected (existing test): undo this change to it, or have a person allow it with --unlock test/a.test.js',
    'conftest.py may not be added (loaded by the runner): remove it, or have a person allow it with --unlock conftest.py',
  ]);
  expect(verdict).toMatchObject({ status: 'fail', stopped_at: 'integrity' });
  expect(verdict.integrity).toEqual([
    { file: 'test/a.test.js', rule: 'existing test' },
    { file: 'conftest.py', rule: 'loaded by the runner' },
  ]);
});

test('what is the same about one file is said once, and other things about it are said too', () => {
  const [one, other] = ['existing test', 'existing test support'].map((rule) => ({ file: 'a', rule, added: false }));
  if (!one || !other) throw new Error('two are needed');
  const { integrity, findings } = violated([one, one, other, { ...one, file: 'b' }, one]);
  expect(integrity).toEqual([
    { file: 'a', rule: 'existing test' },
    { file: 'a', rule: 'existing test support' },
    { file: 'b', rule: 'existing test' },
  ]);
  expect(findings).toHaveLength(3);
});

test('a place is a field of the finding', () => {
  const rule = "line 3 patches Array.prototype, which is outside this project's own code";
  const { findings } = meddling([{ file: 'a.js', line: 3, rule, added: true }]);
  expect(findings).toEqual([{ kind: 'meddling', file: 'a.js', line: 3, text: `a.js: ${rule}` }]);
  expect(tampered(['a.test.js']).findings[0]).toMatchObject({ kind: 'tampered', file: 'a.test.js' });
});
