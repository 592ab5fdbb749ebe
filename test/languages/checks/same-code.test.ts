import { expect, test } from 'vitest';
import { isSameCode } from '../../../src/languages/checks/same-code.ts';

test.each([
  ['a.go', 'if a == 1 {\n\treturn b\n}\n', 'if a == 1 { //nolint:govet\n\treturn b\n}\n'],
  ['a.js', 'f(a,\n  b);\n', '// why\nf(a, b);\n'],
  ['a.py', 'x = [\n    1,\n    2,\n]\n', 'x = [1, 2]  # two\n'],
  ['b.py', 'def a():\n    """Tpyo."""\n    b()\n', 'def a():\n    """Typo.\n\n    More.\n    """\n    b()\n'],
  ['a.rs', 'fn a() {}\n', '\nfn a() {\n}\n'],
])('formatting and comments leave the code as it is: %s', (path, before, after) => {
  expect(isSameCode(path, before, after)).toBe(true);
});

test.each([
  ['another value', 'a.js', 'f(1);\n', 'f(2);\n'],
  ['a deeper block', 'a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
  ['words of a string', 'a.js', "f('a b');\n", "f('a  b');\n"],
  [
    'a docstring that is read',
    'a.py',
    'def a():\n    "x"\n    b(a.__doc__)\n',
    'def a():\n    "y"\n    b(a.__doc__)\n',
  ],
  ['a string that is used', 'a.py', 'def a():\n    "x".b()\n    c()\n', 'def a():\n    "y".b()\n    c()\n'],
  ['a string that is returned', 'a.py', 'def a():\n    return "x"\n', 'def a():\n    return "y"\n'],
  ['a statement that ends early', 'a.js', 'return a;\n', 'return\na;\n'],
  ['data of no known language', 'a.csv', 'a,b\n', 'a, b\n'],
])('but not %s', (_, path, before, after) => {
  expect(isSameCode(path, before, after)).toBe(false);
});
