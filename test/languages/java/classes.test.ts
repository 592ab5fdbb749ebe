import { describe, expect, test } from 'vitest';
import { classesOf } from '../../../src/languages/java/runners/classes.ts';

describe('the file of a class', () => {
  const { fileOf } = classesOf([
    'src/main/java/com/ex/Tax.java',
    'checks/com/ex/AmountTest.java',
    'one/com/ex/Twice.java',
    'two/com/ex/Twice.java',
    'notes/com/ex/Amount.md',
  ]);

  test('is where sources usually are, or wherever its package says', () => {
    expect(fileOf('com.ex.Tax$Inner')).toBe('src/main/java/com/ex/Tax.java');
    expect(fileOf('com.ex.AmountTest')).toBe('checks/com/ex/AmountTest.java');
  });

  test('is not known where two could be meant, or none', () => {
    expect([fileOf('com.ex.Twice'), fileOf('com.ex.Amount'), fileOf('x.AmountTest'), fileOf('')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
