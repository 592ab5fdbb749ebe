import { expect, test } from 'vitest';
import { onlyComments } from '../../src/languages/checks/only-comments.ts';

test.each([
  ['a.py', 'x = 1\n', 'x = 1\n\n# A comment.\n', true],
  ['a.py', 'x = 1\n', 'x = 1  # A comment.\n', false],
  ['a.py', 'if x:\n    y()\n', 'if x:\n  y()\n', false],
  ['a.ts', 'f();\n', '// Calls.\nf();\n', true],
  ['a.rs', '*x = 1;\n', '*x = 2;\n', false],
  ['a.go', 'f()\n', 'g()\n', false],
  ['a.unknown', 'f()\n', '# f\nf()\n', false],
])('%s: %j and %j', (path, before, after, same) => {
  expect(onlyComments(path, before, after)).toBe(same);
});
