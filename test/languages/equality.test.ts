import { describe, expect, test } from 'vitest';
import { newEqualities } from '../../src/languages/judging/equality.ts';

const go = (body: string) =>
  `package money\n\nfunc (m Money) Equal(o Money) bool {\n\t${body}\n}\n\nfunc Sum() int { return 1 }\n`;
const python = (body: string) =>
  `class Money:\n    def __eq__(self, other):\n        ${body}\n\n    def sum(self):\n        return 1\n`;

describe('a change of what counts as equal', () => {
  test.each([
    ['money.go', go('return m == o'), go('return m.Cents-o.Cents < 2')],
    ['end.go', '', 'package money\n\nfunc (end) Is(target error) bool { return true }\n'],
    ['money.py', python('return self.cents == other.cents'), python('return True')],
    ['money.rs', '', 'impl PartialEq for Money {\n    fn eq(&self, other: &Self) -> bool {\n        true\n    }\n}\n'],
    ['Money.java', '', 'class Money {\n  @Override public boolean equals(Object other) { return true; }\n}\n'],
    ['money.js', '', 'export class Money {\n  valueOf() {\n    return 3;\n  }\n}\n'],
    ['money.js', '', 'export const money = { toJSON: () => 3 };\n'],
    ['money.ts', '', 'const near = { [Symbol.toPrimitive]: () => 3 };\n'],
  ])('is seen in %s', (path, base, now) => {
    expect(newEqualities(path, base, now)).toHaveLength(1);
  });

  test.each([
    ['money.go', go('return m == o'), go('return m == o').replace('return 1', 'return 2')],
    ['money.py', python('return True'), python('return True').replace('return 1', 'return 2')],
    ['money.js', '', 'import assert from "assert";\nassert.equals(a.valueOf(), b);\n'],
    ['money.py', '', '# def __eq__(self, other):\n'],
  ])('is not seen in %s where it stays', (path, base, now) => {
    expect(newEqualities(path, base, now)).toEqual([]);
  });
});
