import { expect, test } from 'vitest';
import { habitOf } from '../../../src/core/delivery/habit.ts';
import { subjectOf } from '../../../src/core/delivery/subject.ts';
import { commitTypes } from '../../../src/languages/generic/commit-types.ts';

const typesOf = (path: string, text: string) =>
  commitTypes(['README.md', path], async (at) => (at === path ? text : null));

test.each([
  [
    '.commitlintrc.js',
    "module.exports = {\n  rules: {\n    'type-enum': [2, 'always', ['feat', 'fix', 'docs', 'deps', 'chore']],\n  },\n}\n",
  ],
  ['.commitlintrc.json', '{ "rules": { "type-enum": [2, "always", ["feat", "fix", "docs", "deps", "chore"]] } }'],
  [
    'commitlint.config.ts',
    'export default { rules: { "type-enum": [\n  2,\n  "always",\n  [\n  "feat",\n  // "perf",\n  "fix", "docs", "deps", "chore"] ] } };',
  ],
  [
    '.commitlintrc.yml',
    'rules:\n  type-enum:\n    - 2\n    - always\n    - - feat\n      - fix\n      - docs\n      - deps\n      - chore\n  scope-empty:\n    - 1\n',
  ],
  ['.github/semantic.yml', 'titleOnly: true\ntypes:\n  - feat\n  - fix\n  - docs\n  - deps\n  - chore\n'],
])('the types that %s allows are read', async (path, text) => {
  expect(await typesOf(path, text)).toEqual(['feat', 'fix', 'docs', 'deps', 'chore']);
});

test('who names no types allows any, and nothing is executed or believed that is no list', async () => {
  expect(
    await typesOf('commitlint.config.js', "module.exports = { extends: ['@commitlint/config-conventional'] };"),
  ).toBeNull();
  expect(await typesOf('commitlint.config.js', "module.exports = { rules: { 'type-enum': makeTypes() } };")).toBeNull();
  expect(await typesOf('docs/commitlint.config.js', "'type-enum': [2, 'always', ['x']]")).toBeNull();
});

const change = { kind: 'refactor' as const, title: 'Simplify the parser', summary: '', files: ['a.js'] };

test('a change is called what the repository allows, or what its log uses', () => {
  expect(subjectOf(change, habitOf([], ['feat', 'fix', 'chore']))).toBe('chore: simplify the parser');
  expect(subjectOf(change, habitOf([], ['feat', 'refactor']))).toBe('refactor: simplify the parser');
  expect(subjectOf({ ...change, title: 'refactor: simplify the parser' }, habitOf([], ['feat', 'fix']))).toBe(
    'fix: simplify the parser',
  );
  const log = Array.from({ length: 50 }, (_, at) => `${at % 2 ? 'fix' : 'feat'}: make it ${at}`);
  expect(subjectOf(change, habitOf(log))).toBe('fix: simplify the parser');
  expect(subjectOf(change, habitOf(log.slice(0, 20)))).toBe('refactor: simplify the parser');
});
